-- Answers with what becomes of each. Quality control comes first: one failing row discards its whole
-- submission, and what it said supersedes nothing.
with

    answers as (
        select
            *,
            -- An anonymous row is a rater of its own.
            coalesce(rater_id, source_row_id) as rater_key
        from {{ ref("stg_mame_re__annotations") }}
    ),

    contexts as (select * from {{ ref("int_mame_re__contexts") }}),

    images as (select * from {{ ref("int_mame_re__images") }}),

    failed_submissions as (
        select distinct submission_id
        from answers
        where submission_id is not null and is_control_passed = false
    ),

    controlled as (
        select
            answers.*,
            coalesce(answers.is_control_passed = false, false)
            or failed_submissions.submission_id is not null as is_discarded
        from answers
        left join failed_submissions on failed_submissions.submission_id = answers.submission_id
    ),

    facts as (select * from controlled where not is_discarded),

    versions as (
        {{
            standing_versions(
                "facts",
                "mame_re",
                "annotations",
                ["context_id", "image_id", "rater_id is null", "rater_key"],
                ["label"],
                "annotated_at desc nulls last",
            )
        }}
    ),

    judged as (
        select
            versions.* exclude (file_path, exclusion_reason, is_standing),
            case
                when versions.exclusion_reason is not null
                then versions.exclusion_reason
                when contexts.context_id is null or images.image_id is null
                then 'item.unknown'
            end as exclusion_reason
        from versions
        left join contexts on contexts.context_id = versions.context_id
        left join images on images.image_id = versions.image_id
    ),

    final as (
        select *
        from judged
        union all
        select *, 'submission.failed_quality_control' as exclusion_reason
        from controlled
        where is_discarded
    )

select *
from final
