-- Released votes held against annotations of the same pair: annotations win, and a difference is told.
with

    versions as (select * from {{ ref("int_mame_re__score_versions") }}),

    annotated as (select * from {{ ref("int_mame_re__annotated_pairs") }}),

    final as (
        select
            versions.context_id,
            versions.image_id,
            versions.funny_count,
            versions.vote_count,
            versions.source_row_id,
            annotated.funny_count as annotated_funny_count,
            annotated.vote_count as annotated_vote_count,
            case
                when versions.exclusion_reason is not null
                then versions.exclusion_reason
                when annotated.context_id is null
                then null
                when
                    annotated.funny_count = versions.funny_count
                    and annotated.vote_count = versions.vote_count
                then 'row.duplicate'
                else 'vote_count.mismatch'
            end as exclusion_reason
        from versions
        left join
            annotated on annotated.context_id = versions.context_id and annotated.image_id = versions.image_id
    )

select *
from final
