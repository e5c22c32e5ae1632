{# One name for an experiment's kind of pool; a NULL k or condition is a name too, so that it joins. #}
{% macro mame_re_pool_id(experiment="experiment", k="k", condition="condition") -%}
    {{ experiment }} || '|' || coalesce(cast({{ k }} as string), '') || '|' || coalesce({{ condition }}, '')
{%- endmacro %}
