with

    pairs as (select * from {{ ref("int_mame_re__pairs") }}),

    answers as (select * from {{ ref("int_mame_re__annotation_versions") }}),

    raters as (select count(distinct rater_id) as rater_count from answers where exclusion_reason is null),

    discarded as (
        select
            count(*) as discarded_answer_count,
            count(distinct coalesce(submission_id, source_row_id)) as discarded_submission_count
        from answers
        where exclusion_reason = 'submission.failed_quality_control'
    ),

    unvoted as (select count(*) as unvoted_pair_count from {{ ref("int_mame_re__unvoted_pairs") }}),

    counted as (
        select
            count(distinct context_id) as context_count,
            count(distinct image_id) as image_count,
            count(*) as pair_count,
            sum(vote_count) as vote_count,
            sum(funny_count) as funny_count,
            {{ favg("funniness_unit") }} as mean_funniness
        from pairs
    ),

    final as (
        select
            cast('mame_re' as string) as benchmark,
            cast(counted.context_count as bigint) as context_count,
            cast(counted.image_count as bigint) as image_count,
            cast(counted.pair_count as bigint) as pair_count,
            cast(unvoted.unvoted_pair_count as bigint) as unvoted_pair_count,
            cast(coalesce(counted.vote_count, 0) as bigint) as vote_count,
            cast(raters.rater_count as bigint) as rater_count,
            cast(discarded.discarded_answer_count as bigint) as discarded_answer_count,
            cast(discarded.discarded_submission_count as bigint) as discarded_submission_count,
            counted.mean_funniness,
            counted.funny_count / cast(counted.vote_count as double) as pooled_funny_share,
            case when counted.pair_count > 0 then 'ok' else 'no_votes' end as status
        from counted
        cross join raters
        cross join discarded
        cross join unvoted
    )

select *
from final
