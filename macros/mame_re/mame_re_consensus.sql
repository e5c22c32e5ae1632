{# How much annotators agree on a pair, by its smaller vote: none against, at most a fifth, or more. #}
{% macro mame_re_consensus(funny_count="funny_count", vote_count="vote_count") -%}
    case
        when least({{ funny_count }}, {{ vote_count }} - {{ funny_count }}) = 0
        then 'unanimous'
        when 5 * least({{ funny_count }}, {{ vote_count }} - {{ funny_count }}) <= {{ vote_count }}
        then 'high'
        else 'split'
    end
{%- endmacro %}
