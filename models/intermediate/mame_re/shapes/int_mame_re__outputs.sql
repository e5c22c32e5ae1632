with

    selections as (select * from {{ ref("int_mame_re__selections") }}),

    final as (
        select
            'mame_re' as benchmark,
            system_id,
            'all' as setting,
            'all' as panel,
            experiment,
            k,
            condition,
            trial,
            context_id as item_id,
            coalesce(failure, 'ok') as status,
            cast(null as string) as predicted_label,
            cast(null as double) as predicted_score,
            image_id as choice_id,
            source_row_id
        from selections
    )

select *
from final
