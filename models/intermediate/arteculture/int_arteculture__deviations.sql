-- Where annotation did not go as the protocol says: three votes, two more where they have no majority.
with

    counts as (select * from {{ ref("int_arteculture__round_counts") }}),

    -- Votes without a round, as those of the released table, say nothing about rounds; they only add up.
    rounds as (select * from counts where roundless_count = 0),

    listed as (
        select image_id, culture, 'round.second_without_first' as reason, vote_count, true as is_breach
        from rounds
        where second_count > 0 and first_count = 0
        union all
        select image_id, culture, 'round.second_after_majority' as reason, vote_count, true as is_breach
        from rounds
        where second_count > 0 and is_settled_in_first
        union all
        -- Too many is too many without rounds too, but only rounds say how a label was settled.
        select image_id, culture, 'votes.too_many' as reason, vote_count, roundless_count = 0 as is_breach
        from counts
        where vote_count > 5
        union all
        -- Too few votes are listed and settled by what there is.
        select image_id, culture, 'votes.too_few' as reason, vote_count, false as is_breach
        from rounds
        where (first_count > 0 and first_count < 3) or (first_count >= 3 and second_count = 1)
        union all
        select image_id, culture, 'round.second_missing' as reason, vote_count, false as is_breach
        from rounds
        where first_count >= 3 and second_count = 0 and not is_settled_in_first
    ),

    final as (select image_id, culture, reason, vote_count, is_breach from listed)

select *
from final
