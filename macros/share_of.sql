{# One count over another as a double; NULL where there is nothing to divide by. #}
{% macro share_of(part, whole) -%}
    (cast({{ part }} as double) / nullif(cast({{ whole }} as double), 0e0))
{%- endmacro %}
