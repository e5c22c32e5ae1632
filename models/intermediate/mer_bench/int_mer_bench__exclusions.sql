-- What landed and is not used, each row with its reason.
with

    meme_versions as (select * from {{ ref("int_mer_bench__meme_versions") }}),

    replies as (select * from {{ ref("int_mer_bench__replies") }} where is_verdict),

    verdicts as (select * from {{ ref("int_mer_bench__verdicts") }}),

    comparable as (select * from {{ ref("int_mer_bench__comparable_items") }}),

    memes as (
        select
            'memes' as stage,
            cast(null as string) as system_id,
            item_id,
            source_row_id,
            exclusion_reason as reason,
            'another row of the index has this id' as detail
        from meme_versions
        where exclusion_reason is not null
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

    -- Recorded runs are never filtered; a bare verdict counts only in the comparable population.
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

    listed as (
        select *
        from memes
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
    ),

    final as (select 'mer_bench' as benchmark, * from listed)

select *
from final
