{# What a place in a ranking is worth: 1 / log2(place + 1), and nothing behind the fifth. #}
{% macro mame_re_discount(place) -%}
    case when {{ place }} between 1 and 5 then 1e0 / log2({{ place }} + 1) else 0e0 end
{%- endmacro %}
