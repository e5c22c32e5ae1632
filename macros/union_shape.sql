{#
    All rows of one conformed shape: the files that users landed in that shape directly, and the model
    `int_<benchmark>__<shape>` of every benchmark that `vars: benchmarks` gives the shape.
    `columns` is the list of columns that every part is reduced to; `pattern` names the parts. The parts are named in `vars`, so dbt's
    graph knows them without a `depends_on` line. Without any part the columns stand empty, in the types that parts have: text
    would be compared and subtracted as text.
#}
{% macro union_shape(shape, columns, landed=true, pattern="int_%s__%s") -%}
    {%- set parts = [] -%}
    {%- if landed -%} {%- do parts.append("stg_conformed__" ~ shape) -%} {%- endif -%}
    {%- for benchmark, shapes in var("benchmarks").items() -%}
        {%- if shape in shapes -%} {%- do parts.append(pattern | format(benchmark, shape)) -%} {%- endif -%}
    {%- endfor -%}
    {%- if not parts %}
        {%- set types = {
            "position": "integer",
            "numeric_value": "double",
            "score": "double",
            "score_sum": "double",
            "value": "double",
            "ci_low": "double",
            "ci_high": "double",
            "se": "double",
            "repeat_number": "bigint",
            "low": "bigint",
            "high": "bigint",
            "score_count": "bigint",
            "unit_count": "bigint",
            "cluster_count": "bigint",
            "expected_count": "bigint",
            "received_count": "bigint",
            "parsed_count": "bigint",
            "valid_count": "bigint",
            "scored_count": "bigint",
            "comparable_count": "bigint",
            "is_failed": "boolean",
            "is_gate_violation": "boolean",
        } %}
        select
            {% for column in columns %}
                cast(null as {{ types.get(column, "string") }}) as {{ column }}
                {%- if not loop.last %}, {% endif -%}
            {% endfor %}
        where false
    {%- endif -%}
    {%- for part in parts %}
        select {{ columns | join(", ") }}
        from {{ ref(part) }}
        {%- if not loop.last %}
            union all
        {% endif -%}
    {%- endfor -%}
{%- endmacro %}
