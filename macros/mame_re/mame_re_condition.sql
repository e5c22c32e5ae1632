{# A pool's condition: a retriever's name in exp2, Low, Mid or High in exp4, none elsewhere. #}
{% macro mame_re_condition() -%} case when experiment in ('exp2', 'exp4') then condition end {%- endmacro %}
