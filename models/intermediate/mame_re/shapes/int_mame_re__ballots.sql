with

    answers as (select * from {{ ref("int_mame_re__annotation_versions") }} where exclusion_reason is null),

    final as (
        select
            'mame_re' as benchmark,
            'all' as panel,
            {{ mame_re_pair_id() }} as subject_id,
            'funny' as question,
            rater_id,
            'human' as rater_kind,
            label,
            cast(null as double) as score,
            cast(null as bigint) as round,
            annotated_at,
            source_row_id
        from answers
    )

select *
from final
