-- What landed and is not used, each row with its reason.
with

    answers as (select * from {{ ref("int_arteculture__answers") }}),

    not_retained as (
        select
            'predictions' as stage,
            system_id,
            image_id as item_id,
            source_row_id,
            'item.not_retained' as reason,
            'a culture has no label for this image' as detail
        from answers
        where is_own_set and is_known and not is_retained
    ),

    listed as (
        select stage, system_id, item_id, source_row_id, reason, detail
        from {{ ref("int_arteculture__version_exclusions") }}
        union all
        select stage, system_id, item_id, source_row_id, reason, detail
        from {{ ref("int_arteculture__unknown_items") }}
        union all
        select stage, system_id, item_id, source_row_id, reason, detail
        from {{ ref("int_arteculture__unknown_concepts") }}
        union all
        select *
        from not_retained
    ),

    final as (select 'arteculture' as benchmark, * from listed)

select *
from final
