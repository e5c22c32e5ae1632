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

    judge_count as (select count(distinct judge_id) as judge_count from scores),

    -- With more than two judges each pair of them is a comparison of its own.
    final as (
        select
            'arteculture' as benchmark,
            case
                when judge_count.judge_count = 2
                then 'explanation_judges'
                else concat('explanation_judges:', first_judge.judge_id, '|', second_judge.judge_id)
            end as comparison,
            'all' as panel,
            first_judge.setting as dimension,
            first_judge.system_id as pair_id,
            first_judge.system_id as cluster_id,
            first_judge.mean_score as x,
            second_judge.mean_score as y,
            cast(null as string) as source_row_id
        from means as first_judge
        cross join judge_count
        inner join
            means as second_judge
            on second_judge.system_id = first_judge.system_id
            and second_judge.setting = first_judge.setting
            and second_judge.judge_id > first_judge.judge_id
    )

select *
from final
