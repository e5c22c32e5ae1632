-- One row per item with scores: by the numbers of its scale's labels, else by the scores that came without
-- such a scale.
with

    items as (select * from {{ ref("int_item_votes") }}),

    pattern_votes as (select * from {{ ref("int_pattern_votes") }} where numeric_value is not null),

    ballots as (select * from {{ ref("int_ballots") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    pattern_means as (
        select
            group_number,
            pattern_code,
            vote_total,
            -- Equal scores have their own value as mean; a quotient may miss it, and so give a spread.
            case
                when min(numeric_value) = max(numeric_value)
                then min(numeric_value)
                else {{ fsum("vote_count * numeric_value") }} / cast(vote_total as double)
            end as mean
        from pattern_votes
        group by group_number, pattern_code, vote_total
    ),

    pattern_scores as (
        select
            pattern_means.group_number,
            pattern_means.pattern_code,
            pattern_means.vote_total,
            pattern_means.mean,
            {{
                fsum(
                    "pattern_votes.vote_count * (pattern_votes.numeric_value - pattern_means.mean) * (pattern_votes.numeric_value - pattern_means.mean)"
                )
            }}
            as squares
        from pattern_means
        inner join
            pattern_votes
            on pattern_votes.group_number = pattern_means.group_number
            and pattern_votes.pattern_code = pattern_means.pattern_code
        group by
            pattern_means.group_number,
            pattern_means.pattern_code,
            pattern_means.vote_total,
            pattern_means.mean
    ),

    scored as (
        select ballots.group_number, ballots.subject_id, ballots.score
        from ballots
        inner join vote_groups on vote_groups.group_number = ballots.group_number
        where ballots.score is not null and not vote_groups.has_numeric_values
    ),

    score_means as (
        select
            group_number,
            subject_id,
            count(*) as score_count,
            case when min(score) = max(score) then min(score) else {{ favg("score") }} end as mean
        from scored
        group by group_number, subject_id
    ),

    final as (
        select
            items.group_number,
            items.subject_id,
            pattern_scores.vote_total as score_count,
            pattern_scores.mean,
            pattern_scores.squares
        from items
        inner join
            pattern_scores
            on pattern_scores.group_number = items.group_number
            and pattern_scores.pattern_code = items.pattern_code
        union all
        select
            score_means.group_number,
            score_means.subject_id,
            score_means.score_count,
            score_means.mean,
            {{ fsum("(scored.score - score_means.mean) * (scored.score - score_means.mean)") }} as squares
        from score_means
        inner join
            scored
            on scored.group_number = score_means.group_number
            and scored.subject_id = score_means.subject_id
        group by score_means.group_number, score_means.subject_id, score_means.score_count, score_means.mean
    )

select *
from final
