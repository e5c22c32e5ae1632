{# Harmonic mean of two values in [0, 1]; 0 where both are 0, NULL where one is. `floor` is added to the denominator. #}
{% macro harmonic_mean(x, y, floor="0e0") -%}
    case
        when {{ x }} + {{ y }} + {{ floor }} = 0e0
        then 0e0
        else 2e0 * {{ x }} * {{ y }} / ({{ x }} + {{ y }} + {{ floor }})
    end
{%- endmacro %}
