{#
    Why a row of rank version_rank among those of its fact does not stand; NULL where it does. `is_same`: whether it says
    what the standing one says.
#}
{% macro version_reason(is_same) -%}
    case when version_rank = 1 then null when {{ is_same }} then 'row.duplicate' else 'row.superseded' end
{%- endmacro %}
