-- One row per item: how many votes it has and which pattern of counts they make.
with

    totals as (select * from {{ ref("int_item_totals") }}),

    plain as (
        select group_number, subject_id, min(pattern_code) as pattern_code
        from {{ ref("int_plain_votes") }}
        group by group_number, subject_id
    ),

    final as (
        select
            totals.group_number,
            totals.subject_id,
            totals.vote_total,
            coalesce(totals.packed_code, plain.pattern_code) as pattern_code
        from totals
        left join plain on plain.group_number = totals.group_number and plain.subject_id = totals.subject_id
    )

select *
from final
