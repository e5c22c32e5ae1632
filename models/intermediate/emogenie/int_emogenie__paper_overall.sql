-- The paper's overall: the mean of perception and description, expressed and evoked. One missing leaves it
-- NULL.
with

    counts as (
        select system_id, perspective, correct_count, expected_count
        from {{ ref("int_emogenie__qa_counts") }}
        where
            split = 'test'
            and dimension = 'all'
            and format = 'all'
            and perspective <> 'all'
            and expected_count > 0
    ),

    descriptions as (
        select system_id, perspective, score_unit
        from {{ ref("int_emogenie__description_means") }}
        where format = 'all' and perspective <> 'all' and score_unit is not null
    ),

    parts as (
        select system_id, cast(correct_count as double) / cast(expected_count as double) as part_unit
        from counts
        union all
        select system_id, score_unit as part_unit
        from descriptions
    ),

    final as (
        select system_id, case when count(*) = 4 then {{ fsum("part_unit") }} / 4e0 end as accuracy_unit
        from parts
        group by system_id
    )

select *
from final
