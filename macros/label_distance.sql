{#
    How far two labels are apart, 1 minus their weight: 0 for the same label, 1 for the ends of the scale.
    `weights` is a column: identity, linear or quadratic. The labels' numbers are compared, and their values over the
    scale's range for the other two.
#}
{% macro label_distance(weights, number_a, number_b, value_a, value_b, value_range) -%}
    case
        when {{ number_a }} = {{ number_b }}
        then 0e0
        when {{ weights }} = 'identity'
        then 1e0
        when {{ weights }} = 'linear'
        then abs({{ value_a }} - {{ value_b }}) / {{ value_range }}
        when {{ weights }} = 'quadratic'
        then
            (({{ value_a }} - {{ value_b }}) / {{ value_range }})
            * (({{ value_a }} - {{ value_b }}) / {{ value_range }})
    end
{%- endmacro %}
