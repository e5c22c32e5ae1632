-- Released counts held against their scale and against ballots on the same fact.
with

    versions as (select * from {{ ref("int_vote_count_versions") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    labels as (select * from {{ ref("int_vote_labels") }}),

    ballots as (select * from {{ ref("int_ballots") }}),

    numbered as (
        select versions.*, vote_groups.group_number, labels.label_number
        from versions
        inner join
            vote_groups
            on vote_groups.benchmark = versions.benchmark
            and vote_groups.panel = versions.panel
            and vote_groups.question = versions.question
        left join labels on labels.group_number = vote_groups.group_number and labels.label = versions.label
    ),

    facts as (select group_number, subject_id from numbered group by group_number, subject_id),

    balloted as (
        select ballots.group_number, ballots.subject_id, ballots.label_number, count(*) as ballot_count
        from ballots
        inner join
            facts on facts.group_number = ballots.group_number and facts.subject_id = ballots.subject_id
        where ballots.label_number is not null
        group by ballots.group_number, ballots.subject_id, ballots.label_number
    ),

    balloted_facts as (select group_number, subject_id from balloted group by group_number, subject_id),

    final as (
        select
            numbered.* exclude (exclusion_reason),
            coalesce(balloted.ballot_count, 0) as ballot_count,
            case
                when numbered.exclusion_reason is not null
                then numbered.exclusion_reason
                when numbered.label_number is null
                then 'label.not_in_scale'
                when balloted_facts.subject_id is null
                then null
                when numbered.vote_count = coalesce(balloted.ballot_count, 0)
                then 'row.duplicate'
                else 'vote_count.mismatch'
            end as exclusion_reason
        from numbered
        left join
            balloted_facts
            on balloted_facts.group_number = numbered.group_number
            and balloted_facts.subject_id = numbered.subject_id
        left join
            balloted
            on balloted.group_number = numbered.group_number
            and balloted.subject_id = numbered.subject_id
            and balloted.label_number = numbered.label_number
    )

select *
from final
