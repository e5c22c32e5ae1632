{# Harmonic mean of two values in [0, 1]; 0 where both are 0. `floor` is added to the denominator. #}
{% macro harmonic_mean(x, y, floor="0e0") -%}
    coalesce(2e0 * {{ x }} * {{ y }} / nullif({{ x }} + {{ y }} + {{ floor }}, 0e0), 0e0)
{%- endmacro %}
