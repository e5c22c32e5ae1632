{# The model that a file of answers, descriptions or predictions is named after: its name without known endings. #}
{% macro emogenie_model_of_path(path) -%}
    regexp_extract({{ path }}, '([^/]+?)([.](jsonl|json|csv|tsv|parquet))?([.](gz|zst))?$', 1)
{%- endmacro %}
