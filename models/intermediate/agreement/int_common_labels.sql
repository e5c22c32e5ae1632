-- One row per panel's label of an item that has a label in every panel of its question.
with

    items as (select * from {{ ref("int_item_votes") }}),

    pattern_labels as (select * from {{ ref("int_pattern_labels") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    panels as (select * from {{ ref("int_question_panels") }}),

    labels as (
        select
            vote_groups.benchmark,
            vote_groups.question,
            pattern_labels.policy,
            items.subject_id,
            vote_groups.panel,
            pattern_labels.label,
            panels.panel_count
        from panels
        inner join
            vote_groups on vote_groups.benchmark = panels.benchmark and vote_groups.question = panels.question
        inner join items on items.group_number = vote_groups.group_number
        inner join
            pattern_labels
            on pattern_labels.group_number = items.group_number
            and pattern_labels.pattern_code = items.pattern_code
        where pattern_labels.label is not null
    ),

    common as (
        select benchmark, question, policy, subject_id
        from labels
        group by benchmark, question, policy, subject_id, panel_count
        having count(*) = panel_count
    ),

    final as (
        select labels.*
        from labels
        inner join
            common
            on common.benchmark = labels.benchmark
            and common.question = labels.question
            and common.policy = labels.policy
            and common.subject_id = labels.subject_id
    )

select *
from final
