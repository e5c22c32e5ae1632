-- Quality control comes before repeats, so that which answer stands is decided before ballots are made.
with

    answers as (
        select *
        from {{ ref("int_mame_re__annotation_versions") }}
        where exclusion_reason in ('row.duplicate', 'row.superseded')
    ),

    final as (
        select 'mame_re' as benchmark, 'all' as panel, 'funny' as question, rater_id, exclusion_reason
        from answers
    )

select *
from final
