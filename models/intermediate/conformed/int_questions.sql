with

    shipped as (
        {{ union_shape("questions", ["benchmark", "question", "scale"], landed=false, pattern="%s_%s") }}
    ),

    -- A user cannot register a shipped question anew: ingest refuses it.
    added as (select benchmark, question, scale from {{ source("raw", "questions") }}),

    final as (
        select *
        from shipped
        union all
        select *
        from added
    )

select *
from final
