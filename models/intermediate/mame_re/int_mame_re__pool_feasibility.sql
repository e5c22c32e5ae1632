-- Which funny memes have company enough for a pool. `funny_rank` is their order in the context's draw, the
-- same in every experiment, so that a pool of the fourth keeps the third's funny meme where it can.
with

    candidates as (select * from {{ ref("int_mame_re__pool_candidates") }}),

    designs as (select * from {{ ref("mame_re_pool_designs") }}),

    pairs as (select * from {{ ref("int_mame_re__pairs") }} where vote_role = 'funny'),

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
            context_id,
            image_id as funny_id,
            row_number() over (
                partition by context_id order by {{ mame_re_draw_key("context_id", "image_id") }}, image_id
            ) as funny_rank
        from pairs
    ),

    final as (
        select
            designs.experiment,
            designs.k,
            designs.condition,
            ordered.context_id,
            ordered.funny_id,
            ordered.funny_rank,
            coalesce(company.unfunny_count, 0) >= designs.k / 2e0 as has_unfunny,
            coalesce(company.somewhat_count, 0) >= designs.k / 2e0 - 1e0 as has_somewhat
        from designs
        cross join ordered
        left join
            company
            on company.experiment = designs.experiment
            and company.condition is not distinct from designs.condition
            and company.context_id = ordered.context_id
            and company.funny_id = ordered.funny_id
    )

select *
from final
