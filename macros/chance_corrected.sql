{# Agreement beyond chance as a share of what was possible beyond chance. Undefined at an expectation of 1. #}
{% macro chance_corrected(observed, expected) -%}
    ({{ observed }} - {{ expected }}) / (1e0 - {{ expected }})
{%- endmacro %}
