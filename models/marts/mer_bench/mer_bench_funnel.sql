-- A meme left at its stage; what remains after a stage are the memes that left later or were retained.
with

    left_at as (select * from {{ ref("int_mer_bench__filtering_versions") }} where is_standing),

    stages as (select * from {{ ref("mer_bench_filtering_stages") }}),

    corpus as (select count(*) as item_count from left_at),

    removed as (
        select stages.stage, stages.position, stages.display_name, count(left_at.item_id) as removed_count
        from stages
        left join left_at on left_at.stage = stages.stage
        where stages.stage <> 'retained'
        group by stages.stage, stages.position, stages.display_name
    ),

    final as (
        select
            removed.stage,
            cast(removed.position as bigint) as position,
            removed.display_name,
            cast(
                corpus.item_count - sum(removed.removed_count) over (order by removed.position) as bigint
            ) as remaining_count,
            cast(removed.removed_count as bigint) as removed_count,
            cast(removed.removed_count as double) / corpus.item_count as removed_share
        from removed
        cross join corpus
        where corpus.item_count > 0
    )

select *
from final
