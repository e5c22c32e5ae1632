-- One row per pattern and policy: the label that the policy gives, and all tied leaders in scale order.
with

    votes as (select * from {{ ref("int_pattern_votes") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    led as (
        select *, max(vote_count) over (partition by group_number, pattern_code) as leader_vote_count
        from votes
    ),

    patterns as (
        select
            group_number,
            pattern_code,
            vote_total,
            leader_vote_count,
            count(*) as chosen_label_count,
            cast(count_if(vote_count = leader_vote_count) as bigint) as leader_count,
            min(case when vote_count = leader_vote_count then label end) as first_leader,
            {{
                dbt.listagg(
                    "case when vote_count = leader_vote_count then label end",
                    "'|'",
                    "order by label_number",
                )
            }} as leaders,
            {{
                fsum(
                    "vote_count / cast(vote_total as double) * ln(vote_count / cast(vote_total as double))"
                )
            }} as negative_entropy
        from led
        group by group_number, pattern_code, vote_total, leader_vote_count
    ),

    policies as (
        select *, 'strict' as policy, 2 * leader_vote_count > vote_total as is_decided
        from patterns
        union all
        select *, 'plurality' as policy, leader_count = 1 as is_decided
        from patterns
    ),

    final as (
        select
            policies.group_number,
            policies.pattern_code,
            policies.policy,
            case
                when policies.is_decided and policies.vote_total >= {{ var("min_votes") }}
                then policies.first_leader
            end as label,
            policies.leaders,
            policies.leader_count,
            policies.leader_vote_count / cast(policies.vote_total as double) as vote_share,
            policies.vote_total as vote_count,
            -- Rounding may pass 1 where votes are spread evenly.
            {{
                clamp_unit(
                    "((0e0 - policies.negative_entropy) / nullif(ln(cast(vote_groups.label_count as double)), 0e0))"
                )
            }}
            as entropy_unit,
            policies.chosen_label_count = 1 as is_unanimous
        from policies
        inner join vote_groups on vote_groups.group_number = policies.group_number
    )

select *
from final
