{# The place of a meme in a context's draw: the same on every machine, another for another seed. #}
{% macro mame_re_draw_key(context_id, image_id) -%}
    md5('{{ var("mame_re_pool_seed") }}' || '|' || {{ context_id }} || '|' || {{ image_id }})
{%- endmacro %}
