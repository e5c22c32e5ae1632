with

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    classes as (select * from {{ ref("mame_re_consensus_classes") }}),

    counted as (select consensus, count(*) as pair_count from pairs group by consensus),

    totals as (select count(*) as total_count from pairs),

    final as (
        select
            cast(classes.consensus as string) as consensus,
            cast(classes.position as bigint) as position,
            cast(coalesce(counted.pair_count, 0) as bigint) as pair_count,
            coalesce(counted.pair_count, 0) / nullif(cast(totals.total_count as double), 0e0) as share
        from classes
        cross join totals
        left join counted on counted.consensus = classes.consensus
    )

select *
from final
