{# Rows of `relation` with the file_path and line_number that source_row_id names; NULL for a row without a line of its own. #}
{% macro placed_rows(relation) -%}
    select
        facts.*, files.file_path, try_cast(split_part(facts.source_row_id, ':', 2) as bigint) as line_number
    from {{ relation }} as facts
    left join
        {{ ref("int_landed_files") }} as files
        on files.short_file_id = split_part(facts.source_row_id, ':', 1)
{%- endmacro %}
