with

    agreement as (select * from {{ ref("agreement") }} where benchmark = 'mer_bench'),

    final as (select panel, {{ agreement_columns() }} from agreement)

select *
from final
