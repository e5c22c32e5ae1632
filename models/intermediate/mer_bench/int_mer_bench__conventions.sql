-- The conventions in force: the gating option decides which strict ones; the released reading knows no gate.
with

    conventions as (select * from {{ ref("mer_bench_conventions") }}),

    final as (select * from conventions where gating in ('none', '{{ var("mer_bench_gating") }}'))

select *
from final
