-- One row per label of an item that packing cannot hold: too many votes or too many labels.
with

    totals as (select * from {{ ref("int_item_totals") }}),

    ballots as (select * from {{ ref("int_ballots") }}),

    released as (select * from {{ ref("int_vote_counts") }}),

    plain as (select group_number, subject_id, vote_total from totals where packed_code is null),

    balloted as (
        select plain.group_number, plain.subject_id, ballots.label_number, count(*) as vote_count
        from ballots
        inner join
            plain on plain.group_number = ballots.group_number and plain.subject_id = ballots.subject_id
        where ballots.label_number is not null
        group by plain.group_number, plain.subject_id, ballots.label_number
    ),

    votes as (
        select *
        from balloted
        union all
        select plain.group_number, plain.subject_id, released.label_number, released.vote_count
        from released
        inner join
            plain on plain.group_number = released.group_number and plain.subject_id = released.subject_id
        where released.vote_count > 0
    ),

    patterns as (
        select
            group_number,
            subject_id,
            {{
                dbt.listagg(
                    "cast(label_number as string) || ':' || cast(vote_count as string)",
                    "','",
                    "order by label_number",
                )
            }} as pattern
        from votes
        group by group_number, subject_id
    ),

    -- Packed patterns are numbered from 0 up, plain ones from -1 down.
    numbered as (
        select
            group_number,
            subject_id,
            - dense_rank() over (partition by group_number order by pattern) as pattern_code
        from patterns
    ),

    final as (
        select
            votes.group_number,
            votes.subject_id,
            votes.label_number,
            votes.vote_count,
            cast(numbered.pattern_code as bigint) as pattern_code
        from votes
        inner join
            numbered on numbered.group_number = votes.group_number and numbered.subject_id = votes.subject_id
    )

select *
from final
