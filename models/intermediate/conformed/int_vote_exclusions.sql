-- Ballots and released counts that are not used. One row may hold answers to several questions.
with

    ballots as (select * from {{ ref("int_ballot_matches") }}),

    released as (select * from {{ ref("int_vote_count_matches") }}),

    excluded as (
        select
            benchmark,
            'ballots' as stage,
            subject_id,
            source_row_id,
            exclusion_reason as reason,
            'question ' || question || coalesce(', label ' || label, '') as detail
        from ballots
        where exclusion_reason is not null
        union all
        select
            benchmark,
            'vote_counts' as stage,
            subject_id,
            source_row_id,
            exclusion_reason as reason,
            'question '
            || question
            || ', label '
            || label
            || ': released '
            || cast(vote_count as string)
            || ', ballots '
            || cast(ballot_count as string) as detail
        from released
        where exclusion_reason is not null
    ),

    final as (
        select
            benchmark,
            stage,
            cast(null as string) as system_id,
            min(subject_id) as item_id,
            source_row_id,
            reason,
            min(detail) || case when count(*) > 1 then ' and others' else '' end as detail
        from excluded
        group by benchmark, stage, source_row_id, reason
    )

select *
from final
