-- The counts and shares as rows. Shares of regions are over images whose region is known, and the same in
-- every
-- culture, so they stand at culture all only.
with

    parts as (select * from {{ ref("int_arteculture__population_counts") }}),

    label_counts as (select * from {{ ref("int_arteculture__label_counts") }}),

    names as (
        select statistic
        from
            (
                values
                    ('image_count'),
                    ('annotation_count'),
                    ('annotations_per_image'),
                    ('majority_share_mean'),
                    ('western_share'),
                    ('non_western_share'),
                    ('western_share:artelingo'),
                    ('non_western_share:artelingo')
            ) as listed(statistic)
    ),

    named as (
        select
            names.statistic,
            parts.population,
            parts.split,
            parts.culture,
            case
                names.statistic
                when 'image_count'
                then cast(parts.image_count as double)
                when 'annotation_count'
                then cast(parts.annotation_count as double)
                when 'annotations_per_image'
                then {{ share_of("parts.annotation_count", "parts.pair_count") }}
                when 'majority_share_mean'
                then parts.majority_share_mean
                when 'western_share'
                then {{ share_of("parts.western_count", "parts.region_count") }}
                when 'non_western_share'
                then {{ share_of("parts.region_count - parts.western_count", "parts.region_count") }}
                when 'western_share:artelingo'
                then {{ share_of("parts.released_western_count", "parts.released_region_count") }}
                when 'non_western_share:artelingo'
                then
                    {{
                        share_of(
                            "parts.released_region_count - parts.released_western_count",
                            "parts.released_region_count",
                        )
                    }}
            end as value,
            case
                when names.statistic in ('image_count', 'annotation_count', 'annotations_per_image')
                then parts.pair_count
                when names.statistic = 'majority_share_mean'
                then parts.labelled_count
                when names.statistic in ('western_share', 'non_western_share')
                then parts.region_count
                else parts.released_region_count
            end as unit_count
        from parts
        cross join names
        where parts.culture = 'all' or names.statistic not like '%western_share%'
    ),

    label_shares as (
        select
            concat('label_share:', label) as statistic,
            population,
            split,
            culture,
            {{ share_of("label_count", "labelled_count") }} as value,
            labelled_count as unit_count
        from label_counts
    ),

    listed as (
        select *
        from named
        union all
        select *
        from label_shares
    ),

    final as (
        select
            *,
            case
                when unit_count > 0
                then 'ok'
                when statistic like '%western_share%'
                then 'no_known_region'
                else 'no_labels'
            end as status
        from listed
    )

select *
from final
