-- The scale of each question: of every panel (panel is NULL), or of the panel named.
with

    shipped as (
        {{ union_shape("questions", ["benchmark", "question", "scale"], landed=false, pattern="%s_%s") }}
    ),

    -- A benchmark whose panels answer one question on scales of their own.
    shipped_by_panel as (
        {{
            union_shape(
                "questions_by_panel",
                ["benchmark", "panel", "question", "scale"],
                landed=false,
                pattern="%s_%s",
            )
        }}
    ),

    -- A user cannot register a shipped question anew: ingest refuses it, and one by panel stands as it is.
    added as (
        select users.benchmark, users.question, users.scale
        from {{ source("raw", "questions") }} as users
        where
            not exists (
                select 1
                from shipped_by_panel
                where
                    shipped_by_panel.benchmark = users.benchmark
                    and shipped_by_panel.question = users.question
            )
    ),

    final as (
        select benchmark, cast(null as string) as panel, question, scale
        from shipped
        union all
        select benchmark, panel, question, scale
        from shipped_by_panel
        union all
        select benchmark, cast(null as string) as panel, question, scale
        from added
    )

select *
from final
