{#
    A pool's condition: a retriever's name in exp2, Low, Mid or High in exp4 (matched as labels are), none elsewhere.
#}
{% macro mame_re_condition() -%}
    case
        when experiment = 'exp2'
        then condition
        when experiment = 'exp4' and lower(condition) in ('low', 'mid', 'high')
        then upper(substr(condition, 1, 1)) || lower(substr(condition, 2))
        when experiment = 'exp4'
        then condition
    end
{%- endmacro %}
