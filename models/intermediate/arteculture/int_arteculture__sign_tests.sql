-- Exact two-sided sign test without ties: twice the smaller tail of a fair coin, at most 1. Binomial
-- coefficients come
-- from a table of logarithms of factorials that is as long as the ratings are many.
with

    preferences as (select source_row_id from {{ ref("int_arteculture__preferences") }}),

    counts as (select * from {{ ref("int_arteculture__preference_counts") }}),

    numbers as (select cast(row_number() over (order by source_row_id) as bigint) as number from preferences),

    logarithms as (
        select number, ln(cast(number as double)) as logarithm
        from numbers
        union all
        select cast(0 as bigint) as number, 0e0 as logarithm
    ),

    factorials as (
        select number, {{ fsum("logarithm") }} over (order by number) as log_factorial from logarithms
    ),

    tested as (
        select
            system_id,
            culture,
            setting_a,
            setting_b,
            win_count + loss_count as decided_count,
            least(win_count, loss_count) as smaller_count
        from counts
    ),

    tails as (
        select
            tested.system_id,
            tested.culture,
            tested.setting_a,
            tested.setting_b,
            {{
                fsum(
                    "exp(whole.log_factorial - taken.log_factorial - left_over.log_factorial - tested.decided_count * ln(2e0))"
                )
            }}
            as tail
        from tested
        inner join factorials as whole on whole.number = tested.decided_count
        inner join factorials as taken on taken.number <= tested.smaller_count
        inner join factorials as left_over on left_over.number = tested.decided_count - taken.number
        where tested.decided_count > 0
        group by tested.system_id, tested.culture, tested.setting_a, tested.setting_b
    ),

    final as (
        select system_id, culture, setting_a, setting_b, least(1e0, 2e0 * tail) as sign_test_p from tails
    )

select *
from final
