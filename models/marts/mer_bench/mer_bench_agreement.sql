with

    agreement as (select * from {{ ref("agreement") }} where benchmark = 'mer_bench'),

    final as (
        select
            panel,
            question,
            breakdown,
            breakdown_value,
            coefficient,
            weights,
            marginals,
            value,
            standard_error,
            status,
            item_count,
            pairable_item_count,
            rater_count,
            rating_count,
            observed_agreement,
            expected_agreement,
            rater_pair_count,
            undefined_pair_count
        from agreement
    )

select *
from final
