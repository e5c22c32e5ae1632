{#
    Krippendorff's squared difference of two labels. `metric` is a column: nominal, ordinal, interval or ratio.
    `count_*` are the labels' pairable votes, `rank_*` those votes summed up to and including the label.
#}
{% macro alpha_distance(metric, value_a, value_b, count_a, count_b, rank_a, rank_b) -%}
    case
        when {{ metric }} = 'nominal'
        then 1e0
        when {{ metric }} = 'interval'
        then ({{ value_a }} - {{ value_b }}) * ({{ value_a }} - {{ value_b }})
        when {{ metric }} = 'ordinal'
        then
            {{ ordinal_gap(count_a, count_b, rank_a, rank_b) }}
            * {{ ordinal_gap(count_a, count_b, rank_a, rank_b) }}
        when {{ metric }} = 'ratio'
        then
            (({{ value_a }} - {{ value_b }}) / ({{ value_a }} + {{ value_b }}))
            * (({{ value_a }} - {{ value_b }}) / ({{ value_a }} + {{ value_b }}))
    end
{%- endmacro %}

{# Votes between two labels, a before b, half of each label's own counted. #}
{% macro ordinal_gap(count_a, count_b, rank_a, rank_b) -%}
    ({{ rank_b }} - {{ rank_a }} + {{ count_a }} - ({{ count_a }} + {{ count_b }}) / 2e0)
{%- endmacro %}
