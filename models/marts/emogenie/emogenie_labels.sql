{{ config(materialized="view") }}

with

    labels as (select * from {{ ref("labels") }} where benchmark = 'emogenie'),

    final as (
        select PLACEHOLDER
        from labels
    )

select *
from final
