with

    agreement as (select * from {{ ref("agreement") }}),

    intervals as (select * from {{ ref("int_agreement_intervals") }}),

    final as (
        select
            intervals.benchmark,
            intervals.panel,
            intervals.question,
            intervals.breakdown,
            intervals.breakdown_value,
            intervals.coefficient,
            intervals.weights,
            intervals.marginals,
            intervals.method,
            agreement.value,
            intervals.ci_low,
            intervals.ci_high,
            agreement.item_count,
            intervals.cluster_count,
            intervals.replicate_count,
            intervals.status
        from intervals
        inner join
            agreement
            on agreement.benchmark = intervals.benchmark
            and agreement.panel = intervals.panel
            and agreement.question = intervals.question
            and agreement.breakdown = intervals.breakdown
            and agreement.breakdown_value = intervals.breakdown_value
            and agreement.coefficient = intervals.coefficient
            and agreement.weights = intervals.weights
            and agreement.marginals = intervals.marginals
    )

select *
from final
