with

    images as (select * from {{ ref("int_emogenie__image_alignment") }}),

    confusion as (select * from {{ ref("int_emogenie__confusion") }} where system_id <> 'all'),

    grouped as (
        select *, 'all' as breakdown, 'all' as breakdown_value
        from images
        union all by name
        select *, 'intensity' as breakdown, intensity as breakdown_value
        from images
        where intensity is not null
        union all by name
        select *, 'category' as breakdown, prompted_label as breakdown_value
        from images
    ),

    measured as (
        select
            perspective,
            system_id,
            tie_credit,
            breakdown,
            breakdown_value,
            {{ fsum("credit") }}
            / nullif(whole_credit * cast(count(credit) as double), 0e0) as alignment_unit,
            count(credit) as image_count,
            count(*) - count(credit) as unlabelled_image_count
        from grouped
        group by perspective, system_id, tie_credit, whole_credit, breakdown, breakdown_value
    ),

    diagonal as (
        select perspective, system_id, tie_credit, prompted_label, share
        from confusion
        where assigned_label = prompted_label
    ),

    final as (
        select
            cast(measured.perspective as string) as perspective,
            cast(measured.system_id as string) as system_id,
            cast(measured.tie_credit as string) as tie_credit,
            cast(measured.breakdown as string) as breakdown,
            cast(measured.breakdown_value as string) as breakdown_value,
            -- By category it is the confusion matrix's diagonal: the same number, not another sum of the
            -- same terms.
            coalesce(diagonal.share, measured.alignment_unit) as alignment_unit,
            cast(measured.image_count as bigint) as image_count,
            cast(measured.unlabelled_image_count as bigint) as unlabelled_image_count,
            case when measured.image_count > 0 then 'ok' else 'no_votes' end as status
        from measured
        left join
            diagonal
            on measured.breakdown = 'category'
            and diagonal.perspective = measured.perspective
            and diagonal.system_id = measured.system_id
            and diagonal.tie_credit = measured.tie_credit
            and diagonal.prompted_label = measured.breakdown_value
    )

select *
from final
