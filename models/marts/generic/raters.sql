with

    rater_labels as (select * from {{ ref("int_rater_labels") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    versions as (
        select benchmark, panel, question, rater_id, exclusion_reason
        from {{ ref("int_ballot_versions") }}
        union all
        select benchmark, panel, question, rater_id, exclusion_reason
        from {{ ref("int_replaced_ballots") }}
    ),

    copied as (select * from {{ ref("int_copied_votes") }}),

    repeats as (
        select
            benchmark,
            panel,
            question,
            rater_id,
            cast(count_if(exclusion_reason is not null) as bigint) as duplicate_count,
            cast(count_if(coalesce(exclusion_reason, '') = 'row.superseded') as bigint) as superseded_count
        from versions
        where rater_id is not null
        group by benchmark, panel, question, rater_id
    ),

    counted as (
        select
            group_number,
            rater_id,
            cast(sum(rating_count) as bigint) as rating_count,
            cast(sum(led_count) as bigint) as compared_count,
            cast(sum(equal_count) as bigint) as equal_count,
            cast(
                sum(case when label_number is not null then rating_count else 0 end) as bigint
            ) as labelled_count,
            max(case when label_number is not null then rating_count end) as most_used_count
        from rater_labels
        group by group_number, rater_id
    ),

    final as (
        select
            vote_groups.benchmark,
            vote_groups.panel,
            vote_groups.question,
            counted.rater_id,
            counted.rating_count,
            counted.equal_count
            / nullif(cast(counted.compared_count as double), 0e0) as leave_one_out_agreement,
            counted.compared_count,
            counted.most_used_count
            / nullif(cast(counted.labelled_count as double), 0e0) as most_used_label_share,
            repeats.duplicate_count,
            repeats.superseded_count,
            nullif(
                concat_ws(
                    '|',
                    case when copied.rater_id is not null then 'copied_votes' end,
                    case
                        when counted.labelled_count >= 20 and counted.most_used_count = counted.labelled_count
                        then 'single_label'
                    end
                ),
                ''
            ) as flags
        from counted
        inner join vote_groups on vote_groups.group_number = counted.group_number
        inner join
            repeats
            on repeats.benchmark = vote_groups.benchmark
            and repeats.panel = vote_groups.panel
            and repeats.question = vote_groups.question
            and repeats.rater_id = counted.rater_id
        left join copied on copied.group_number = counted.group_number and copied.rater_id = counted.rater_id
    )

select *
from final
