{# True for rows whose keys the incremental model does not hold; always true when it is built anew. #}
{% macro not_stored_yet(relation, keys) -%}
    {%- if is_incremental() -%}
        not exists (
            select 1
            from {{ this }} as stored
            where
                {% for key in keys -%}
                    stored.{{ key }} = {{ relation }}.{{ key }} {%- if not loop.last %} and {% endif -%}
                {%- endfor %}
        )
    {%- else -%} true
    {%- endif -%}
{%- endmacro %}
