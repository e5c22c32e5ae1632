-- What landed and is not used, each row with its reason.
with

    versions as (
        select
            'contexts' as stage,
            null as system_id,
            context_id as item_id,
            source_row_id,
            exclusion_reason as reason
        from {{ ref("int_mame_re__context_versions") }}
        union all
        select 'images', null, image_id, source_row_id, exclusion_reason
        from {{ ref("int_mame_re__image_versions") }}
        union all
        select 'systems', system_id, null, source_row_id, exclusion_reason
        from {{ ref("int_mame_re__system_versions") }}
        union all
        select 'scores', null, {{ mame_re_pair_id() }}, source_row_id, exclusion_reason
        from {{ ref("int_mame_re__released_pairs") }}
        union all
        select 'annotations', null, {{ mame_re_pair_id() }}, source_row_id, exclusion_reason
        from {{ ref("int_mame_re__annotation_versions") }}
        union all
        select 'pools', null, {{ mame_re_pair_id() }}, source_row_id, exclusion_reason
        from {{ ref("int_mame_re__pool_versions") }}
        union all
        select 'similarity', null, left_id || ' ' || right_id, source_row_id, exclusion_reason
        from {{ ref("int_mame_re__similarity_versions") }}
        union all
        select 'rankings', system_id, {{ mame_re_pair_id() }}, source_row_id, reason
        from {{ ref("int_mame_re__ranking_exclusions") }}
        union all
        select 'selections', system_id, context_id, source_row_id, exclusion_reason
        from {{ ref("int_mame_re__selection_versions") }}
        union all
        -- Received and counted, but in no mean, unless failures count as zero.
        select 'selections', system_id, context_id, source_row_id, 'selection.' || coalesce(failure, outcome)
        from {{ ref("int_mame_re__selections") }}
        where outcome <> 'scored'
    ),

    reasons as (select * from {{ ref("mame_re_exclusion_reasons") }}),

    final as (
        select
            'mame_re' as benchmark,
            versions.stage,
            cast(versions.system_id as string) as system_id,
            versions.item_id,
            versions.source_row_id,
            versions.reason,
            reasons.detail
        from versions
        left join reasons on reasons.reason = versions.reason
        where versions.reason is not null
    )

select *
from final
