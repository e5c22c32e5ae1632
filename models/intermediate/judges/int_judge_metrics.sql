-- What judges are asked: `score` on whole points, `yes_no`, or `composite` (a number made of others,
-- without points). A
-- metric that no benchmark declares takes the scale of the question of its name, if that has whole numbers.
with

    shipped as (
        {{
            union_shape(
                "judge_metrics",
                ["benchmark", "metric", "kind", "low", "high"],
                landed=false,
                pattern="%s_%s",
            )
        }}
    ),

    questions as (select distinct benchmark, question, scale from {{ ref("int_questions") }}),

    scales as (select * from {{ ref("int_scales") }}),

    ranges as (
        select
            questions.benchmark,
            questions.question as metric,
            cast(min(scales.numeric_value) as bigint) as low,
            cast(max(scales.numeric_value) as bigint) as high,
            count(*) as point_count
        from questions
        inner join scales on scales.scale = questions.scale
        group by questions.benchmark, questions.question
        having
            count(scales.numeric_value) = count(*)
            and count_if(scales.numeric_value <> floor(scales.numeric_value)) = 0
    ),

    -- Points with gaps between them are no scale of whole points.
    added as (
        select
            ranges.benchmark,
            ranges.metric,
            case when ranges.low = 0 and ranges.high = 1 then 'yes_no' else 'score' end as kind,
            ranges.low,
            ranges.high
        from ranges
        left join shipped on shipped.benchmark = ranges.benchmark and shipped.metric = ranges.metric
        where shipped.metric is null and ranges.high - ranges.low + 1 = ranges.point_count
    ),

    final as (
        select benchmark, metric, kind, cast(low as bigint) as low, cast(high as bigint) as high
        from shipped
        union all
        select benchmark, metric, kind, low, high
        from added
    )

select *
from final
