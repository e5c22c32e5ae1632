{# A score on the scale [low, high] as a share of the scale, in [0, 1]. #}
{% macro to_unit(score, low, high) -%} (({{ score }}) - {{ low }}) / ({{ high }} - {{ low }}) {%- endmacro %}
