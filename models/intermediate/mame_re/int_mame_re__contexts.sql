-- The contexts of the benchmark. Where no list of them is landed, those that scores and annotations name.
with

    listed as (
        select context_id, context_text from {{ ref("int_mame_re__context_versions") }} where is_standing
    ),

    named as (
        select context_id
        from {{ ref("stg_mame_re__scores") }}
        union
        select context_id
        from {{ ref("stg_mame_re__annotations") }}
    ),

    united as (
        select context_id, context_text
        from listed
        union all
        select context_id, cast(null as string) as context_text
        from named
        where not exists (select 1 from listed)
    ),

    final as (
        select
            *,
            -- Names as small whole numbers: millions of rows are joined and counted by them.
            cast(row_number() over (order by context_id) as integer) as context_number
        from united
    )

select *
from final
