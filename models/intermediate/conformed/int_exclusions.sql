with

    of_benchmarks as (
        {{
            union_shape(
                "exclusions",
                ["benchmark", "stage", "system_id", "item_id", "source_row_id", "reason", "detail"],
                landed=false,
            )
        }}
    ),

    of_votes as (select * from {{ ref("int_vote_exclusions") }}),

    of_scores as (select * from {{ ref("int_cluster_score_exclusions") }}),

    of_pairs as (select * from {{ ref("int_score_pair_exclusions") }}),

    of_judgements as (select * from {{ ref("int_judgement_exclusions") }}),

    of_experts as (
        select
            benchmark,
            'expert_judgements' as stage,
            system_id,
            item_id,
            source_row_id,
            exclusion_reason as reason,
            'metric ' || metric as detail
        from {{ ref("int_expert_versions") }}
        where exclusion_reason is not null
    ),

    of_outputs as (
        select
            benchmark,
            'outputs' as stage,
            system_id,
            item_id,
            source_row_id,
            exclusion_reason as reason,
            'setting '
            || setting
            || coalesce(', experiment ' || experiment, '')
            || coalesce(', k ' || cast(k as string), '')
            || coalesce(', trial ' || cast(trial as string), '') as detail
        from {{ ref("int_output_versions") }}
        where exclusion_reason is not null
    ),

    final as (
        select *
        from of_benchmarks
        union all by name
        select *
        from of_votes
        union all by name
        select *
        from of_scores
        union all by name
        select *
        from of_pairs
        union all by name
        select *
        from of_judgements
        union all by name
        select *
        from of_experts
        union all by name
        select *
        from of_outputs
    )

select *
from final
