-- One row per slice (a group, or one value of a registered breakdown within it) and pattern: items with
-- that pattern.
with

    patterns as (select * from {{ ref("int_patterns") }}),

    items as (select * from {{ ref("int_item_votes") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    breakdowns as (select * from {{ ref("int_subject_breakdowns") }}),

    whole as (
        select
            group_number,
            'all' as breakdown,
            'all' as breakdown_value,
            pattern_code,
            vote_total,
            cast(item_count as bigint) as item_count
        from patterns
    ),

    parts as (
        select
            items.group_number,
            breakdowns.breakdown,
            breakdowns.breakdown_value,
            items.pattern_code,
            items.vote_total,
            count(*) as item_count
        from breakdowns
        inner join
            vote_groups
            on vote_groups.benchmark = breakdowns.benchmark
            and vote_groups.panel = breakdowns.panel
            and vote_groups.question = coalesce(breakdowns.question, vote_groups.question)
        inner join
            items
            on items.group_number = vote_groups.group_number
            and items.subject_id = breakdowns.subject_id
        group by
            items.group_number,
            breakdowns.breakdown,
            breakdowns.breakdown_value,
            items.pattern_code,
            items.vote_total
    ),

    final as (
        select *
        from whole
        union all
        select *
        from parts
    )

select *
from final
