-- Pairs of measurements that stand twice in landed files: the last by file and line stands, others are
-- listed.
with

    final as (
        {{
            landed_versions(
                ref("int_score_pairs"),
                ["benchmark", "comparison", "panel", "dimension", "pair_id"],
                ["cluster_id", "x", "y"],
            )
        }}
    )

select *
from final
