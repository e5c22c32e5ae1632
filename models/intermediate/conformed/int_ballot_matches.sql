-- Ballots held against their scale: a label must be on it, a score stands for the label of that value.
with

    versions as (select * from {{ ref("int_ballot_versions") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    labels as (select * from {{ ref("int_vote_labels") }}),

    matched as (
        select
            versions.* exclude (label, exclusion_reason),
            vote_groups.group_number,
            vote_groups.scale,
            coalesce(by_label.label_number, by_score.label_number) as label_number,
            coalesce(by_label.label, by_score.label, versions.label) as label,
            versions.exclusion_reason as version_reason
        from versions
        inner join
            vote_groups
            on vote_groups.benchmark = versions.benchmark
            and vote_groups.panel = versions.panel
            and vote_groups.question = versions.question
        left join
            labels as by_label
            on by_label.group_number = vote_groups.group_number
            and by_label.label = versions.label
        left join
            labels as by_score
            on by_score.group_number = vote_groups.group_number
            and by_score.numeric_value = case when versions.label is null then versions.score end
    ),

    final as (
        select
            * exclude (version_reason),
            case
                when version_reason is not null
                then version_reason
                when scale is null or label_number is not null
                then null
                when label is not null
                then 'label.not_in_scale'
                when score is not null
                then 'score.not_in_scale'
            end as exclusion_reason
        from matched
        -- A later blank has taken the place of an answer; it is none itself.
        where version_reason is not null or label is not null or score is not null
    )

select *
from final
