{# The nearest value in [0, 1]; NULL stays NULL. #}
{% macro clamp_unit(value) -%}
    case when {{ value }} < 0e0 then 0e0 when {{ value }} > 1e0 then 1e0 else {{ value }} end
{%- endmacro %}
