with

    verdicts as (select * from {{ ref("int_mer_bench__verdicts") }}),

    final as (
        select
            cast(source_row_id as string) as source_row_id,
            cast(configuration as string) as configuration,
            cast(experiment as string) as experiment,
            cast(mode as string) as mode,
            cast(run as bigint) as run,
            cast(system_id as string) as system_id,
            cast(item_id as string) as item_id,
            cast(target_emotion as string) as target_emotion,
            cast(vgq as bigint) as vgq,
            cast(vea as bigint) as vea,
            cast(tgq as bigint) as tgq,
            cast(tea as bigint) as tea,
            lc,
            cast(hgq as bigint) as hgq,
            cast(ppe_label as string) as ppe_label,
            cast(other_emotion as string) as other_emotion,
            cast(pes as bigint) as pes,
            cast(flags as string) as flags,
            is_scored
        from verdicts
    )

select *
from final
