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

    final as (
        select *
        from of_benchmarks
        union all by name
        select *
        from of_votes
        union all by name
        select *
        from of_scores
    )

select *
from final
