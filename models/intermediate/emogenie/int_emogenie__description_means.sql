-- Means over descriptions, per model, by perspective and format and over all of each.
with

    descriptions as (select * from {{ ref("int_emogenie__descriptions") }}),

    known as (select system_id from {{ ref("int_emogenie__answering_systems") }} where task = 'descriptions'),

    summed as (
        select
            system_id,
            coalesce(perspective, 'all') as perspective,
            coalesce(format, 'all') as format,
            {{ favg("correctness_unit") }} as correctness_unit,
            {{ favg("completeness_unit") }} as completeness_unit,
            {{ favg("relevance_unit") }} as relevance_unit,
            {{ favg("conciseness_unit") }} as conciseness_unit,
            {{ favg("score_unit") }} as score_unit,
            count(*) as description_count,
            count(score_unit) as scored_count
        from descriptions
        group by system_id, cube (perspective, format)
    ),

    final as (
        select *
        from summed
        union all by name
        select system_id, 'all' as perspective, 'all' as format, 0 as description_count, 0 as scored_count
        from known
        where not exists (select 1 from summed where summed.system_id = known.system_id)
    )

select *
from final
