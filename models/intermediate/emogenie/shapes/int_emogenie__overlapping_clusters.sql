-- The two images of a pair are one cluster, and an image stands in several pairs and in single questions.
with

    scores as (select * from {{ ref("int_emogenie__answer_scores") }} where holds_pairs),

    final as (
        select distinct 'emogenie' as benchmark, leaderboard, panel, breakdown, breakdown_value, convention_id
        from scores
    )

select *
from final
