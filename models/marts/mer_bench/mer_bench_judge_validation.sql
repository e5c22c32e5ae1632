with

    cards as (select * from {{ ref("judge_cards") }} where benchmark = 'mer_bench'),

    final as (
        select
            judge_id,
            configuration,
            metric,
            statistic,
            measure,
            value,
            ci_low,
            ci_high,
            p_value,
            n,
            cluster_count,
            method,
            status
        from cards
        where reference = 'experts' or right(measure, 11) = '_difference'
    )

select *
from final
