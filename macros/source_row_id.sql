{# Where a source row came from: the first 12 characters of its file's id and its row number. #}
{% macro source_row_id(file_id="_file_id", row_number="_row_number") -%}
    substr({{ file_id }}, 1, 12) || ':' || cast({{ row_number }} as string)
{%- endmacro %}
