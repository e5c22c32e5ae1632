{# The name of a scale's row in the language of a culture. #}
{% macro arteculture_native_name(scale, culture) -%}
    coalesce(
        case {{ culture }} when 'chinese' then {{ scale }}.name_zh when 'arabic' then {{ scale }}.name_ar end,
        {{ scale }}.name_en
    )
{%- endmacro %}
