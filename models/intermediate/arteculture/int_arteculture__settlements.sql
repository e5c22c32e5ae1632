-- How each label came about where every vote has its round.
with

    counts as (select * from {{ ref("int_arteculture__round_counts") }} where roundless_count = 0),

    labels as (select * from {{ ref("int_arteculture__culture_labels") }}),

    breaches as (
        select distinct image_id, culture from {{ ref("int_arteculture__deviations") }} where is_breach
    ),

    final as (
        select
            counts.image_id,
            counts.culture,
            case
                when breaches.image_id is not null
                then 'deviation'
                when labels.label is null
                then 'discarded'
                when counts.is_settled_in_first
                then 'round_1'
                else 'round_2'
            end as outcome
        from counts
        inner join labels on labels.image_id = counts.image_id and labels.culture = counts.culture
        left join breaches on breaches.image_id = counts.image_id and breaches.culture = counts.culture
    )

select *
from final
