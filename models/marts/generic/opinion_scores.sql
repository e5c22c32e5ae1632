with

    scores as (select * from {{ ref("int_item_scores") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    quantiles as (select * from {{ ref("t_quantiles") }}),

    spread as (
        select
            vote_groups.benchmark,
            vote_groups.panel,
            scores.subject_id,
            vote_groups.question,
            scores.mean,
            scores.score_count as rating_count,
            sqrt(scores.squares / nullif(scores.score_count - 1e0, 0e0)) as sd
        from scores
        inner join vote_groups on vote_groups.group_number = scores.group_number
    ),

    with_errors as (
        select
            spread.*,
            spread.sd / sqrt(cast(spread.rating_count as double)) as se,
            coalesce(
                quantiles.quantile_975,
                case
                    when spread.rating_count > 201 then {{ t_quantile_tail("(spread.rating_count - 1)") }}
                end
            ) as quantile_975
        from spread
        left join quantiles on quantiles.degrees_of_freedom = spread.rating_count - 1
    ),

    final as (
        select
            benchmark,
            panel,
            subject_id,
            question,
            mean,
            sd,
            rating_count,
            se,
            mean - quantile_975 * se as ci_low,
            mean + quantile_975 * se as ci_high,
            case when rating_count = 1 then 'single_rating' else 'ok' end as status
        from with_errors
    )

select *
from final
