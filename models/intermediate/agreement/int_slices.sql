-- One row per slice: its counts. Whatever decides a status is an integer here.
with

    slices as (select * from {{ ref("int_slice_patterns") }}),

    labels as (select * from {{ ref("int_slice_labels") }}),

    raters as (select * from {{ ref("int_slice_raters") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    sized as (
        select
            group_number,
            breakdown,
            breakdown_value,
            cast(sum(item_count) as bigint) as item_count,
            cast(sum(case when vote_total >= 2 then item_count else 0 end) as bigint) as pairable_item_count,
            cast(sum(item_count * vote_total) as bigint) as rating_count,
            cast(
                sum(case when vote_total >= 2 then item_count * vote_total else 0 end) as bigint
            ) as pairable_rating_count,
            {{ fsum("cast(item_count as double) * vote_total * (vote_total - 1) / 2e0") }} as vote_pair_count
        from slices
        group by group_number, breakdown, breakdown_value
    ),

    used as (
        select
            group_number,
            breakdown,
            breakdown_value,
            count(*) as used_label_count,
            cast(count_if(pairable_vote_count > 0) as bigint) as pairable_label_count,
            min(case when pairable_vote_count > 0 then scale_value end) as least_pairable_value
        from labels
        group by group_number, breakdown, breakdown_value
    ),

    rated as (
        select
            group_number,
            breakdown,
            breakdown_value,
            cast(count(rater_id) as bigint) as named_rater_count,
            cast(
                sum(case when rater_id is not null then rating_count else 0 end) as bigint
            ) as named_rating_count
        from raters
        group by group_number, breakdown, breakdown_value
    ),

    final as (
        select
            -- A short key, in the order of the grain.
            cast(
                row_number() over (
                    order by sized.group_number, sized.breakdown, sized.breakdown_value
                ) as integer
            ) as slice_number,
            sized.* exclude (vote_pair_count),
            -- Cohen's kappa looks at every pair of votes; the other coefficients count votes.
            max(sized.vote_pair_count) over (partition by sized.group_number)
            > {{ var("rater_pair_limit") }} as has_too_many_pairs,
            used.used_label_count,
            used.pairable_label_count,
            used.least_pairable_value,
            -- Known only where every single vote has a named rater.
            case
                when rated.named_rating_count = sized.rating_count then rated.named_rater_count
            end as rater_count,
            vote_groups.scale is not null as has_scale
        from sized
        inner join vote_groups on vote_groups.group_number = sized.group_number
        inner join
            used
            on used.group_number = sized.group_number
            and used.breakdown = sized.breakdown
            and used.breakdown_value = sized.breakdown_value
        left join
            rated
            on rated.group_number = sized.group_number
            and rated.breakdown = sized.breakdown
            and rated.breakdown_value = sized.breakdown_value
    )

select *
from final
