with

    systems as (
        select * from {{ ref("int_mame_re__systems") }} where base_model is not null and method is not null
    ),

    scores as (
        select *
        from {{ ref("int_mame_re__context_scores") }}
        where convention_id = 'exclude' and experiment = 'exp1' and not is_reference
    ),

    named as (
        select
            base_model,
            method,
            max(case when is_with_description then system_id end) as system_with,
            max(case when not is_with_description then system_id end) as system_without,
            count(case when is_with_description then 1 end) as with_count,
            count(case when not is_with_description then 1 end) as without_count
        from systems
        group by base_model, method
    ),

    paired as (
        select
            named.base_model,
            named.method,
            {{
                favg(
                    "described.score_sum / described.response_count"
                    " - bare.score_sum / bare.response_count"
                )
            }} as difference,
            count(*) as context_count
        from named
        inner join scores as described on described.system_id = named.system_with
        inner join
            scores as bare on bare.system_id = named.system_without and bare.context_id = described.context_id
        where named.with_count = 1 and named.without_count = 1
        group by named.base_model, named.method
    ),

    final as (
        select
            cast(named.base_model as string) as base_model,
            cast(named.method as string) as method,
            cast(named.system_with as string) as system_with,
            cast(named.system_without as string) as system_without,
            paired.difference,
            cast(coalesce(paired.context_count, 0) as bigint) as context_count,
            case
                when named.with_count > 1 or named.without_count > 1
                then 'ambiguous'
                when paired.context_count is null
                then 'no_shared_context'
                else 'ok'
            end as status
        from named
        left join paired on paired.base_model = named.base_model and paired.method = named.method
        where named.with_count > 0 and named.without_count > 0
    )

select *
from final
