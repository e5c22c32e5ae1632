with

    counts as (select * from {{ ref("int_arteculture__label_counts") }} where split = 'all'),

    names as (select * from {{ ref("int_arteculture__native_names") }}),

    final as (
        select
            cast(counts.culture as string) as culture,
            cast(counts.population as string) as population,
            cast(counts.label as string) as label,
            cast(counts.label_count as bigint) as label_count,
            {{ share_of("counts.label_count", "counts.labelled_count") }} as share,
            cast(counts.labelled_count as bigint) as labelled_count,
            cast(names.native_name as string) as native_name,
            cast(names.label_position as bigint) as label_position,
            cast(names.culture_native_name as string) as culture_native_name,
            cast(names.culture_position as bigint) as culture_position,
            case when counts.labelled_count > 0 then 'ok' else 'no_labels' end as status
        from counts
        inner join names on names.culture = counts.culture and names.label = counts.label
    )

select *
from final
