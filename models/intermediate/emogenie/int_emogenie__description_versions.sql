with

    descriptions as (select * from {{ ref("stg_emogenie__descriptions") }}),

    ratings as (
        select
            source_row_id,
            {{
                dbt.listagg(
                    "evaluation || ':' || correctness || ',' || completeness || ',' || relevance",
                    "' '",
                    "order by evaluation",
                )
            }} as ratings
        from {{ ref("stg_emogenie__description_ratings") }}
        group by source_row_id
    ),

    facts as (
        select descriptions.*, ratings.ratings
        from descriptions
        left join ratings on ratings.source_row_id = descriptions.source_row_id
    ),

    final as (
        {{
            standing_versions(
                "facts",
                "emogenie",
                "descriptions",
                ["system_id", "question_id"],
                ["candidate", "reference", "judge_id", "ratings"],
            )
        }}
    )

select *
from final
