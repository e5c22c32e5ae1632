{#
    Three sums over pairs of labels, one per weights: how often times how far apart. Reads label_number_a and _b,
    scale_value_a and _b, value_range; the last two stay NULL where labels have no values.
#}
{% macro weighted_distances(count) -%}
    {%- for weights in ("identity", "linear", "quadratic") -%}
        {%- set distance = label_distance(
            "'" ~ weights ~ "'",
            "label_number_a",
            "label_number_b",
            "scale_value_a",
            "scale_value_b",
            "value_range",
        ) -%}
        {{ fsum("cast(" ~ count ~ " as double) * " ~ distance) }}
        as {{ weights }}_distance{{ "," if not loop.last }}
    {% endfor -%}
{%- endmacro %}
