with

    shipped as (
        {{
            union_shape(
                "scales",
                [
                    "scale",
                    "label",
                    "position",
                    "numeric_value",
                    "polarity",
                    "name_en",
                    "name_zh",
                    "name_ja",
                    "name_ar",
                    "aliases",
                ],
                landed=false,
                pattern="%s_%s",
            )
        }}
    ),

    -- A user's rows for a shipped scale only add spellings, which ingest has used already.
    added as (
        select users.*
        from {{ source("raw", "scales") }} as users
        where not exists (select 1 from shipped where shipped.scale = users.scale)
    ),

    final as (
        select *
        from shipped
        union all by name
        select *
        from added
    )

select *
from final
