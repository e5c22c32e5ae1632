-- One row per item and policy that was settled in a round: the first after which the policy gives a label.
-- An item with a vote of no round is left out.
with

    ballots as (select * from {{ ref("int_ballots") }}),

    rounded as (
        select group_number, subject_id
        from ballots
        where round is not null and label_number is not null
        group by group_number, subject_id
    ),

    unrounded as (
        select ballots.group_number, ballots.subject_id
        from ballots
        inner join
            rounded on rounded.group_number = ballots.group_number and rounded.subject_id = ballots.subject_id
        where ballots.round is null and ballots.label_number is not null
        group by ballots.group_number, ballots.subject_id
    ),

    round_votes as (
        select
            ballots.group_number,
            ballots.subject_id,
            ballots.round,
            ballots.label_number,
            count(*) as vote_count
        from ballots
        where
            ballots.round is not null
            and ballots.label_number is not null
            and not exists (
                select 1
                from unrounded
                where
                    unrounded.group_number = ballots.group_number
                    and unrounded.subject_id = ballots.subject_id
            )
        group by ballots.group_number, ballots.subject_id, ballots.round, ballots.label_number
    ),

    rounds as (
        select group_number, subject_id, round from round_votes group by group_number, subject_id, round
    ),

    votes_so_far as (
        select
            rounds.group_number,
            rounds.subject_id,
            rounds.round,
            round_votes.label_number,
            cast(sum(round_votes.vote_count) as bigint) as vote_count
        from rounds
        inner join
            round_votes
            on round_votes.group_number = rounds.group_number
            and round_votes.subject_id = rounds.subject_id
            and round_votes.round <= rounds.round
        group by rounds.group_number, rounds.subject_id, rounds.round, round_votes.label_number
    ),

    led as (
        select *, max(vote_count) over (partition by group_number, subject_id, round) as leader_vote_count
        from votes_so_far
    ),

    tallies as (
        select
            group_number,
            subject_id,
            round,
            leader_vote_count,
            cast(sum(vote_count) as bigint) as vote_total,
            cast(count_if(vote_count = leader_vote_count) as bigint) as leader_count
        from led
        group by group_number, subject_id, round, leader_vote_count
        -- Fewer votes than a label needs settle none.
        having sum(vote_count) >= {{ var("min_votes") }}
    ),

    decided as (
        select group_number, subject_id, 'strict' as policy, round
        from tallies
        where 2 * leader_vote_count > vote_total
        union all
        select group_number, subject_id, 'plurality' as policy, round
        from tallies
        where leader_count = 1
    ),

    final as (
        select group_number, subject_id, policy, cast(min(round) as bigint) as settled_round
        from decided
        group by group_number, subject_id, policy
    )

select *
from final
