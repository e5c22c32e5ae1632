{# Units summed within images for one panel: a culture, or all of them. Unit scores are whole numbers. #}
{% macro arteculture_cluster_sums(units, panel) -%}
    select
        'arteculture' as benchmark,
        leaderboard,
        {{ panel }} as panel,
        breakdown,
        breakdown_value,
        system_id,
        setting,
        metric,
        'all' as convention_id,
        image_id as cluster_id,
        cast(sum(unit_score) as double) as score_sum,
        cast(sum(unit_score * unit_score) as double) as score_sum_squares,
        count(*) as score_count,
        cast(null as string) as source_row_id
    from {{ units }}
    group by
        leaderboard,
        breakdown,
        breakdown_value,
        system_id,
        setting,
        metric,
        image_id
        {%- if panel != "'all'" %}, {{ panel }} {%- endif %}
{%- endmacro %}
