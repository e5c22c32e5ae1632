-- One row per (subject, question, label): released counts that stand. Where ballots are landed too, ballots
-- count.
with

    matches as (select * from {{ ref("int_vote_count_matches") }}),

    final as (
        select
            group_number,
            label_number,
            benchmark,
            panel,
            subject_id,
            question,
            label,
            vote_count,
            source_row_id
        from matches
        where exclusion_reason is null
    )

select *
from final
