-- Every score that counts.
with

    ranked as (select * from {{ ref("stg_mame_re__rankings") }}),

    excluded as (select * from {{ ref("int_mame_re__ranking_exclusions") }}),

    final as (
        select ranked.system_id, ranked.context_id, ranked.image_id, ranked.score
        from ranked
        left join excluded on excluded.file_id = ranked.file_id and excluded.row_number = ranked.row_number
        where excluded.file_id is null
    )

select *
from final
