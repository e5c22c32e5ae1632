with

    annotators as (
        select *
        from {{ ref("int_arteculture__annotator_versions") }}
        where is_standing and residence is not null
    ),

    totals as (select culture, count(*) as known_annotator_count from annotators group by culture),

    counted as (
        select culture, residence, count(*) as annotator_count from annotators group by culture, residence
    ),

    final as (
        select
            cast(counted.culture as string) as culture,
            cast(counted.residence as string) as residence,
            counted.annotator_count,
            {{ share_of("counted.annotator_count", "totals.known_annotator_count") }} as share,
            totals.known_annotator_count
        from counted
        inner join totals on totals.culture = counted.culture
    )

select *
from final
