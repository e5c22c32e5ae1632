-- Verdicts that landed and are not used. Recorded runs are never filtered by comparability; a bare verdict
-- counts only
-- in the comparable population.
with

    replies as (select * from {{ ref("int_mer_bench__replies") }} where is_verdict),

    verdicts as (select * from {{ ref("int_mer_bench__verdicts") }}),

    comparable as (select * from {{ ref("int_mer_bench__comparable_items") }}),

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

    gated as (
        select
            'verdicts' as stage,
            system_id,
            item_id,
            source_row_id,
            'target_gate_violation' as reason,
            'left out by the gating option' as detail
        from verdicts
        where is_gated_out and is_known_item and is_standing_run
    ),

    not_comparable as (
        select
            'verdicts' as stage,
            replies.system_id,
            replies.item_id,
            replies.source_row_id,
            'not_comparable' as reason,
            concat(
                cast(comparable.missing_system_count as string), ' systems have no reply for this item'
            ) as detail
        from replies
        inner join comparable on comparable.item_id = replies.item_id and not comparable.is_comparable
        where replies.experiment is null and replies.is_known_item
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
        from gated
        union all
        select *
        from not_comparable
    )

select *
from final
