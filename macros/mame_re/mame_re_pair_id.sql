{# One id for a pair; no two pairs share it, whatever characters their ids have. #}
{% macro mame_re_pair_id(context_id="context_id", image_id="image_id") -%}
    replace(replace({{ context_id }}, '%', '%25'), '/', '%2F')
    || '/'
    || replace(replace({{ image_id }}, '%', '%25'), '/', '%2F')
{%- endmacro %}
