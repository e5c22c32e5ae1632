with

    memes as (select * from {{ ref("int_mer_bench__memes") }}),

    categories as (select * from {{ ref("mer_bench_categories") }}),

    axes as (select distinct axis from categories),

    placed as (
        select
            axes.axis,
            case
                axes.axis
                when 'visual_type'
                then memes.visual_type
                when 'sentiment_polarity'
                then memes.sentiment_polarity
                else memes.layout_type
            end as category
        from memes
        cross join axes
    ),

    counted as (
        select axis, category, count(*) as item_count
        from placed
        where category is not null
        group by axis, category
    ),

    final as (
        select
            counted.axis,
            counted.category,
            coalesce(categories.display_name, counted.category) as display_name,
            cast(counted.item_count as bigint) as item_count,
            cast(counted.item_count as double)
            / sum(counted.item_count) over (partition by counted.axis) as share
        from counted
        left join categories on categories.axis = counted.axis and categories.category = counted.category
    )

select *
from final
