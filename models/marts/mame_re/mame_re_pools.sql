with

    landed as (select * from {{ ref("int_mame_re__landed_pools") }}),

    stored as (
        select *
        from {{ ref("int_mame_re__stored_pools") }}
        where seed = cast('{{ var("mame_re_pool_seed") }}' as string)
    ),

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    landed_contexts as (select distinct pool_id, context_id from landed),

    members as (
        select
            pool_id, experiment, k, condition, context_id, image_id, role, 'landed' as source, null as encoder
        from landed
        union all
        select
            stored.pool_id,
            stored.experiment,
            stored.k,
            stored.condition,
            stored.context_id,
            stored.image_id,
            stored.role,
            'built' as source,
            stored.encoder
        from stored
        left join
            landed_contexts
            on landed_contexts.pool_id = stored.pool_id
            and landed_contexts.context_id = stored.context_id
        where landed_contexts.pool_id is null
    ),

    known as (
        select
            members.*,
            pairs.vote_role,
            -- Where the file leaves the role open, the votes tell it.
            case when members.role = 'any' then pairs.vote_role else members.role end as known_role
        from members
        left join pairs on pairs.context_id = members.context_id and pairs.image_id = members.image_id
    ),

    counted as (
        select
            *,
            count(*) over pool as member_count,
            count(case when known_role = 'funny' then 1 end) over pool as funny_count,
            count(case when known_role = 'unfunny' then 1 end) over pool as unfunny_count,
            count(case when role <> 'any' and role is distinct from vote_role then 1 end) over pool
            as contradicted_count
        from known
        window pool as (partition by pool_id, context_id)
    ),

    final as (
        select
            cast(experiment as string) as experiment,
            cast(k as bigint) as k,
            cast(condition as string) as condition,
            cast(context_id as string) as context_id,
            cast(image_id as string) as image_id,
            cast(role as string) as role,
            cast(vote_role as string) as vote_role,
            cast(source as string) as source,
            cast(encoder as string) as encoder,
            member_count <> k as is_wrong_size,
            contradicted_count > 0
            or (experiment <> 'exp2' and (funny_count <> 1 or 2 * unfunny_count <> k)) as is_wrong_roles
        from counted
    )

select *
from final
