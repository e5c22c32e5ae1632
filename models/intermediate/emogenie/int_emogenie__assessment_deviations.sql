-- Complete pairs as deviations from their means: of the values (plcc), and of average ranks times two (srcc).
with

    pairs as (select * from {{ ref("int_emogenie__score_pairs") }} where x is not null and y is not null),

    ranked as (
        select
            *,
            2 * rank() over (partition by comparison, dimension order by x)
            + count(*) over (partition by comparison, dimension, x)
            - 1 as x_rank,
            2 * rank() over (partition by comparison, dimension order by y)
            + count(*) over (partition by comparison, dimension, y)
            - 1 as y_rank
        from pairs
    ),

    measured as (
        select comparison, dimension, pair_id, 'plcc' as coefficient, x, y
        from ranked
        union all
        select
            comparison,
            dimension,
            pair_id,
            'srcc' as coefficient,
            cast(x_rank as double) as x,
            cast(y_rank as double) as y
        from ranked
    ),

    centres as (
        select
            comparison,
            dimension,
            coefficient,
            {{ favg("x") }} as x_mean,
            {{ favg("y") }} as y_mean,
            max(x) - min(x) as x_range,
            max(y) - min(y) as y_range,
            count(*) as pair_count
        from measured
        group by comparison, dimension, coefficient
    ),

    -- Divided by the range, so that squares of far predictions stay finite.
    final as (
        select
            measured.comparison,
            measured.dimension,
            measured.coefficient,
            measured.pair_id,
            (measured.x - centres.x_mean) / nullif(centres.x_range, 0e0) as x_deviation,
            (measured.y - centres.y_mean) / nullif(centres.y_range, 0e0) as y_deviation,
            centres.x_range = 0 or centres.y_range = 0 as is_constant,
            centres.pair_count
        from measured
        inner join
            centres
            on centres.comparison = measured.comparison
            and centres.dimension = measured.dimension
            and centres.coefficient = measured.coefficient
    )

select *
from final
