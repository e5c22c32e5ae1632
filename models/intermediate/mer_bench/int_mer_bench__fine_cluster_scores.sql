-- The eight fine metrics by meme, which no definition of the aggregates changes: once per system and
-- configuration.
with

    scores as (select * from {{ ref("int_mer_bench__cluster_scores") }}),

    metrics as (select * from {{ ref("mer_bench_metric_catalogue") }} where kind = 'fine'),

    conventions as (
        select * from {{ ref("int_mer_bench__conventions") }} where definition = 'paper' and grain = 'output'
    ),

    final as (
        select scores.*
        from scores
        inner join metrics on metrics.metric = scores.metric
        inner join conventions on conventions.convention_id = scores.convention_id
    )

select *
from final
