with

    source as (select * from {{ source("raw", "mame_re__selections") }}),

    final as (
        select
            system as system_id,
            context_id,
            trial,
            image_id,
            status,
            experiment,
            -- The first experiment has one pool, all memes; only two experiments have conditions.
            case when experiment <> 'exp1' then k end as k,
            {{ mame_re_condition() }} as condition,
            {{ source_row_id() }} as source_row_id,
            _file_id as file_id,
            _row_number as row_number
        from source
    )

select *
from final
