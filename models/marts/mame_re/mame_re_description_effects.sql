with

    named as (select * from {{ ref("int_mame_re__description_pairs") }}),

    scores as (
        select *
        from {{ ref("int_mame_re__context_scores") }}
        where convention_id = 'exclude' and experiment = 'exp1' and not is_reference
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
        where not named.is_ambiguous
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
                when named.is_ambiguous
                then 'ambiguous'
                when paired.context_count is null
                then 'no_shared_context'
                else 'ok'
            end as status
        from named
        left join paired on paired.base_model = named.base_model and paired.method = named.method
    )

select *
from final
