with

    retrievals as (select * from {{ ref("int_arteculture__retrievals") }}),

    counted as (
        select
            system_id,
            culture,
            image_source,
            count(*) as image_count,
            count(case when exact_count + semantic_count > 0 then 1 end) as covered_count,
            cast(sum(concept_count) as bigint) as concept_count,
            cast(sum(exact_count) as bigint) as exact_count,
            cast(sum(semantic_count) as bigint) as semantic_count
        from retrievals
        group by system_id, culture, image_source
    ),

    final as (
        select
            cast(system_id as string) as model,
            cast(culture as string) as culture,
            {{ share_of("covered_count", "image_count") }} as coverage_share,
            {{ share_of("exact_count", "exact_count + semantic_count") }} as exact_share,
            {{ share_of("semantic_count", "exact_count + semantic_count") }} as semantic_share,
            image_count,
            concept_count,
            exact_count + semantic_count as retrieved_count,
            cast(image_source as string) as image_source,
            case when exact_count + semantic_count > 0 then 'ok' else 'nothing_retrieved' end as status
        from counted
    )

select *
from final
