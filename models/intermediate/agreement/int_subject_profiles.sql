-- One row per group and subject with breakdowns: which set of slices it belongs to. Sets are few, subjects
-- many.
with

    subject_slices as (select * from {{ ref("int_subject_slices") }}),

    sets as (
        select
            group_number,
            subject_id,
            {{ dbt.listagg("cast(slice_number as string)", "','", "order by slice_number") }} as slice_set
        from subject_slices
        group by group_number, subject_id
    ),

    profiles as (
        select
            slice_set,
            min(subject_id) as example_subject_id,
            cast(row_number() over (order by slice_set) as integer) as profile_number
        from sets
        group by slice_set
    ),

    final as (
        select
            sets.group_number,
            sets.subject_id,
            profiles.profile_number,
            sets.subject_id = profiles.example_subject_id as is_example
        from sets
        inner join profiles on profiles.slice_set = sets.slice_set
    )

select *
from final
