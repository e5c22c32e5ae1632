-- Responses with what becomes of each: only rows without a reason enter a leaderboard.
with

    facts as (select *, {{ mame_re_pool_id() }} as pool_id from {{ ref("stg_mame_re__selections") }}),

    systems as (select * from {{ ref("int_mame_re__systems") }}),

    contexts as (select * from {{ ref("int_mame_re__contexts") }}),

    pools as (select distinct pool_id, context_id from {{ ref("int_mame_re__landed_pools") }}),

    versions as (
        {{
            standing_versions(
                "facts",
                "mame_re",
                "selections",
                ["system_id", "pool_id", "context_id", "trial"],
                ["image_id", "status"],
            )
        }}
    ),

    final as (
        select
            versions.* exclude (exclusion_reason),
            pools.pool_id is not null as has_landed_pool,
            case
                when versions.exclusion_reason is not null
                then versions.exclusion_reason
                when systems.system_id is null
                then 'system.unknown'
                when contexts.context_id is null
                then 'item.unknown'
                when versions.experiment in ('exp3', 'exp4') and pools.pool_id is null
                then 'pool.unknown'
            end as exclusion_reason
        from versions
        left join systems on systems.system_id = versions.system_id
        left join contexts on contexts.context_id = versions.context_id
        left join pools on pools.pool_id = versions.pool_id and pools.context_id = versions.context_id
    )

select *
from final
