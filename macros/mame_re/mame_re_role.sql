{# What a meme is in a pool by its votes: funny from four fifths on, unfunny up to one fifth. Whole votes only. #}
{% macro mame_re_role(funny_count="funny_count", vote_count="vote_count") -%}
    case
        when 5 * {{ funny_count }} >= 4 * {{ vote_count }}
        then 'funny'
        when 5 * {{ funny_count }} <= {{ vote_count }}
        then 'unfunny'
        else 'somewhat'
    end
{%- endmacro %}
