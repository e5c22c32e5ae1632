-- What landed and is not used, each row with its reason.
with

    replaced as (select * from {{ ref("int_emogenie__replaced_rows") }}),

    annotations as (select * from {{ ref("int_emogenie__annotation_exclusions") }}),

    replies as (select * from {{ ref("int_emogenie__answer_exclusions") }}),

    images as (
        select
            'images' as stage,
            system_id,
            image_id as item_id,
            source_row_id,
            'item.unknown' as reason,
            'prompt ' || prompt_id || ' is not landed' as detail
        from {{ ref("int_emogenie__images") }}
        where perspective is null
    ),

    questions as (
        select
            'questions' as stage,
            cast(null as string) as system_id,
            question_id as item_id,
            source_row_id,
            exclusion_reason as reason,
            'images ' || image_id_1 || coalesce(', ' || image_id_2, '') as detail
        from {{ ref("int_emogenie__questions") }}
        where exclusion_reason is not null
    ),

    listed as (
        select *
        from replaced
        union all
        select *
        from annotations
        union all
        select *
        from replies
        union all
        select *
        from images
        union all
        select *
        from questions
    ),

    final as (select 'emogenie' as benchmark, * from listed)

select *
from final
