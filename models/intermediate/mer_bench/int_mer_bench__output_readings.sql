-- One reading per output and judge configuration: the first that is scored, by experiment, run and line. An
-- output
-- drawn in many runs was judged once; where it was asked again, the later answers are repeats.
with

    readings as (select * from {{ ref("int_mer_bench__readings") }}),

    ranked as (
        select
            *,
            row_number() over (
                partition by configuration, coercion, system_id, item_id
                order by experiment nulls last, mode nulls last, run nulls last, row_number, source_row_id
            ) as reading_rank
        from readings
    ),

    final as (select * from ranked where reading_rank = 1)

select *
from final
