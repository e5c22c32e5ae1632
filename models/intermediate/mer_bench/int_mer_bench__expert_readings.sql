-- One expert's ratings of one output on the judge's own scale; layout and emotion hit are 0 or 1, a blank
-- is NULL. Only the index says which emotion an expert's label is held against.
with

    experts as (select * from {{ ref("int_mer_bench__expert_score_versions") }} where is_standing),

    memes as (select * from {{ ref("int_mer_bench__memes") }}),

    final as (
        select
            experts.source_row_id,
            experts.expert_id,
            experts.system_id,
            experts.item_id,
            cast(experts.vgq as double) as vgq,
            cast(experts.vea as double) as vea,
            cast(experts.tgq as double) as tgq,
            cast(experts.tea as double) as tea,
            case when experts.lc then 1e0 when not experts.lc then 0e0 end as lc,
            cast(experts.hgq as double) as hgq,
            case
                when experts.ppe_label = memes.target_emotion
                then 1e0
                when experts.ppe_label <> memes.target_emotion
                then 0e0
            end as ppe,
            cast(experts.pes as double) as pes
        from experts
        left join memes on memes.item_id = experts.item_id
    )

select *
from final
