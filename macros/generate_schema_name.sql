{# Schemas are named after layers, without the target's prefix: people type `marts.labels`. #}
{% macro generate_schema_name(custom_schema_name, node) -%}
    {{ custom_schema_name | trim if custom_schema_name else target.schema }}
{%- endmacro %}
