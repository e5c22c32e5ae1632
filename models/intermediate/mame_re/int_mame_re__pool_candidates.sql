-- Who could fill a pool beside each funny meme: every unfunny and somewhat funny meme of the context, and
-- in the fourth experiment only those more similar to the funny one than the condition's threshold.
with

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    similarities as (select * from {{ ref("int_mame_re__standard_similarities") }}),

    conditions as (select distinct experiment, condition, threshold from {{ ref("mame_re_pool_designs") }}),

    funny as (select context_id, image_id as funny_id from pairs where vote_role = 'funny'),

    others as (select context_id, image_id, vote_role from pairs where vote_role <> 'funny'),

    anyone as (
        select
            conditions.experiment,
            conditions.condition,
            funny.context_id,
            funny.funny_id,
            others.image_id,
            others.vote_role,
            cast(null as string) as encoder
        from conditions
        cross join funny
        inner join others on others.context_id = funny.context_id
        where conditions.threshold is null
    ),

    similar_ones as (
        select
            conditions.experiment,
            conditions.condition,
            funny.context_id,
            funny.funny_id,
            others.image_id,
            others.vote_role,
            similarities.encoder
        from funny
        inner join similarities on similarities.image_id = funny.funny_id
        inner join others on others.context_id = funny.context_id and others.image_id = similarities.other_id
        inner join conditions on similarities.z > conditions.threshold
    ),

    final as (
        select *
        from anyone
        union all
        select *
        from similar_ones
    )

select *
from final
