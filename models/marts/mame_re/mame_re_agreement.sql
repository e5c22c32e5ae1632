with

    agreement as (select * from {{ ref("agreement") }} where benchmark = 'mame_re'),

    final as (select panel, {{ agreement_columns() }} from agreement)

select *
from final
