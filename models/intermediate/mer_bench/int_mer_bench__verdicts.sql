with

    verdicts as (select * from {{ ref("stg_mer_bench__verdicts") }}),

    -- Rejected replies count as draws too: an output whose first answer is unreadable was still drawn twice.
    replies as (
        select
            *,
            count(*) over (partition by configuration, experiment, mode, system_id, run, item_id, file_path)
            > 1
            and experiment is not null as is_duplicate_draw
        from {{ ref("int_mer_bench__replies") }}
    ),

    judged as (
        select
            verdicts.*,
            replies.target_emotion,
            replies.is_known_item,
            replies.is_known_system,
            replies.is_standing_run,
            verdicts.ppe_label = replies.target_emotion as is_target_hit,
            -- The schema asks for at most 2 where the perceived emotion is not the target.
            verdicts.ppe_label <> replies.target_emotion
            and (verdicts.vea > 2 or verdicts.tea > 2) as is_gate_violation,
            replies.is_duplicate_draw
        from verdicts
        inner join replies on replies.source_row_id = verdicts.source_row_id
    ),

    final as (
        select
            *,
            concat_ws(
                '|',
                case when is_gate_violation then 'target_gate_violation' end,
                case when is_label_normalised then 'label_normalised' end,
                case when is_fenced then 'fenced' end,
                case when is_wrapped then 'wrapped' end,
                case when has_extra_keys then 'extra_keys' end,
                case when is_duplicate_draw then 'duplicate_draw' end,
                case when is_cache_hit then 'cache_hit' end
            ) as flags,
            coalesce(is_gate_violation, false)
            and '{{ var("mer_bench_gating") }}' = 'exclude' as is_gated_out,
            is_known_item
            and is_known_system
            and is_standing_run
            and not (
                coalesce(is_gate_violation, false) and '{{ var("mer_bench_gating") }}' = 'exclude'
            ) as is_scored
        from judged
    )

select *
from final
