-- Every item of the frame in each stratum that it belongs to, `all` included.
with

    frame as (select * from {{ ref("int_mer_bench__frame") }}),

    memes as (select * from {{ ref("int_mer_bench__memes") }}),

    axes as (
        select distinct axis
        from {{ ref("mer_bench_categories") }}
        union
        select 'emotion_pair' as axis
    ),

    members as (
        select
            frame.configuration,
            axes.axis,
            case
                axes.axis
                when 'visual_type'
                then memes.visual_type
                when 'sentiment_polarity'
                then memes.sentiment_polarity
                when 'layout_type'
                then memes.layout_type
                else memes.emotion_pair
            end as stratum,
            frame.item_id
        from frame
        inner join memes on memes.item_id = frame.item_id
        cross join axes
    ),

    final as (
        select configuration, 'all' as axis, 'all' as stratum, item_id
        from frame
        union all
        select configuration, axis, stratum, item_id
        from members
        where stratum is not null
    )

select *
from final
