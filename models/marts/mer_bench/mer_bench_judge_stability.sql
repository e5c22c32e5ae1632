with

    cards as (select * from {{ ref("judge_cards") }} where benchmark = 'mer_bench'),

    final as (
        select
            judge_id,
            configuration,
            metric,
            statistic,
            measure,
            case
                when left(reference, 14) = 'configuration/' then substr(reference, 15)
            end as other_configuration,
            value,
            ci_low,
            ci_high,
            p_value,
            n,
            cluster_count,
            method,
            status
        from cards
        where
            (left(reference, 14) = 'configuration/' and right(measure, 11) <> '_difference')
            or reference = 'self'
            or metric = 'all'
    )

select *
from final
