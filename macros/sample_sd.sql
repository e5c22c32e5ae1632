{# Sample standard deviation (n - 1) of a group whose mean is known; NULL for one value. Two passes: a mean first. #}
{% macro sample_sd(value, mean) -%}
    sqrt(
        {{ fsum("(" ~ value ~ " - " ~ mean ~ ") * (" ~ value ~ " - " ~ mean ~ ")") }}
        / nullif(cast(count({{ value }}) - 1 as double), 0e0)
    )
{%- endmacro %}
