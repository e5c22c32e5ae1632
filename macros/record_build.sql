{# Writes which dbt run built the warehouse to raw.builds: `analysis` names it in provenance.json. No time, so that equal
builds stay equal but for the invocation. Only commands that write tables are recorded. #}
{% macro record_build() -%}
    {%- if execute and flags.WHICH in ("build", "run", "seed") -%}
        {%- set variables = tojson(invocation_args_dict.get("vars", {}), sort_keys=true) -%}
        create or replace table raw.builds as
        select
            '{{ invocation_id }}' as invocation_id,
            '{{ dbt_version }}' as dbt_version,
            '{{ flags.WHICH }}' as command,
            '{{ target.name }}' as target,
            '{{ (invocation_args_dict.get("select") or []) | join(" ") | replace("'", "''") }}' as selected,
            '{{ variables | replace("'", "''") }}' as variables
    {%- endif -%}
{%- endmacro %}
