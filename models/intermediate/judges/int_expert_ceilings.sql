-- How far experts agree among themselves on what a judge scores: what no judge can be expected to pass. AC2
-- with quadratic
-- weights and ordinal alpha of scores, AC1 and nominal alpha of yes or no. The same number stands on every
-- judge's card.
with

    agreement as (select * from {{ ref("agreement") }} where panel = 'experts' and breakdown = 'all'),

    metrics as (select * from {{ ref("int_judge_metrics") }}),

    readings as (select * from {{ ref("int_judge_readings") }}),

    t_quantiles as (select * from {{ ref("t_quantiles") }}),

    judges as (
        select benchmark, judge_id, configuration, metric
        from readings
        group by benchmark, judge_id, configuration, metric
    ),

    coefficients as (
        select
            agreement.benchmark,
            agreement.question as metric,
            agreement.coefficient,
            agreement.value,
            agreement.standard_error,
            agreement.status,
            agreement.item_count
        from agreement
        inner join metrics on metrics.benchmark = agreement.benchmark and metrics.metric = agreement.question
        where
            (
                agreement.coefficient = 'gwet_ac'
                and agreement.marginals = 'mean_of_proportions'
                and agreement.weights = case when metrics.kind = 'yes_no' then 'identity' else 'quadratic' end
            )
            or (
                agreement.coefficient = 'krippendorff_alpha'
                and agreement.weights = case when metrics.kind = 'yes_no' then 'nominal' else 'ordinal' end
            )
    ),

    quantiles as (
        select
            coefficients.*,
            coalesce(
                t_quantiles.quantile_975,
                case
                    when coefficients.item_count > 201
                    then {{ t_quantile_tail("(coefficients.item_count - 1)") }}
                end
            ) as quantile_975
        from coefficients
        left join t_quantiles on t_quantiles.degrees_of_freedom = coefficients.item_count - 1
    ),

    final as (
        select
            judges.benchmark,
            judges.judge_id,
            judges.configuration,
            judges.metric,
            case
                when quantiles.coefficient = 'gwet_ac' then 'expert_expert_ac' else 'expert_expert_alpha'
            end as statistic,
            quantiles.value,
            quantiles.value - quantiles.quantile_975 * quantiles.standard_error as ci_low,
            case
                when quantiles.standard_error is not null
                then least(quantiles.value + quantiles.quantile_975 * quantiles.standard_error, 1e0)
            end as ci_high,
            quantiles.item_count as n,
            case when quantiles.standard_error is null then 'none' else 'gwet_t' end as method,
            quantiles.status
        from judges
        inner join quantiles on quantiles.benchmark = judges.benchmark and quantiles.metric = judges.metric
    )

select *
from final
