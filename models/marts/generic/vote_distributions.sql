with

    items as (select * from {{ ref("int_item_votes") }}),

    pattern_votes as (select * from {{ ref("int_pattern_votes") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    final as (
        select
            vote_groups.benchmark,
            vote_groups.panel,
            items.subject_id,
            vote_groups.question,
            pattern_votes.label,
            pattern_votes.vote_count,
            pattern_votes.vote_count / cast(pattern_votes.vote_total as double) as vote_share
        from items
        inner join
            pattern_votes
            on pattern_votes.group_number = items.group_number
            and pattern_votes.pattern_code = items.pattern_code
        inner join vote_groups on vote_groups.group_number = items.group_number
    )

select *
from final
