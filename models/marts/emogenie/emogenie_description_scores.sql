with

    means as (select * from {{ ref("int_emogenie__description_means") }}),

    final as (
        select
            cast(system_id as string) as model,
            cast(perspective as string) as perspective,
            cast(format as string) as format,
            correctness_unit,
            completeness_unit,
            relevance_unit,
            conciseness_unit,
            score_unit,
            cast(description_count as bigint) as description_count,
            cast(scored_count as bigint) as scored_count,
            case
                when description_count = 0
                then 'no_descriptions'
                when scored_count = 0
                then 'reference.empty'
                else 'ok'
            end as status
        from means
    )

select *
from final
