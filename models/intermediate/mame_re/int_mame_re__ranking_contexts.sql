-- How much of a context a system ranked.
with

    rankings as (select * from {{ ref("int_mame_re__rankings") }}),

    systems as (select * from {{ ref("int_mame_re__systems") }}),

    contexts as (select * from {{ ref("int_mame_re__contexts") }}),

    unvoted as (
        select system_number, context_number, count(*) as unvoted_count
        from {{ ref("int_mame_re__unvoted_rankings") }}
        group by system_number, context_number
    ),

    context_references as (select * from {{ ref("int_mame_re__context_references") }}),

    counted as (
        select system_number, context_number, count(*) as ranked_count
        from rankings
        group by system_number, context_number
    ),

    final as (
        select
            counted.system_number,
            counted.context_number,
            systems.system_id,
            contexts.context_id,
            counted.ranked_count,
            coalesce(unvoted.unvoted_count, 0) as unvoted_count,
            coalesce(context_references.candidate_count, 0) as candidate_count,
            counted.ranked_count - coalesce(unvoted.unvoted_count, 0)
            < coalesce(context_references.candidate_count, 0) as is_partial
        from counted
        inner join systems on systems.system_number = counted.system_number
        inner join contexts on contexts.context_number = counted.context_number
        left join
            unvoted
            on unvoted.system_number = counted.system_number
            and unvoted.context_number = counted.context_number
        left join context_references on context_references.context_number = counted.context_number
    )

select *
from final
