-- Every score that counts.
with

    numbered as (
        select *
        from {{ ref("int_mame_re__numbered_rankings") }}
        where system_number is not null and context_number is not null and image_number is not null
    ),

    repeats as (select * from {{ ref("int_mame_re__ranking_repeats") }}),

    repeated as (select distinct system_number, context_number, image_number from repeats),

    final as (
        select numbered.system_number, numbered.context_number, numbered.image_number, numbered.score
        from numbered
        left join
            repeated
            on repeated.system_number = numbered.system_number
            and repeated.context_number = numbered.context_number
            and repeated.image_number = numbered.image_number
        where repeated.system_number is null
        union all
        select system_number, context_number, image_number, score
        from repeats
        where is_standing
    )

select *
from final
