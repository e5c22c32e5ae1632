with

    questions as (select * from {{ ref("stg_emogenie__questions") }}),

    options as (
        select
            source_row_id,
            {{ dbt.listagg("letter || '=' || option_folded", "chr(31)", "order by letter") }} as options
        from {{ ref("stg_emogenie__question_options") }}
        group by source_row_id
    ),

    facts as (
        select questions.*, options.options
        from questions
        left join options on options.source_row_id = questions.source_row_id
    ),

    final as (
        {{
            standing_versions(
                "facts",
                "emogenie",
                "questions",
                ["question_id"],
                [
                    "perspective",
                    "format",
                    "image_id_1",
                    "image_id_2",
                    "dimension",
                    "key_letter",
                    "split",
                    "options",
                ],
            )
        }}
    )

select *
from final
