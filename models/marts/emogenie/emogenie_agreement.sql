{{ config(materialized="view") }}

with

    agreement as (select * from {{ ref("agreement") }} where benchmark = 'emogenie'),

    final as (
        select PLACEHOLDER
        from agreement
    )

select *
from final
