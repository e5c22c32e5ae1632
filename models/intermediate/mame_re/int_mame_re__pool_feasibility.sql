-- Which funny memes have company enough for a pool. `funny_rank` is their order in the context's draw, the
-- same in every experiment, so that a pool of the fourth keeps the third's funny meme where it can. Where
-- the third's pool is landed, its funny meme comes first.
with

    candidates as (select * from {{ ref("int_mame_re__pool_candidates") }}),

    designs as (select * from {{ ref("mame_re_pool_designs") }}),

    pairs as (select * from {{ ref("int_mame_re__pairs") }} where vote_role = 'funny'),

    landed as (
        select distinct k, context_id, image_id
        from {{ ref("int_mame_re__landed_pools") }}
        where experiment = 'exp3' and role in ('funny', 'any')
    ),

    company as (
        select
            experiment,
            condition,
            context_id,
            funny_id,
            count(case when vote_role = 'unfunny' then 1 end) as unfunny_count,
            count(case when vote_role = 'somewhat' then 1 end) as somewhat_count
        from candidates
        group by experiment, condition, context_id, funny_id
    ),

    ordered as (
        select
            designs.experiment,
            designs.k,
            designs.condition,
            pairs.context_id,
            pairs.image_id as funny_id,
            row_number() over (
                partition by designs.experiment, designs.k, designs.condition, pairs.context_id
                order by
                    case when landed.image_id is null then 1 else 0 end,
                    {{ mame_re_draw_key("pairs.context_id", "pairs.image_id") }},
                    pairs.image_id
            ) as funny_rank
        from designs
        cross join pairs
        left join
            landed
            on landed.k = designs.k
            and landed.context_id = pairs.context_id
            and landed.image_id = pairs.image_id
    ),

    final as (
        select
            ordered.*,
            coalesce(company.unfunny_count, 0) >= ordered.k / 2e0 as has_unfunny,
            coalesce(company.somewhat_count, 0) >= ordered.k / 2e0 - 1e0 as has_somewhat
        from ordered
        left join
            company
            on company.experiment = ordered.experiment
            and company.condition is not distinct from ordered.condition
            and company.context_id = ordered.context_id
            and company.funny_id = ordered.funny_id
    )

select *
from final
