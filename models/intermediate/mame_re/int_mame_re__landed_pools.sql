-- Members of the candidate pools that users brought.
with

    versions as (select * from {{ ref("int_mame_re__pool_versions") }} where exclusion_reason is null),

    final as (
        select
            -- NULL parts of a pool's name would match nothing in a join.
            {{ mame_re_pool_id() }} as pool_id, experiment, k, condition, context_id, image_id, role
        from versions
    )

select *
from final
