-- Cosines of memes in standard deviations of their encoder: over all unordered pairs, population
-- deviation.
with

    cosines as (
        select *
        from {{ ref("int_mame_re__similarity_versions") }}
        where kind = 'image_image' and exclusion_reason is null
    ),

    encoders as (
        select min(encoder) as encoder from cosines where '{{ var("mame_re_pool_encoder") }}' in ('', encoder)
    ),

    chosen as (select cosines.* from cosines inner join encoders on encoders.encoder = cosines.encoder),

    means as (
        select encoder, {{ favg("cosine") }} as mean_cosine, max(cosine) = min(cosine) as is_constant
        from chosen
        group by encoder
    ),

    deviations as (
        select
            chosen.encoder,
            sqrt(
                {{ favg("(chosen.cosine - means.mean_cosine) * (chosen.cosine - means.mean_cosine)") }}
            ) as sd_cosine
        from chosen
        inner join means on means.encoder = chosen.encoder
        where not means.is_constant
        group by chosen.encoder
    ),

    standardised as (
        select
            chosen.encoder,
            chosen.left_id,
            chosen.right_id,
            (chosen.cosine - means.mean_cosine) / deviations.sd_cosine as z
        from chosen
        inner join means on means.encoder = chosen.encoder
        inner join deviations on deviations.encoder = chosen.encoder
    ),

    final as (
        select encoder, left_id as image_id, right_id as other_id, z
        from standardised
        union all
        select encoder, right_id as image_id, left_id as other_id, z
        from standardised
    )

select *
from final
