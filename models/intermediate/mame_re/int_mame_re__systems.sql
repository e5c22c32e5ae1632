-- The systems under test: those listed, or, where no list is landed, those that have files.
with

    listed as (select * from {{ ref("int_mame_re__system_versions") }} where is_standing),

    files as (
        select *
        from {{ ref("stg_ledger__files") }}
        where benchmark = 'mame_re' and table_name in ('selections', 'rankings')
    ),

    named as (
        select system_id
        from {{ ref("stg_mame_re__selections") }}
        union
        select system_id
        from {{ ref("stg_mame_re__rankings") }}
        union
        select {{ system_of_path("file_path") }} as system_id
        from files
        where row_count = 0
    ),

    united as (
        select system_id, method, is_with_description, model_type, base_model
        from listed
        union all
        select
            system_id,
            cast(null as string) as method,
            cast(null as boolean) as is_with_description,
            cast(null as string) as model_type,
            cast(null as string) as base_model
        from named
        where not exists (select 1 from listed)
    ),

    final as (
        select
            *,
            -- As for contexts and memes.
            cast(row_number() over (order by system_id) as integer) as system_number
        from united
    )

select *
from final
