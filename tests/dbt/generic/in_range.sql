{# Values outside [low, high] or not finite; NULL is absent and passes. #}
{% test in_range(model, column_name, low=none, high=none) %}
    select {{ column_name }}
    from {{ model }}
    where
        isnan(cast({{ column_name }} as double)) or isinf(cast({{ column_name }} as double))
        {% if low is not none %} or {{ column_name }} < {{ low }} {% endif %}
        {% if high is not none %} or {{ column_name }} > {{ high }} {% endif %}
{% endtest %}
