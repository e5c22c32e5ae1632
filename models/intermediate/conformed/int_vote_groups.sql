-- One row per (benchmark, panel, question): what is voted on together, with its scale and a short key.
with

    ballots as (select * from {{ ref("int_ballot_versions") }}),

    released as (select * from {{ ref("int_vote_count_versions") }}),

    questions as (select * from {{ ref("int_questions") }}),

    scales as (select * from {{ ref("int_scales") }}),

    scale_sizes as (
        select
            scale,
            count(*) as label_count,
            cast(count(numeric_value) as bigint) = count(*) as has_numeric_values,
            max(cast(coalesce(numeric_value, position) as double))
            - min(cast(coalesce(numeric_value, position) as double)) as value_range
        from scales
        group by scale
    ),

    asked as (
        select benchmark, panel, question
        from ballots
        group by benchmark, panel, question
        union
        select benchmark, panel, question
        from released
        group by benchmark, panel, question
    ),

    final as (
        select
            cast(
                row_number() over (order by asked.benchmark, asked.panel, asked.question) as integer
            ) as group_number,
            asked.benchmark,
            asked.panel,
            asked.question,
            scale_sizes.scale,
            scale_sizes.label_count,
            coalesce(scale_sizes.has_numeric_values, false) as has_numeric_values,
            scale_sizes.value_range
        from asked
        left join
            questions
            on questions.benchmark = asked.benchmark
            and questions.question = asked.question
            and coalesce(questions.panel, asked.panel) = asked.panel
        left join scale_sizes on scale_sizes.scale = questions.scale
    )

select *
from final
