-- A recorded run drew what its file holds: every line is scored or counted as excluded, none is lost.
with

    scores as (
        select *
        from {{ ref("mer_bench_scores") }}
        where run_source = 'recorded' and view = 'model_view' and metric = 'vgq'
    ),

    lines as (
        select configuration, experiment, mode as view, system_id, run, count(*) as line_count
        from {{ ref("int_mer_bench__replies") }}
        where experiment is not null and is_known_item and is_known_system and is_standing_run
        group by configuration, experiment, mode, system_id, run
    ),

    final as (
        select scores.*, lines.line_count
        from scores
        left join
            lines
            on lines.configuration = scores.configuration
            and lines.experiment = scores.experiment
            and lines.view = scores.view
            and lines.system_id = scores.system_id
            and lines.run = scores.run
        where scores.output_count + scores.excluded_count is distinct from lines.line_count
    )

select *
from final
