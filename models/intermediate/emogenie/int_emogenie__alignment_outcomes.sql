-- Image models: expected = prompts; received = images; parsed = with annotations; valid and scored = with
-- votes;
-- comparable = prompts for which every model's image has votes.
with

    prompts as (
        select count(*) as prompt_count from {{ ref("int_emogenie__prompt_versions") }} where is_standing
    ),

    images as (select * from {{ ref("int_emogenie__images") }} where perspective is not null),

    annotated as (select distinct image_id from {{ ref("int_emogenie__annotations") }}),

    voted as (select distinct image_id from {{ ref("int_emogenie__emotion_votes") }}),

    marked as (
        select
            images.system_id,
            images.prompt_id,
            max(case when annotated.image_id is not null then 1 else 0 end) as is_annotated,
            max(case when voted.image_id is not null then 1 else 0 end) as is_voted
        from images
        left join annotated on annotated.image_id = images.image_id
        left join voted on voted.image_id = images.image_id
        group by images.system_id, images.prompt_id
    ),

    complete as (
        select prompt_id
        from marked
        group by prompt_id
        having sum(is_voted) = (select count(distinct system_id) from images)
    ),

    final as (
        select
            'emogenie_alignment' as leaderboard,
            marked.system_id,
            max(prompts.prompt_count) as expected_count,
            count(*) as received_count,
            sum(marked.is_annotated) as parsed_count,
            sum(marked.is_voted) as valid_count,
            sum(marked.is_voted) as scored_count,
            count(complete.prompt_id) as comparable_count
        from marked
        cross join prompts
        left join complete on complete.prompt_id = marked.prompt_id
        group by marked.system_id
    )

select *
from final
