with

    items as (select * from {{ ref("int_item_votes") }}),

    pattern_labels as (select * from {{ ref("int_pattern_labels") }}),

    settlements as (select * from {{ ref("int_settlements") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    final as (
        select
            vote_groups.benchmark,
            vote_groups.panel,
            items.subject_id,
            vote_groups.question,
            pattern_labels.policy,
            pattern_labels.label,
            pattern_labels.leaders,
            pattern_labels.leader_count,
            pattern_labels.vote_share,
            pattern_labels.vote_count,
            pattern_labels.entropy_unit,
            pattern_labels.is_unanimous,
            settlements.settled_round
        from items
        inner join
            pattern_labels
            on pattern_labels.group_number = items.group_number
            and pattern_labels.pattern_code = items.pattern_code
        inner join vote_groups on vote_groups.group_number = items.group_number
        left join
            settlements
            on settlements.group_number = items.group_number
            and settlements.subject_id = items.subject_id
            and settlements.policy = pattern_labels.policy
    )

select *
from final
