{# The system whose file this is: the file's name without the endings of its format and compression, as ingest names it. #}
{% macro system_of_path(path) -%}
    regexp_extract({{ path }}, '([^/]+?)([.](jsonl|json|csv|tsv|parquet))?([.](gz|zst))?$', 1)
{%- endmacro %}
