with

    released as (select * from {{ ref("int_mame_re__released_pairs") }} where exclusion_reason is null),

    labelled as (
        select context_id, image_id, source_row_id, '1' as label, funny_count as label_count
        from released
        union all
        select context_id, image_id, source_row_id, '0' as label, vote_count - funny_count as label_count
        from released
    ),

    final as (
        select
            'mame_re' as benchmark,
            'all' as panel,
            {{ mame_re_pair_id() }} as subject_id,
            'funny' as question,
            label,
            cast(label_count as bigint) as vote_count,
            source_row_id
        from labelled
    )

select *
from final
