-- One row per reply and coercion under which it is scored: eight raw scores, hit and layout as 0 or 1.
with

    verdicts as (select * from {{ ref("int_mer_bench__verdicts") }}),

    replies as (select * from {{ ref("int_mer_bench__replies") }}),

    rejected as (
        select * from {{ ref("stg_mer_bench__rejected_verdicts") }} where not is_dropped_by_released
    ),

    strict as (
        select
            source_row_id,
            'strict' as coercion,
            cast(vgq as double) as vgq,
            cast({{ mer_bench_gated("vea") }} as double) as vea,
            cast(tgq as double) as tgq,
            cast({{ mer_bench_gated("tea") }} as double) as tea,
            case when lc then 1e0 else 0e0 end as lc,
            cast(hgq as double) as hgq,
            case when is_target_hit then 1e0 else 0e0 end as ppe,
            cast(pes as double) as pes
        from verdicts
        where is_scored
    ),

    released_verdicts as (
        select
            source_row_id,
            'released' as coercion,
            cast(vgq as double) as vgq,
            cast(vea as double) as vea,
            cast(tgq as double) as tgq,
            cast(tea as double) as tea,
            case when lc then 1e0 else 0e0 end as lc,
            cast(hgq as double) as hgq,
            -- The released code compares labels as they stand: a normalised one is a miss.
            case when is_target_hit and not is_label_normalised then 1e0 else 0e0 end as ppe,
            cast(pes as double) as pes
        from verdicts
        where is_known_item and is_known_system and is_standing_run and not is_dropped_by_released
    ),

    released_rejects as (
        select
            source_row_id,
            'released' as coercion,
            released_vgq as vgq,
            released_vea as vea,
            released_tgq as tgq,
            released_tea as tea,
            released_lc as lc,
            released_hgq as hgq,
            released_ppe as ppe,
            released_pes as pes
        from rejected
    ),

    readings as (
        select *
        from strict
        union all
        select *
        from released_verdicts
        union all
        select *
        from released_rejects
    ),

    final as (
        select
            readings.*,
            replies.row_number,
            replies.configuration,
            replies.experiment,
            replies.mode,
            replies.run,
            replies.system_id,
            replies.item_id
        from readings
        inner join replies on replies.source_row_id = readings.source_row_id
        where replies.is_known_item and replies.is_known_system and replies.is_standing_run
    )

select *
from final
