-- What landed and is not used, each row with its reason.
with

    meme_versions as (select * from {{ ref("int_mer_bench__meme_versions") }}),

    all_replies as (select * from {{ ref("int_mer_bench__replies") }}),

    cache as (select * from {{ ref("stg_mer_bench__judge_cache") }}),

    versions as (
        select 'generations' as stage, system_id, item_id, source_row_id, exclusion_reason
        from {{ ref("int_mer_bench__generation_versions") }}
        union all
        select 'expert_scores' as stage, system_id, item_id, source_row_id, exclusion_reason
        from {{ ref("int_mer_bench__expert_score_versions") }}
        union all
        select
            'filtering' as stage, cast(null as string) as system_id, item_id, source_row_id, exclusion_reason
        from {{ ref("int_mer_bench__filtering_versions") }}
        union all
        select
            'human_control' as stage,
            cast(null as string) as system_id,
            item_id,
            source_row_id,
            exclusion_reason
        from {{ ref("int_mer_bench__human_control_versions") }}
    ),

    verdict_exclusions as (select * from {{ ref("int_mer_bench__verdict_exclusions") }}),

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

    unused as (
        select
            stage,
            system_id,
            item_id,
            source_row_id,
            exclusion_reason as reason,
            case
                when exclusion_reason = 'item.unknown'
                then 'the index has no such id'
                else 'a later row tells the same fact'
            end as detail
        from versions
        where exclusion_reason is not null
    ),

    unlinked as (
        select
            'judge_cache' as stage,
            cast(null as string) as system_id,
            cast(null as string) as item_id,
            source_row_id,
            'cache.unlinked' as reason,
            'no recorded line carries this key' as detail
        from cache
        where not exists (select 1 from all_replies where all_replies.cache_key = cache.cache_key)
    ),

    listed as (
        select *
        from memes
        union all
        select *
        from unused
        union all
        select *
        from unlinked
        union all
        select *
        from verdict_exclusions
    ),

    final as (select 'mer_bench' as benchmark, * from listed)

select *
from final
