-- Counts of answers per model and split, over each perspective, dimension and format and over all of each.
with

    answers as (select * from {{ ref("int_emogenie__expected_answers") }}),

    counted as (
        select
            system_id,
            split,
            perspective,
            dimension,
            format,
            count(*) as expected_count,
            count_if(is_correct) as correct_count,
            count_if(status = 'unparsable') as unparsable_count,
            count_if(status = 'missing') as missing_count
        from answers
        group by system_id, split, perspective, dimension, format
    ),

    summed as (
        select
            system_id,
            split,
            coalesce(perspective, 'all') as perspective,
            coalesce(dimension, 'all') as dimension,
            coalesce(format, 'all') as format,
            sum(expected_count) as expected_count,
            sum(correct_count) as correct_count,
            sum(unparsable_count) as unparsable_count,
            sum(missing_count) as missing_count
        from counted
        group by system_id, split, cube (perspective, dimension, format)
    ),

    known as (select system_id from {{ ref("int_emogenie__answering_systems") }} where task = 'answers'),

    -- A model whose file has no usable row is listed with zero counts.
    final as (
        select *
        from summed
        union all by name
        select
            known.system_id,
            'test' as split,
            'all' as perspective,
            'all' as dimension,
            'all' as format,
            0 as expected_count,
            0 as correct_count,
            0 as unparsable_count,
            0 as missing_count
        from known
        where not exists (select 1 from counted where counted.system_id = known.system_id)
    )

select *
from final
