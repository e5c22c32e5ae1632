with

    registered as (select * from {{ ref("claims_registered") }}),

    results as (select * from {{ ref("int_claim_results") }}),

    final as (
        select
            cast(results.claim_id as string) as claim_id,
            cast(registered.benchmark as string) as benchmark,
            cast(results.registered_claim_id as string) as registered_claim_id,
            cast(results.system_id as string) as system_id,
            cast(registered.sentence as string) as sentence,
            cast(registered.place as string) as place,
            cast(registered.direction as string) as direction,
            results.estimate,
            results.ci_low,
            results.ci_high,
            results.p_value,
            {{
                claim_verdict(
                    "registered.direction",
                    "results.estimate",
                    "results.ci_low",
                    "results.ci_high",
                    "results.status",
                )
            }} as verdict,
            registered.published_value,
            cast(results.cluster_count_a as bigint) as cluster_count_a,
            cast(results.cluster_count_b as bigint) as cluster_count_b,
            cast(results.shared_cluster_count as bigint) as shared_cluster_count,
            cast(results.design as string) as design,
            cast(results.status as string) as status
        from results
        inner join registered on registered.claim_id = results.registered_claim_id
    )

select *
from final
