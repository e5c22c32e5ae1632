with

    released as (
        {{
            union_shape(
                "vote_counts",
                [
                    "benchmark",
                    "panel",
                    "subject_id",
                    "question",
                    "label",
                    "vote_count",
                    "source_row_id",
                ],
            )
        }}
    ),

    files as (select * from {{ ref("stg_ledger__files") }}),

    places as (
        select substr(file_id, 1, 12) as short_file_id, min(file_path) as file_path
        from files
        group by substr(file_id, 1, 12)
    ),

    placed as (
        select
            released.*,
            places.file_path,
            try_cast(split_part(released.source_row_id, ':', 2) as bigint) as line_number
        from released
        left join places on places.short_file_id = split_part(released.source_row_id, ':', 1)
    ),

    ranked as (
        select
            *,
            row_number() over later as version_rank,
            first_value(vote_count) over later as standing_vote_count
        from placed
        window
            later as (
                partition by benchmark, panel, question, subject_id, label
                order by file_path desc, line_number desc, source_row_id desc
                rows between unbounded preceding and unbounded following
            )
    ),

    final as (
        select
            benchmark,
            panel,
            subject_id,
            question,
            label,
            cast(vote_count as bigint) as vote_count,
            source_row_id,
            case
                when version_rank = 1
                then null
                when vote_count = standing_vote_count
                then 'row.duplicate'
                else 'row.superseded'
            end as exclusion_reason
        from ranked
    )

select *
from final
