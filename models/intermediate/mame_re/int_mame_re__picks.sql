-- What a system picked for a context in the first experiment: all memes of its trials, joined, and their
-- mean.
with

    choices as (
        select * from {{ ref("int_mame_re__choices") }} where experiment = 'exp1' and outcome = 'scored'
    ),

    memes as (
        select
            system_id,
            context_id,
            image_id,
            {{ fsum("weight") }} as weight,
            {{ fsum("weight * gain") }} as weighted_gain,
            {{ fsum("weight * hit_four_fifths") }} as weighted_hit
        from choices
        group by system_id, context_id, image_id
    ),

    final as (
        select
            system_id,
            context_id,
            {{ dbt.listagg("image_id", "'|'", "order by image_id") }} as images,
            count(*) as image_count,
            {{ fsum("weighted_gain") }} / {{ fsum("weight") }} as funniness,
            {{ fsum("weighted_hit") }} / {{ fsum("weight") }} as hit_share
        from memes
        group by system_id, context_id
    )

select *
from final
