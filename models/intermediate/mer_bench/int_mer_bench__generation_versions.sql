-- The generation log's records; one of an item that the landed index lacks is no output of the benchmark.
with

    facts as (select * from {{ ref("stg_mer_bench__generations") }}),

    versions as (
        {{ standing_versions("facts", "mer_bench", "generations", ["system_id", "item_id"], ["status"]) }}
    ),

    final as ({{ mer_bench_known_items("versions") }})

select *
from final
