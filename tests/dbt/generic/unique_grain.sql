{# Rows that share a grain. NULLs count as equal: a grain column may be NULL (a population has no run). #}
{% test unique_grain(model, columns) %}
    select {{ columns | join(", ") }}, count(*) as row_count
    from {{ model }}
    group by {{ columns | join(", ") }}
    having count(*) > 1
{% endtest %}
