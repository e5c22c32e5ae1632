with

    facts as (select * from {{ ref("stg_mer_bench__expert_scores") }}),

    versions as (
        {{
            standing_versions(
                "facts",
                "mer_bench",
                "expert_scores",
                ["expert_id", "system_id", "item_id"],
                ["vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe_label", "pes"],
                "annotated_at desc nulls last",
            )
        }}
    ),

    final as ({{ mer_bench_known_items("versions") }})

select *
from final
