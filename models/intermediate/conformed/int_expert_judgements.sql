-- One row per expert, output and metric: what judges are held against.
with

    versions as (select * from {{ ref("int_expert_versions") }} where exclusion_reason is null),

    final as (
        select benchmark, expert_id, system_id, setting, panel, item_id, metric, raw_score, source_row_id
        from versions
    )

select *
from final
