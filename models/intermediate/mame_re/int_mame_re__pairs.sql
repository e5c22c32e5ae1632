-- The reference: every pair with votes. A pair without votes is no candidate.
with

    annotated as (select * from {{ ref("int_mame_re__annotated_pairs") }}),

    released as (select * from {{ ref("int_mame_re__released_pairs") }} where exclusion_reason is null),

    contexts as (select * from {{ ref("int_mame_re__contexts") }}),

    images as (select * from {{ ref("int_mame_re__images") }}),

    voted as (
        select context_id, image_id, funny_count, vote_count
        from annotated
        union all
        select context_id, image_id, funny_count, vote_count
        from released
    ),

    final as (
        select
            voted.context_id,
            voted.image_id,
            contexts.context_number,
            images.image_number,
            funny_count,
            vote_count,
            funny_count / cast(vote_count as double) as funniness_unit,
            funny_count = vote_count as is_funny_to_all,
            5 * funny_count >= 4 * vote_count as is_funny_to_four_fifths,
            {{ mame_re_consensus() }} as consensus,
            {{ mame_re_role() }} as vote_role
        from voted
        inner join contexts on contexts.context_id = voted.context_id
        inner join images on images.image_id = voted.image_id
    )

select *
from final
