{# Pearson's correlation of a group from columns that hold deviations from their means; NULL where one is constant. #}
{% macro pearson(x_deviation, y_deviation) -%}
    greatest(
        -1e0,
        least(
            1e0,
            {{ fsum(x_deviation ~ " * " ~ y_deviation) }} / nullif(
                sqrt({{ fsum(x_deviation ~ " * " ~ x_deviation) }})
                * sqrt({{ fsum(y_deviation ~ " * " ~ y_deviation) }}),
                0e0
            )
        )
    )
{%- endmacro %}
