-- Pools as they are drawn now: the first funny meme that works, then unfunny and somewhat funny ones in
-- draw order.
with

    feasibility as (select * from {{ ref("int_mame_re__pool_feasibility") }}),

    candidates as (select * from {{ ref("int_mame_re__pool_candidates") }}),

    chosen as (
        select *
        from feasibility
        where has_unfunny and has_somewhat
        qualify row_number() over (partition by experiment, k, condition, context_id order by funny_rank) = 1
    ),

    company as (
        select
            chosen.experiment,
            chosen.k,
            chosen.condition,
            chosen.context_id,
            candidates.image_id,
            candidates.vote_role,
            candidates.encoder,
            row_number() over (
                partition by
                    chosen.experiment, chosen.k, chosen.condition, chosen.context_id, candidates.vote_role
                order by
                    {{ mame_re_draw_key("chosen.context_id", "candidates.image_id") }}, candidates.image_id
            ) as draw_rank
        from chosen
        inner join
            candidates
            on candidates.experiment = chosen.experiment
            and candidates.condition is not distinct from chosen.condition
            and candidates.context_id = chosen.context_id
            and candidates.funny_id = chosen.funny_id
    ),

    final as (
        select
            experiment,
            k,
            condition,
            context_id,
            funny_id as image_id,
            'funny' as role,
            cast(null as string) as encoder
        from chosen
        union all
        select experiment, k, condition, context_id, image_id, vote_role as role, encoder
        from company
        where draw_rank <= case when vote_role = 'unfunny' then k / 2e0 else k / 2e0 - 1e0 end
    )

select *
from final
