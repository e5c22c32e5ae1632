-- Two judges' mean scores of one model within one setting. Equal fractions are equal doubles, so ties stay
-- ties.
with

    scores as (select * from {{ ref("int_arteculture__explanation_scores") }}),

    means as (
        select
            judge_id, system_id, setting, cast(sum(score) as double) / cast(count(*) as double) as mean_score
        from scores
        group by judge_id, system_id, setting
    ),

    judges as (select distinct judge_id from scores),

    judge_count as (select count(*) as judge_count from judges),

    -- With more than two judges each pair of them is a comparison of its own.
    judge_pairs as (
        select
            first_judge.judge_id as first_judge_id,
            second_judge.judge_id as second_judge_id,
            case
                when judge_count.judge_count = 2
                then 'explanation_judges'
                else concat('explanation_judges:', first_judge.judge_id, '|', second_judge.judge_id)
            end as comparison
        from judges as first_judge
        cross join judge_count
        inner join judges as second_judge on second_judge.judge_id > first_judge.judge_id
    ),

    judged as (select distinct system_id, setting from means),

    final as (
        select
            'arteculture' as benchmark,
            judge_pairs.comparison,
            'all' as panel,
            judged.setting as dimension,
            judged.system_id as pair_id,
            judged.system_id as cluster_id,
            -- NULL where one judge did not score the model: the pair is dropped and counted.
            first_means.mean_score as x,
            second_means.mean_score as y,
            cast(null as string) as source_row_id
        from judge_pairs
        cross join judged
        left join
            means as first_means
            on first_means.judge_id = judge_pairs.first_judge_id
            and first_means.system_id = judged.system_id
            and first_means.setting = judged.setting
        left join
            means as second_means
            on second_means.judge_id = judge_pairs.second_judge_id
            and second_means.system_id = judged.system_id
            and second_means.setting = judged.setting
        where first_means.mean_score is not null or second_means.mean_score is not null
    )

select *
from final
