with

    counts as (select * from {{ ref("int_arteculture__preference_counts") }}),

    sign_tests as (select * from {{ ref("int_arteculture__sign_tests") }}),

    final as (
        select
            cast(counts.system_id as string) as model,
            cast(counts.culture as string) as culture,
            cast(counts.setting_a as string) as setting_a,
            cast(counts.setting_b as string) as setting_b,
            counts.win_count,
            counts.tie_count,
            counts.loss_count,
            {{ share_of("counts.win_count", "counts.rating_count") }} as win_share,
            -- Rounding may leave a bound a hair outside of what a share can be.
            greatest(
                0e0, {{ wilson_bound("counts.win_count", "counts.rating_count", "-") }}
            ) as win_share_low,
            least(1e0, {{ wilson_bound("counts.win_count", "counts.rating_count", "+") }}) as win_share_high,
            sign_tests.sign_test_p,
            {{ share_of("counts.first_shown_win_count", "counts.ordered_count") }} as first_shown_win_share,
            counts.rating_count,
            counts.image_count,
            counts.ordered_count,
            counts.first_shown_unreadable_count,
            case when sign_tests.sign_test_p is null then 'no_decided_ratings' else 'ok' end as status
        from counts
        left join
            sign_tests
            on sign_tests.system_id = counts.system_id
            and sign_tests.culture = counts.culture
            and sign_tests.setting_a = counts.setting_a
            and sign_tests.setting_b = counts.setting_b
    )

select *
from final
