-- One row per pattern and label in it: whether the other votes have a unique leader, and whether it is this
-- label.
with

    votes as (select * from {{ ref("int_pattern_votes") }}),

    rivals as (
        select
            own.group_number,
            own.pattern_code,
            own.label_number,
            own.vote_count - 1 as own_rest,
            other.vote_count as other_votes,
            max(coalesce(other.vote_count, 0)) over (
                partition by own.group_number, own.pattern_code, own.label_number
            ) as rival_votes
        from votes as own
        left join
            votes as other
            on other.group_number = own.group_number
            and other.pattern_code = own.pattern_code
            and other.label_number <> own.label_number
    ),

    final as (
        select
            group_number,
            pattern_code,
            label_number,
            own_rest > rival_votes as is_equal,
            own_rest > rival_votes
            or (own_rest < rival_votes and count_if(other_votes = rival_votes) = 1) as has_leader
        from rivals
        group by group_number, pattern_code, label_number, own_rest, rival_votes
    )

select *
from final
