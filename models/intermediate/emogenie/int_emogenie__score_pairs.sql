-- Each model's usable prediction beside the image's mean opinion score.
with

    predictions as (select * from {{ ref("int_emogenie__predictions") }} where exclusion_reason is null),

    means as (select * from {{ ref("int_emogenie__image_means") }} where screening = 'none'),

    final as (
        select
            'emogenie' as benchmark,
            'assessment:' || predictions.system_id as comparison,
            'all' as panel,
            predictions.dimension,
            predictions.image_id as pair_id,
            predictions.image_id as cluster_id,
            predictions.predicted_score as x,
            -- NULL where nobody rated the image: the pair is dropped and counted.
            means.mean as y,
            predictions.source_row_id
        from predictions
        left join means on means.image_id = predictions.image_id and means.dimension = predictions.dimension
    )

select *
from final
