-- The scale of each question: of every panel (panel is NULL), or of the panel named.
with

    shipped as (
        {{ union_shape("questions", ["benchmark", "question", "scale"], landed=false, pattern="%s_%s") }}
    ),

    -- A benchmark whose panels answer one question on scales of their own.
    shipped_by_panel as (
        {{
            union_shape(
                "panel_questions",
                ["benchmark", "panel", "question", "scale"],
                landed=false,
                pattern="%s_%s",
            )
        }}
    ),

    -- A user cannot register a shipped question anew: ingest refuses it.
    added as (select benchmark, question, scale from {{ source("raw", "questions") }}),

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
