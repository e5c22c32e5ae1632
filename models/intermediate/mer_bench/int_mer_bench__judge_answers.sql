-- What the judge said of each output under a configuration: its first accepted verdict is repeat 1, and one
-- that was
-- asked for anew a later repeat. An answer served from the judge's cache is no repeat. Unlike the
-- population's, these need
-- no comparable item: experts rate single outputs.
with

    verdicts as (select * from {{ ref("int_mer_bench__verdicts") }} where is_usable and not is_gated_out),

    ordered as (
        select
            *,
            row_number() over (
                partition by configuration, system_id, item_id
                order by experiment nulls last, mode nulls last, run nulls last, row_number, source_row_id
            ) as answer_rank
        from verdicts
    ),

    final as (
        select
            source_row_id,
            configuration,
            system_id,
            item_id,
            row_number() over (
                partition by configuration, system_id, item_id order by answer_rank
            ) as repeat_number,
            cast(vgq as double) as vgq,
            cast({{ mer_bench_gated("vea") }} as double) as vea,
            cast(tgq as double) as tgq,
            cast({{ mer_bench_gated("tea") }} as double) as tea,
            case when lc then 1e0 else 0e0 end as lc,
            cast(hgq as double) as hgq,
            case when is_target_hit then 1e0 else 0e0 end as ppe,
            cast(pes as double) as pes
        from ordered
        where answer_rank = 1 or not is_cache_hit
    )

select *
from final
