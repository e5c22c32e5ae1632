-- One row per question that several panels answered.
with

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    final as (
        select benchmark, question, count(*) as panel_count
        from vote_groups
        group by benchmark, question
        having count(*) > 1
    )

select *
from final
