with

    facts as (select * from {{ ref("stg_mer_bench__generations") }}),

    final as (
        {{ standing_versions("facts", "mer_bench", "generations", ["system_id", "item_id"], ["status"]) }}
    )

select *
from final
