with

    questions as (
        select question_id, image_id_1, image_id_2, split, is_closed
        from {{ ref("int_emogenie__questions") }}
        where split is not null
    ),

    placed as (
        select image_id_1 as image_id, question_id, split, is_closed
        from questions
        union all
        select image_id_2 as image_id, question_id, split, is_closed
        from questions
        where image_id_2 is not null
    ),

    -- Most images stand in one split only.
    spread as (select image_id from placed group by image_id having count(distinct split) > 1),

    sides as (
        select
            placed.image_id,
            placed.split,
            bool_or(placed.is_closed) as has_closed,
            bool_or(not placed.is_closed) as has_open
        from placed
        inner join spread on spread.image_id = placed.image_id
        group by placed.image_id, placed.split
    ),

    crossings as (
        select a.image_id, a.split as split_a, b.split as split_b, 'closed' as kind
        from sides as a
        inner join sides as b on b.image_id = a.image_id and b.split > a.split
        where a.has_closed and b.has_closed
        union all
        select a.image_id, a.split as split_a, b.split as split_b, 'open' as kind
        from sides as a
        inner join sides as b on b.image_id = a.image_id and b.split > a.split
        where a.has_open or b.has_open
    ),

    final as (
        select
            cast(crossings.image_id as string) as image_id,
            cast(crossings.split_a as string) as split_a,
            cast(crossings.split_b as string) as split_b,
            cast(crossings.kind as string) as kind,
            {{ dbt.listagg("placed.question_id", "'|'", "order by placed.question_id") }} as question_ids
        from crossings
        inner join
            placed
            on placed.image_id = crossings.image_id
            and placed.split in (crossings.split_a, crossings.split_b)
            and (crossings.kind = 'open' or placed.is_closed)
        group by crossings.image_id, crossings.split_a, crossings.split_b, crossings.kind
    )

select *
from final
