-- One row per slice, cluster and pattern, of groups whose clusters are not their items: items with that
-- pattern.
with

    items as (select * from {{ ref("int_item_votes") }}),

    vote_groups as (select * from {{ ref("int_vote_groups") }}),

    clusters as (select * from {{ ref("int_subject_clusters") }}),

    breakdowns as (select * from {{ ref("int_subject_breakdowns") }}),

    clustered_benchmarks as (select benchmark from clusters group by benchmark),

    clustered as (
        select
            vote_groups.benchmark,
            vote_groups.panel,
            vote_groups.question,
            items.group_number,
            items.subject_id,
            items.pattern_code,
            -- Marked, so that a subject without a cluster never meets one of its name.
            coalesce('cluster:' || clusters.cluster_id, 'subject:' || items.subject_id) as cluster_id
        from items
        inner join vote_groups on vote_groups.group_number = items.group_number
        inner join clustered_benchmarks on clustered_benchmarks.benchmark = vote_groups.benchmark
        left join
            clusters on clusters.benchmark = vote_groups.benchmark and clusters.subject_id = items.subject_id
    ),

    parts as (
        select group_number, 'all' as breakdown, 'all' as breakdown_value, cluster_id, pattern_code
        from clustered
        union all
        select
            clustered.group_number,
            breakdowns.breakdown,
            breakdowns.breakdown_value,
            clustered.cluster_id,
            clustered.pattern_code
        from clustered
        inner join
            breakdowns
            on breakdowns.benchmark = clustered.benchmark
            and breakdowns.panel = clustered.panel
            and coalesce(breakdowns.question, clustered.question) = clustered.question
            and breakdowns.subject_id = clustered.subject_id
    ),

    final as (
        select group_number, breakdown, breakdown_value, cluster_id, pattern_code, count(*) as item_count
        from parts
        group by group_number, breakdown, breakdown_value, cluster_id, pattern_code
    )

select *
from final
