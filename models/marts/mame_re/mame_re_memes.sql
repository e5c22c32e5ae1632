with

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    texts as (select * from {{ ref("int_mame_re__images") }}),

    counted as ({{ mame_re_mean_funniness("pairs", "image_id") }}),

    final as (
        select
            cast(texts.image_id as string) as image_id,
            cast(texts.speech_text as string) as speech_text,
            counted.mean_funniness,
            counted.best_funniness,
            cast(coalesce(counted.pair_count, 0) as bigint) as pair_count,
            cast(coalesce(counted.funny_pair_count, 0) as bigint) as funny_pair_count,
            cast(
                case
                    when counted.image_id is not null
                    then rank() over (order by counted.mean_funniness desc nulls last)
                end as bigint
            ) as funniness_rank
        from texts
        left join counted on counted.image_id = texts.image_id
    )

select *
from final
