-- How far each output of a system came under each judge configuration: 1 for a step that it reached. A
-- generation
-- record is a document too, under every configuration that judges the system.
with

    replies as (select * from {{ ref("int_mer_bench__replies") }} where is_known_item and is_known_system),

    generations as (select * from {{ ref("int_mer_bench__generation_versions") }} where is_standing),

    readings as (select * from {{ ref("int_mer_bench__readings") }} where coercion = 'strict'),

    verdicts as (select * from {{ ref("int_mer_bench__verdicts") }}),

    memes as (select * from {{ ref("int_mer_bench__memes") }}),

    comparable as (select * from {{ ref("int_mer_bench__comparable_items") }} where is_comparable),

    judged as (
        select
            replies.configuration,
            replies.system_id,
            replies.item_id,
            max(case when replies.is_parsed then 1 else 0 end) as parsed,
            max(case when not verdicts.is_gated_out then 1 else 0 end) as valid,
            max(case when readings.source_row_id is not null then 1 else 0 end) as scored,
            max(
                case
                    when readings.source_row_id is not null and comparable.item_id is not null then 1 else 0
                end
            ) as comparable
        from replies
        left join verdicts on verdicts.source_row_id = replies.source_row_id
        left join readings on readings.source_row_id = replies.source_row_id
        left join comparable on comparable.item_id = replies.item_id
        where replies.item_id is not null
        group by replies.configuration, replies.system_id, replies.item_id
    ),

    logged as (
        select systems.configuration, generations.system_id, generations.item_id
        from generations
        inner join
            (select distinct configuration, system_id from judged) as systems
            on systems.system_id = generations.system_id
        inner join memes on memes.item_id = generations.item_id
    ),

    final as (
        select
            coalesce(judged.configuration, logged.configuration) as configuration,
            coalesce(judged.system_id, logged.system_id) as system_id,
            coalesce(judged.parsed, 0) as parsed,
            coalesce(judged.valid, 0) as valid,
            coalesce(judged.scored, 0) as scored,
            coalesce(judged.comparable, 0) as comparable
        from judged
        full outer join
            logged
            on logged.configuration = judged.configuration
            and logged.system_id = judged.system_id
            and logged.item_id = judged.item_id
    )

select *
from final
