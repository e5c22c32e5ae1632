with

    settlements as (select * from {{ ref("int_arteculture__settlements") }}),

    cultures as (select distinct culture from settlements),

    outcomes as (
        select outcome from (values ('round_1'), ('round_2'), ('discarded'), ('deviation')) as listed(outcome)
    ),

    final as (
        select
            cast(cultures.culture as string) as culture,
            cast(outcomes.outcome as string) as outcome,
            count(settlements.image_id) as image_count
        from cultures
        cross join outcomes
        left join
            settlements on settlements.culture = cultures.culture and settlements.outcome = outcomes.outcome
        group by cultures.culture, outcomes.outcome
    )

select *
from final
