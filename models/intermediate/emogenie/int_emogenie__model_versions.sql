with

    facts as (select * from {{ ref("stg_emogenie__models") }}),

    final as (
        {{ standing_versions("facts", "emogenie", "models", ["system_id"], ["kind", "backbone", "stage"]) }}
    )

select *
from final
