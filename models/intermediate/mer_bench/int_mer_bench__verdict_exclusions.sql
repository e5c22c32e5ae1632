-- Verdicts that landed and are not used, each under every reason that applies.
with

    replies as (select * from {{ ref("int_mer_bench__replies") }} where is_verdict),

    verdicts as (select * from {{ ref("int_mer_bench__verdicts") }}),

    unknown_systems as (
        select
            'verdicts' as stage,
            system_id,
            item_id,
            source_row_id,
            'system.unknown' as reason,
            'the generation log has no such system' as detail
        from replies
        where not is_known_system
    ),

    unknown_items as (
        select
            'verdicts' as stage,
            system_id,
            item_id,
            source_row_id,
            'item.unknown' as reason,
            'the index has no such id' as detail
        from replies
        where not is_known_item
    ),

    second_runs as (
        select
            'verdicts' as stage,
            system_id,
            item_id,
            source_row_id,
            'run.duplicate' as reason,
            concat(
                'run ', cast(run as string), ' of ', experiment, ' is taken from ', standing_path
            ) as detail
        from replies
        where not is_standing_run
    ),

    unknown_targets as (
        select
            'verdicts' as stage,
            system_id,
            item_id,
            source_row_id,
            'target.unknown' as reason,
            'neither the sample nor the index says which emotion is meant' as detail
        from replies
        where is_known_item and target_emotion is null
    ),

    gated as (
        select
            'verdicts' as stage,
            system_id,
            item_id,
            source_row_id,
            'target_gate_violation' as reason,
            'left out by the gating option' as detail
        from verdicts
        where is_gated_out and is_usable and is_in_population
    ),

    not_comparable as (
        select
            'verdicts' as stage,
            system_id,
            item_id,
            source_row_id,
            'not_comparable' as reason,
            'a system has no output for this item, or no reply under this judge configuration' as detail
        from verdicts
        where is_usable and not is_in_population
    ),

    final as (
        select *
        from unknown_systems
        union all
        select *
        from unknown_items
        union all
        select *
        from second_runs
        union all
        select *
        from unknown_targets
        union all
        select *
        from gated
        union all
        select *
        from not_comparable
    )

select *
from final
