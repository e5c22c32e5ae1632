-- Every reply that arrived, a verdict or not, with what decides whether it may count.
with

    verdicts as (select * from {{ ref("stg_mer_bench__verdicts") }}),

    rejected as (select * from {{ ref("stg_mer_bench__rejected_verdicts") }}),

    recorded_runs as (select * from {{ ref("int_mer_bench__recorded_runs") }}),

    memes as (select * from {{ ref("int_mer_bench__memes") }}),

    index_size as (select count(*) as item_count from memes),

    generations as (select * from {{ ref("int_mer_bench__generation_versions") }} where is_standing),

    logged_systems as (select distinct system_id from generations),

    log_size as (select count(*) as system_count from logged_systems),

    replies as (
        select
            source_row_id,
            file_id,
            row_number,
            configuration,
            experiment,
            mode,
            run,
            system_id,
            item_id,
            sample_target_emotion,
            cache_key,
            true as is_verdict,
            true as is_parsed,
            is_dropped_by_released
        from verdicts
        union all
        select
            source_row_id,
            file_id,
            row_number,
            configuration,
            experiment,
            mode,
            run,
            system_id,
            item_id,
            sample_target_emotion,
            cache_key,
            false as is_verdict,
            is_json and not is_error_record as is_parsed,
            is_dropped_by_released
        from rejected
    ),

    final as (
        select
            replies.source_row_id,
            replies.row_number,
            replies.configuration,
            replies.experiment,
            replies.mode,
            replies.run,
            replies.system_id,
            replies.item_id,
            -- The judge saw the sample's target; a bare verdict has only the index to say it.
            coalesce(replies.sample_target_emotion, memes.target_emotion) as target_emotion,
            replies.is_verdict,
            replies.is_parsed,
            replies.is_dropped_by_released,
            replies.cache_key,
            -- Without an index every item is taken as known.
            memes.item_id is not null or index_size.item_count = 0 as is_known_item,
            -- Without a generation log every system is taken as known.
            logged_systems.system_id is not null or log_size.system_count = 0 as is_known_system,
            coalesce(recorded_runs.is_standing, true) as is_standing_run,
            recorded_runs.standing_path,
            recorded_runs.file_path
        from replies
        cross join index_size
        cross join log_size
        left join logged_systems on logged_systems.system_id = replies.system_id
        left join memes on memes.item_id = replies.item_id
        left join
            recorded_runs
            on recorded_runs.file_id = replies.file_id
            and recorded_runs.configuration = replies.configuration
            and recorded_runs.experiment = replies.experiment
            and recorded_runs.mode = replies.mode
            and recorded_runs.system_id = replies.system_id
            and recorded_runs.run = replies.run
    )

select *
from final
