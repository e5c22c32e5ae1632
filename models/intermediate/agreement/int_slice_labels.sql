-- One row per slice and label with votes: its votes, and its shares under both rules for marginals.
with

    slices as (select * from {{ ref("int_slice_patterns") }}),

    votes as (select * from {{ ref("int_pattern_votes") }}),

    sizes as (
        select
            group_number,
            breakdown,
            breakdown_value,
            cast(sum(item_count) as bigint) as item_count,
            cast(sum(item_count * vote_total) as bigint) as rating_count
        from slices
        group by group_number, breakdown, breakdown_value
    ),

    counted as (
        select
            slices.group_number,
            slices.breakdown,
            slices.breakdown_value,
            votes.label_number,
            votes.scale_value,
            cast(sum(slices.item_count * votes.vote_count) as bigint) as vote_count,
            cast(
                sum(
                    case when slices.vote_total >= 2 then slices.item_count * votes.vote_count else 0 end
                ) as bigint
            ) as pairable_vote_count,
            {{ fsum("slices.item_count * votes.vote_count / cast(slices.vote_total as double)") }}
            as share_sum
        from slices
        inner join
            votes on votes.group_number = slices.group_number and votes.pattern_code = slices.pattern_code
        group by
            slices.group_number,
            slices.breakdown,
            slices.breakdown_value,
            votes.label_number,
            votes.scale_value
    ),

    final as (
        select
            counted.* exclude (share_sum),
            counted.share_sum / sizes.item_count as mean_of_proportions_share,
            counted.vote_count / cast(sizes.rating_count as double) as pooled_share
        from counted
        inner join
            sizes
            on sizes.group_number = counted.group_number
            and sizes.breakdown = counted.breakdown
            and sizes.breakdown_value = counted.breakdown_value
    )

select *
from final
