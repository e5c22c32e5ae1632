with

    picks as (select * from {{ ref("int_mame_re__picks") }}),

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    voted as (
        select picks.*, pairs.funny_count, pairs.vote_count
        from picks
        left join
            pairs
            on picks.image_count = 1
            and pairs.context_id = picks.context_id
            and pairs.image_id = picks.images
    ),

    compared as (
        select
            a.system_id as system_a,
            b.system_id as system_b,
            a.context_id,
            a.images as image_a,
            b.images as image_b,
            a.funny_count as funny_count_a,
            a.vote_count as vote_count_a,
            b.funny_count as funny_count_b,
            b.vote_count as vote_count_b,
            a.funniness as funniness_a,
            b.funniness as funniness_b,
            case
                when 2e0 * a.hit_share >= 1e0 and 2e0 * b.hit_share >= 1e0
                then 'both'
                when 2e0 * a.hit_share >= 1e0
                then 'a_only'
                when 2e0 * b.hit_share >= 1e0
                then 'b_only'
                else 'neither'
            end as funny_to
        from voted as a
        inner join voted as b on b.context_id = a.context_id and b.system_id > a.system_id
    ),

    final as (
        select
            cast(system_a as string) as system_a,
            cast(system_b as string) as system_b,
            cast(context_id as string) as context_id,
            cast(image_a as string) as image_a,
            cast(image_b as string) as image_b,
            cast(funny_count_a as bigint) as funny_count_a,
            cast(vote_count_a as bigint) as vote_count_a,
            cast(funny_count_b as bigint) as funny_count_b,
            cast(vote_count_b as bigint) as vote_count_b,
            funniness_a,
            funniness_b,
            cast(funny_to as string) as funny_to,
            cast(
                rank() over (
                    partition by system_a, system_b order by abs(funniness_a - funniness_b) desc
                ) as bigint
            ) as difference_rank
        from compared
    )

select *
from final
