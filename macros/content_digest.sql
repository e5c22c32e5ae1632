{# What a row says in `columns`, as one text that equal rows share; a NULL is told from a blank. #}
{% macro content_digest(columns) -%}
    md5(
        concat_ws(
            chr(31)
            {%- for column in columns %}, coalesce(cast({{ column }} as string), chr(30)) {%- endfor %}
        )
    )
{%- endmacro %}
