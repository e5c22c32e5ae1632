with

    agreement as (select * from {{ ref("agreement") }} where benchmark = 'arteculture'),

    final as (
        select
            panel as culture,
            breakdown,
            breakdown_value,
            coefficient,
            weights,
            marginals,
            value,
            status,
            item_count,
            rating_count
        from agreement
    )

select *
from final
