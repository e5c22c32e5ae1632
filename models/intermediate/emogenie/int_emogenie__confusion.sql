-- Row-normalised confusion, per system and pooled; every label of the scale stands in each row.
with

    images as (
        select image_id, system_id, perspective, prompted_label
        from {{ ref("int_emogenie__images") }}
        where perspective is not null
    ),

    voted as (select distinct image_id from {{ ref("int_emogenie__emotion_votes") }}),

    credits as (select * from {{ ref("int_emogenie__label_credits") }}),

    cells as (select * from {{ ref("int_emogenie__confusion_cells") }}),

    placed as (
        select *
        from images
        union all by name
        select image_id, 'all' as system_id, perspective, prompted_label
        from images
    ),

    row_sizes as (
        select
            placed.perspective,
            placed.system_id,
            placed.prompted_label,
            count(voted.image_id) as image_count,
            count(*) - count(voted.image_id) as unlabelled_image_count
        from placed
        left join voted on voted.image_id = placed.image_id
        group by placed.perspective, placed.system_id, placed.prompted_label
    ),

    sums as (
        select
            placed.perspective,
            placed.system_id,
            placed.prompted_label,
            credits.tie_credit,
            credits.assigned_label,
            {{ fsum("credits.credit") }} as credit_sum
        from placed
        inner join credits on credits.image_id = placed.image_id
        group by
            placed.perspective,
            placed.system_id,
            placed.prompted_label,
            credits.tie_credit,
            credits.assigned_label
    ),

    final as (
        select
            cells.perspective,
            cells.system_id,
            cells.tie_credit,
            cells.prompted_label,
            cells.prompted_position,
            cells.assigned_label,
            cells.assigned_position,
            case
                when row_sizes.image_count > 0
                then
                    coalesce(sums.credit_sum, 0e0)
                    / (cells.whole_credit * cast(row_sizes.image_count as double))
            end as share,
            coalesce(row_sizes.image_count, 0) as image_count,
            coalesce(row_sizes.unlabelled_image_count, 0) as unlabelled_image_count
        from cells
        left join
            row_sizes
            on row_sizes.perspective = cells.perspective
            and row_sizes.system_id = cells.system_id
            and row_sizes.prompted_label = cells.prompted_label
        left join
            sums
            on sums.perspective = cells.perspective
            and sums.system_id = cells.system_id
            and sums.prompted_label = cells.prompted_label
            and sums.tie_credit = cells.tie_credit
            and sums.assigned_label = cells.assigned_label
    )

select *
from final
