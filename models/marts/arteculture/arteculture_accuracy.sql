with

    counts as (select * from {{ ref("int_arteculture__accuracy_counts") }}),

    accuracies as (
        select *, {{ share_of("correct_count", "prediction_count") }} as accuracy_unit from counts
    ),

    culture_means as (
        select system_id, setting, split, region, evaluation_set, {{ favg("accuracy_unit") }} as mean_unit
        from accuracies
        where prompt_language = culture
        group by system_id, setting, split, region, evaluation_set
    ),

    compared as (
        select
            accuracies.*,
            max(case when setting = 'orig' then accuracy_unit end) over (
                partition by system_id, culture, split, region, prompt_language, evaluation_set
            ) as orig_unit,
            max(case when setting in ('orig', 'know', 'sft') then accuracy_unit end) over (
                partition by system_id, culture, split, region, prompt_language, evaluation_set
            ) as best_unit
        from accuracies
    ),

    final as (
        select
            cast(compared.system_id as string) as model,
            cast(compared.setting as string) as setting,
            cast(compared.culture as string) as culture,
            cast(compared.split as string) as split,
            cast(compared.region as string) as region,
            cast(compared.prompt_language as string) as prompt_language,
            cast(compared.evaluation_set as string) as evaluation_set,
            compared.accuracy_unit,
            case when compared.culture = 'all' then culture_means.mean_unit end as culture_mean_unit,
            compared.correct_count,
            compared.prediction_count,
            compared.unparsable_count,
            compared.exact_count,
            compared.only_label_count,
            compared.missing_count,
            compared.training_prediction_count,
            case
                when compared.setting <> 'orig' then compared.accuracy_unit - compared.orig_unit
            end as gain_unit,
            compared.setting in ('orig', 'know', 'sft')
            and compared.prompt_language in (compared.culture, 'own')
            and coalesce(compared.accuracy_unit = compared.best_unit, false) as is_best,
            case when compared.prediction_count > 0 then 'ok' else 'no_answers' end as status
        from compared
        left join
            culture_means
            on culture_means.system_id = compared.system_id
            and culture_means.setting = compared.setting
            and culture_means.split = compared.split
            and culture_means.region = compared.region
            and culture_means.evaluation_set = compared.evaluation_set
    )

select *
from final
