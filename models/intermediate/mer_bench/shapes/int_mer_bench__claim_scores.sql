-- The population's overall score per category: what the claims about categories are put to the test with. A
-- judge
-- configuration is a setting, a meme a cluster.
with

    draws as (
        select *
        from {{ ref("int_mer_bench__draws") }}
        where run_source = 'population' and coercion = 'strict'
    ),

    reading_scores as (select * from {{ ref("int_mer_bench__reading_scores") }} where coercion = 'strict'),

    conventions as (
        select * from {{ ref("int_mer_bench__conventions") }} where coercion = 'strict' and grain = 'output'
    ),

    memes as (select * from {{ ref("int_mer_bench__memes") }}),

    axes as (select distinct axis from {{ ref("mer_bench_categories") }}),

    placed as (
        select
            draws.configuration,
            draws.system_id,
            draws.item_id,
            -- A claim names the convention under every gating option: a build has one.
            concat(
                conventions.definition, '-', conventions.coercion, '-', conventions.grain
            ) as convention_id,
            axes.axis,
            case
                axes.axis
                when 'visual_type'
                then memes.visual_type
                when 'sentiment_polarity'
                then memes.sentiment_polarity
                when 'layout_type'
                then memes.layout_type
            end as category,
            reading_scores.rfs
        from draws
        inner join reading_scores on reading_scores.source_row_id = draws.source_row_id
        inner join conventions on conventions.definition = reading_scores.definition
        inner join memes on memes.item_id = draws.item_id
        cross join axes
    ),

    final as (
        select
            'mer_bench' as benchmark,
            'mer_bench_table_3' as leaderboard,
            'all' as panel,
            axis as breakdown,
            category as breakdown_value,
            system_id,
            configuration as setting,
            'rfs' as metric,
            convention_id,
            item_id as cluster_id,
            rfs as score_sum,
            cast(1 as bigint) as score_count
        from placed
        where category is not null
    )

select *
from final
