with

    labels as (select * from {{ ref("int_common_labels") }}),

    voted as (
        select benchmark, question, policy, subject_id, panel_count, label, count(*) as vote_count
        from labels
        group by benchmark, question, policy, subject_id, panel_count, label
    ),

    items as (
        select
            benchmark,
            question,
            policy,
            panel_count,
            cast(count(distinct subject_id) as bigint) as item_count,
            cast(sum(vote_count * (vote_count - 1)) as bigint) as agreeing_pair_count
        from voted
        group by benchmark, question, policy, panel_count
    ),

    label_votes as (
        select benchmark, question, policy, label, cast(sum(vote_count) as double) as vote_count
        from voted
        group by benchmark, question, policy, label
    ),

    chance as (
        select
            benchmark,
            question,
            policy,
            count(*) as used_label_count,
            {{ fsum("vote_count * vote_count") }} as squared_votes
        from label_votes
        group by benchmark, question, policy
    ),

    shares as (
        select
            items.*,
            chance.used_label_count,
            items.agreeing_pair_count / cast(
                items.item_count * items.panel_count * (items.panel_count - 1) as double
            ) as observed_agreement,
            chance.squared_votes / (
                cast(items.item_count * items.panel_count as double) * (items.item_count * items.panel_count)
            ) as expected_agreement
        from items
        inner join
            chance
            on chance.benchmark = items.benchmark
            and chance.question = items.question
            and chance.policy = items.policy
    ),

    panels as (select * from {{ ref("int_question_panels") }}),

    policies as (
        select benchmark, question, panel_count, 'strict' as policy
        from panels
        union all
        select benchmark, question, panel_count, 'plurality' as policy
        from panels
    ),

    final as (
        select
            policies.benchmark,
            policies.question,
            policies.policy,
            case
                when shares.used_label_count > 1
                then {{ chance_corrected("shares.observed_agreement", "shares.expected_agreement") }}
            end as fleiss_kappa,
            coalesce(shares.item_count, 0) as item_count,
            policies.panel_count,
            case
                when shares.item_count is null
                then 'no_pairable_items'
                when shares.used_label_count = 1
                then 'single_category'
                else 'ok'
            end as status,
            shares.observed_agreement,
            shares.expected_agreement
        from policies
        left join
            shares
            on shares.benchmark = policies.benchmark
            and shares.question = policies.question
            and shares.policy = policies.policy
    )

select *
from final
