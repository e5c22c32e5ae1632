-- One row per standing answer. label_number is NULL where the answer is a score without a label.
with

    versions as (select * from {{ ref("int_ballot_matches") }}),

    final as (
        select
            group_number,
            label_number,
            benchmark,
            panel,
            subject_id,
            question,
            rater_id,
            rater_kind,
            label,
            score,
            round,
            annotated_at,
            source_row_id
        from versions
        where exclusion_reason is null
    )

select *
from final
