with

    choices as (
        select * from {{ ref("int_mame_re__choices") }} where experiment = 'exp1' and outcome = 'scored'
    ),

    totals as (select system_id, {{ fsum("weight") }} as total_weight from choices group by system_id),

    counted as (
        select system_id, gain as score, {{ fsum("weight") }} as selection_count
        from choices
        group by system_id, gain
    ),

    final as (
        select
            cast(counted.system_id as string) as system_id,
            counted.score,
            counted.selection_count,
            counted.selection_count / totals.total_weight as share
        from counted
        inner join totals on totals.system_id = counted.system_id
    )

select *
from final
