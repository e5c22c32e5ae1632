-- One row per model, culture and image with the number of its concepts that retrieve a tuple. The images
-- are those
-- that the model answered with knowledge, else those that it extracted concepts from.
with

    answers as (
        select distinct system_id, culture, image_id
        from {{ ref("int_arteculture__answers") }}
        where setting = 'know' and is_own_set and is_known
    ),

    test_concepts as (select * from {{ ref("int_arteculture__test_concepts") }}),

    matches as (select * from {{ ref("int_arteculture__concept_matches") }}),

    cultures as (select * from {{ ref("int_arteculture__cultures") }}),

    extracted as (
        select distinct test_concepts.system_id, cultures.culture, test_concepts.image_id
        from test_concepts
        cross join cultures
    ),

    images as (
        select system_id, culture, image_id, 'know' as image_source
        from answers
        union all
        select extracted.system_id, extracted.culture, extracted.image_id, 'test_concepts' as image_source
        from extracted
        where
            not exists (
                select 1
                from answers
                where answers.system_id = extracted.system_id and answers.culture = extracted.culture
            )
    ),

    -- Without extracted concepts of the model there is nothing to replay.
    replayed as (
        select images.*
        from images
        where exists (select 1 from test_concepts where test_concepts.system_id = images.system_id)
    ),

    final as (
        select
            replayed.system_id,
            replayed.culture,
            replayed.image_id,
            replayed.image_source,
            count(test_concepts.concept_key) as concept_count,
            count(case when matches.match_kind = 'exact' then 1 end) as exact_count,
            count(case when matches.match_kind = 'semantic' then 1 end) as semantic_count
        from replayed
        left join
            test_concepts
            on test_concepts.system_id = replayed.system_id
            and test_concepts.image_id = replayed.image_id
        left join
            matches on matches.concept_key = test_concepts.concept_key and matches.culture = replayed.culture
        group by replayed.system_id, replayed.culture, replayed.image_id, replayed.image_source
    )

select *
from final
