with

    facts as (select * from {{ ref("stg_mer_bench__filtering") }}),

    final as ({{ standing_versions("facts", "mer_bench", "filtering", ["item_id"], ["stage"]) }})

select *
from final
