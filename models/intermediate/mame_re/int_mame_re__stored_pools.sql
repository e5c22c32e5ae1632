-- Pools as they were first drawn. A context that has a pool keeps it, whatever votes come later; `dbt
-- build --full-refresh` draws anew, and so does another seed.
with

    drawn as (
        select
            cast('{{ var("mame_re_pool_seed") }}' as string) as seed,
            {{ mame_re_pool_id() }} as pool_id,
            experiment,
            k,
            condition,
            context_id,
            image_id,
            role,
            encoder
        from {{ ref("int_mame_re__drawn_pools") }}
    ),

    final as (select * from drawn where {{ not_stored_yet("drawn", ["seed", "pool_id", "context_id"]) }})

select *
from final
