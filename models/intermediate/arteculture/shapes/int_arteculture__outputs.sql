with

    answers as (select * from {{ ref("int_arteculture__answers") }}),

    final as (
        select
            'arteculture' as benchmark,
            system_id,
            setting,
            culture as panel,
            evaluation_set as experiment,
            cast(null as bigint) as k,
            prompt_language as condition,
            cast(null as bigint) as trial,
            image_id as item_id,
            case when emotion_label is null then 'unparsable' else 'ok' end as status,
            emotion_label as predicted_label,
            cast(null as double) as predicted_score,
            cast(null as string) as choice_id,
            source_row_id
        from answers
        where is_known or not is_own_set
    )

select *
from final
