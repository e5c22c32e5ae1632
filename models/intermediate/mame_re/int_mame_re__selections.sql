-- What each response comes to. A status other than ok decides even where a meme is named; a meme outside
-- the pool is a failed response; a meme of the pool without votes is neither a score nor a failure.
with

    versions as (select * from {{ ref("int_mame_re__selection_versions") }} where exclusion_reason is null),

    images as (select * from {{ ref("int_mame_re__images") }}),

    pools as (select * from {{ ref("int_mame_re__landed_pools") }}),

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    matched as (
        select
            versions.*,
            case
                when versions.has_landed_pool then pools.image_id is not null else images.image_id is not null
            end as is_in_pool,
            pairs.funniness_unit,
            pairs.is_funny_to_all,
            pairs.is_funny_to_four_fifths
        from versions
        left join images on images.image_id = versions.image_id
        left join
            pools
            on pools.pool_id = versions.pool_id
            and pools.context_id = versions.context_id
            and pools.image_id = versions.image_id
        left join pairs on pairs.context_id = versions.context_id and pairs.image_id = versions.image_id
    ),

    final as (
        select
            * exclude (funniness_unit, is_funny_to_all, is_funny_to_four_fifths),
            case
                when status <> 'ok'
                then status
                when image_id is null
                then 'no_choice'
                when not is_in_pool
                then 'out_of_pool'
            end as failure,
            case
                when status <> 'ok' or image_id is null or not is_in_pool
                then 'failed'
                when funniness_unit is null
                then 'no_reference'
                else 'scored'
            end as outcome,
            case when status = 'ok' and is_in_pool then funniness_unit end as gain,
            case when status = 'ok' and is_in_pool then is_funny_to_all end as is_funny_to_all,
            case when status = 'ok' and is_in_pool then is_funny_to_four_fifths end as is_funny_to_four_fifths
        from matched
    )

select *
from final
