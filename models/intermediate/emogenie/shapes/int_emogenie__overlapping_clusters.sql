-- The two images of a pair are one cluster, and an image stands in several pairs.
with

    leaderboards as (
        select 'emogenie_qa_accuracy' as leaderboard
        union all
        select 'emogenie_description_scores' as leaderboard
    ),

    final as (
        select 'emogenie' as benchmark, leaderboard, 'format' as breakdown, 'pair' as breakdown_value
        from leaderboards
    )

select *
from final
