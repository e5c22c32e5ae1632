with

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    texts as (select * from {{ ref("int_mame_re__contexts") }}),

    counted as ({{ mame_re_mean_funniness("pairs", "context_id") }}),

    final as (
        select
            cast(texts.context_id as string) as context_id,
            cast(texts.context_text as string) as context_text,
            counted.mean_funniness,
            counted.best_funniness,
            cast(coalesce(counted.pair_count, 0) as bigint) as pair_count,
            cast(coalesce(counted.funny_pair_count, 0) as bigint) as funny_pair_count,
            cast(
                case
                    when counted.context_id is not null
                    then rank() over (order by counted.mean_funniness nulls last)
                end as bigint
            ) as hardness_rank
        from texts
        left join counted on counted.context_id = texts.context_id
    )

select *
from final
