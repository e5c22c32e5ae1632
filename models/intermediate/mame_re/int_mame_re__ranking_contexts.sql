-- How much of a context a system ranked.
with

    rankings as (select * from {{ ref("int_mame_re__rankings") }}),

    unvoted as (
        select system_id, context_id, count(*) as unvoted_count
        from {{ ref("int_mame_re__unvoted_rankings") }}
        group by system_id, context_id
    ),

    context_references as (select * from {{ ref("int_mame_re__context_references") }}),

    counted as (
        select system_id, context_id, count(*) as ranked_count from rankings group by system_id, context_id
    ),

    final as (
        select
            counted.system_id,
            counted.context_id,
            counted.ranked_count,
            coalesce(unvoted.unvoted_count, 0) as unvoted_count,
            coalesce(context_references.candidate_count, 0) as candidate_count,
            counted.ranked_count - coalesce(unvoted.unvoted_count, 0)
            < coalesce(context_references.candidate_count, 0) as is_partial
        from counted
        left join unvoted on unvoted.system_id = counted.system_id and unvoted.context_id = counted.context_id
        left join context_references on context_references.context_id = counted.context_id
    )

select *
from final
