with

    agreement as (select * from {{ ref("agreement") }} where benchmark = 'arteculture'),

    final as (select panel as culture, {{ agreement_columns() }} from agreement)

select *
from final
