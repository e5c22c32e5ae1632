-- Models tried with and without descriptions under one method, and the two systems where there are no
-- others.
with

    systems as (
        select * from {{ ref("int_mame_re__systems") }} where base_model is not null and method is not null
    ),

    final as (
        select
            base_model,
            method,
            max(case when is_with_description then system_id end) as system_with,
            max(case when not is_with_description then system_id end) as system_without,
            count(case when is_with_description then 1 end) > 1
            or count(case when not is_with_description then 1 end) > 1 as is_ambiguous
        from systems
        group by base_model, method
        having
            count(case when is_with_description then 1 end) > 0
            and count(case when not is_with_description then 1 end) > 0
    )

select *
from final
