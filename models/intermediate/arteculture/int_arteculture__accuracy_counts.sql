-- Answers counted within every culture, split and region, and over all of each. Over all cultures only
-- answers to
-- prompts in the culture's own language are pooled.
with

    outcomes as (select * from {{ ref("int_arteculture__outcomes") }}),

    by_culture as (
        select outcomes.*, outcomes.culture as culture_part, outcomes.prompt_language as language_part
        from outcomes
        union all
        select outcomes.*, 'all' as culture_part, 'own' as language_part
        from outcomes
        where outcomes.prompt_language = outcomes.culture
    ),

    by_split as (
        select by_culture.*, by_culture.split as split_part
        from by_culture
        where by_culture.split is not null
        union all
        select by_culture.*, 'all' as split_part
        from by_culture
    ),

    by_region as (
        select by_split.*, by_split.region as region_part
        from by_split
        where by_split.region is not null
        union all
        select by_split.*, 'all' as region_part
        from by_split
    ),

    summed as (
        select
            system_id,
            setting,
            culture_part as culture,
            split_part as split,
            region_part as region,
            language_part as prompt_language,
            evaluation_set,
            cast(sum(correct_count) as bigint) as correct_count,
            cast(sum(prediction_count) as bigint) as prediction_count,
            cast(sum(unparsable_count) as bigint) as unparsable_count,
            cast(sum(exact_count) as bigint) as exact_count,
            cast(sum(only_label_count) as bigint) as only_label_count,
            cast(sum(missing_count) as bigint) as missing_count,
            cast(
                sum(case when by_region.split = 'train' then prediction_count else 0 end) as bigint
            ) as training_prediction_count
        from by_region
        group by system_id, setting, culture_part, split_part, region_part, language_part, evaluation_set
    ),

    known as (select * from {{ ref("int_arteculture__answering_systems") }}),

    -- A model of which no answer counts is listed with zero counts.
    final as (
        select *
        from summed
        union all by name
        select
            known.system_id,
            known.setting,
            'all' as culture,
            'all' as split,
            'all' as region,
            'own' as prompt_language,
            'arteculture' as evaluation_set,
            0 as correct_count,
            0 as prediction_count,
            0 as unparsable_count,
            0 as exact_count,
            0 as only_label_count,
            0 as missing_count,
            0 as training_prediction_count
        from known
        where
            not exists (
                select 1
                from summed
                where
                    summed.system_id = known.system_id
                    and summed.setting = known.setting
                    and summed.evaluation_set = 'arteculture'
            )
    )

select *
from final
