{# Funniness over the judged pairs of each context or meme. #}
{% macro mame_re_mean_funniness(pairs, key) -%}
    select
        {{ key }},
        {{ favg("funniness_unit") }} as mean_funniness,
        max(funniness_unit) as best_funniness,
        count(*) as pair_count,
        count(case when is_funny_to_four_fifths then 1 end) as funny_pair_count
    from {{ pairs }}
    group by {{ key }}
{%- endmacro %}
