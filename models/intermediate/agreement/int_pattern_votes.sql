-- One row per pattern and label that has votes in it.
with

    patterns as (select * from {{ ref("int_patterns") }}),

    labels as (select * from {{ ref("int_vote_labels") }}),

    plain as (
        select group_number, pattern_code, label_number, vote_count
        from {{ ref("int_plain_votes") }}
        group by group_number, pattern_code, label_number, vote_count
    ),

    unpacked as (
        select
            patterns.group_number,
            patterns.pattern_code,
            labels.label_number,
            {{ packed_count("patterns.pattern_code", "labels.label_number") }} as vote_count
        from patterns
        inner join labels on labels.group_number = patterns.group_number and labels.label_number <= 10
        where patterns.pattern_code >= 0
    ),

    votes as (
        select *
        from unpacked
        where vote_count > 0
        union all
        select *
        from plain
    ),

    final as (
        select
            votes.group_number,
            votes.pattern_code,
            votes.label_number,
            cast(votes.vote_count as bigint) as vote_count,
            patterns.vote_total,
            labels.label,
            labels.scale_value,
            labels.numeric_value
        from votes
        inner join
            patterns
            on patterns.group_number = votes.group_number
            and patterns.pattern_code = votes.pattern_code
        inner join
            labels on labels.group_number = votes.group_number and labels.label_number = votes.label_number
    )

select *
from final
