with

    preferences as (select * from {{ ref("int_arteculture__preferences") }}),

    final as (
        select
            system_id,
            culture,
            setting_a,
            setting_b,
            count(*) as rating_count,
            count(distinct image_id) as image_count,
            count(case when verdict = 'a' then 1 end) as win_count,
            count(case when verdict = 'tie' then 1 end) as tie_count,
            count(case when verdict = 'b' then 1 end) as loss_count,
            -- Order bias: of the decided ratings whose first side is known, those that the first side won.
            count(case when verdict <> 'tie' and first_shown is not null then 1 end) as ordered_count,
            count(case when verdict = first_shown then 1 end) as first_shown_win_count,
            count(case when is_first_shown_unreadable then 1 end) as first_shown_unreadable_count
        from preferences
        group by system_id, culture, setting_a, setting_b
    )

select *
from final
