with

    facts as (select * from {{ ref("stg_mer_bench__human_control") }}),

    final as ({{ standing_versions("facts", "mer_bench", "human_control", ["item_id"], ["outcome"]) }})

select *
from final
