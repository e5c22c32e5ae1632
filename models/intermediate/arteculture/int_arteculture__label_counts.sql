-- Labels of each part of the data, every label of the scale: one that never occurs has a count of zero.
with

    pairs as (select * from {{ ref("int_arteculture__population_pairs") }} where label is not null),

    parts as (select * from {{ ref("int_arteculture__population_counts") }}),

    emotions as (select * from {{ ref("int_arteculture__emotions") }}),

    counted as (
        select population, split_part, culture_part, label, count(*) as label_count
        from pairs
        group by population, split_part, culture_part, label
    ),

    final as (
        select
            parts.population,
            parts.split,
            parts.culture,
            emotions.label,
            coalesce(counted.label_count, 0) as label_count,
            parts.labelled_count
        from parts
        cross join emotions
        left join
            counted
            on counted.population = parts.population
            and counted.split_part = parts.split
            and counted.culture_part = parts.culture
            and counted.label = emotions.label
    )

select *
from final
