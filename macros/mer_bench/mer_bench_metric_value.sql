{# The value of the column that `metric` names: turns one column per metric into one row per metric. #}
{% macro mer_bench_metric_value(metrics) -%}
    case metric {%- for name in metrics %} when '{{ name }}' then {{ name }} {%- endfor %} end
{%- endmacro %}
