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

    frame as (select * from {{ ref("int_mer_bench__frame") }}),

    judged as (
        select
            verdicts.*,
            replies.target_emotion,
            replies.is_usable,
            -- A recorded run counts as it was drawn; a bare verdict counts only in the comparable population.
            verdicts.experiment is not null or frame.item_id is not null as is_in_population,
            verdicts.ppe_label = replies.target_emotion as is_target_hit,
            -- The schema asks for at most 2 where the perceived emotion is not the target.
            verdicts.ppe_label <> replies.target_emotion
            and (verdicts.vea > 2 or verdicts.tea > 2) as is_gate_violation,
            replies.is_duplicate_draw
        from verdicts
        inner join replies on replies.source_row_id = verdicts.source_row_id
        left join frame on frame.configuration = verdicts.configuration and frame.item_id = verdicts.item_id
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
            {{ mer_bench_is_gated_out() }} as is_gated_out,
            is_usable and is_in_population and not {{ mer_bench_is_gated_out() }} as is_scored
        from judged
    )

select *
from final
