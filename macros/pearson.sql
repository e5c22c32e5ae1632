{#
    Pearson's correlation of a group from deviations from the means, of about size 1; NULL where one is constant.
    One root of the product: equal deviations give exactly 1.
#}
{% macro pearson(x_deviation, y_deviation) -%}
    {{ fsum(x_deviation ~ " * " ~ y_deviation) }} / nullif(
        sqrt({{ fsum(x_deviation ~ " * " ~ x_deviation) }} * {{ fsum(y_deviation ~ " * " ~ y_deviation) }}),
        0e0
    )
{%- endmacro %}
