-- The meme behind each response with its weight: 1 for a choice, an equal part for each of the memes that
-- a ranking ties at its top. A system with choices in the first experiment is scored by those, not by its
-- ranking.
with

    selections as (select * from {{ ref("int_mame_re__selections") }}),

    top_ranked as (
        select top_candidates.*, systems.system_id, contexts.context_id, images.image_id
        from {{ ref("int_mame_re__top_candidates") }} as top_candidates
        inner join
            {{ ref("int_mame_re__systems") }} as systems
            on systems.system_number = top_candidates.system_number
        inner join
            {{ ref("int_mame_re__contexts") }} as contexts
            on contexts.context_number = top_candidates.context_number
        inner join
            {{ ref("int_mame_re__images") }} as images on images.image_number = top_candidates.image_number
        where top_candidates.unjudged = 'zero' and top_candidates.first_place = 1
    ),

    choosing_systems as (select distinct system_id from selections where experiment = 'exp1'),

    ranked as (
        select
            top_ranked.*,
            count(case when has_votes then 1 end) over (
                partition by top_ranked.system_number, top_ranked.context_number
            ) as voted_count
        from top_ranked
        left join choosing_systems on choosing_systems.system_id = top_ranked.system_id
        where choosing_systems.system_id is null
    ),

    final as (
        select
            pool_id,
            experiment,
            k,
            condition,
            system_id,
            context_id,
            trial,
            image_id,
            outcome,
            1e0 as weight,
            gain,
            case when is_funny_to_all then 1e0 when not is_funny_to_all then 0e0 end as hit_all,
            case
                when is_funny_to_four_fifths then 1e0 when not is_funny_to_four_fifths then 0e0
            end as hit_four_fifths,
            false as is_ranked
        from selections
        union all
        select
            'exp1||' as pool_id,
            'exp1' as experiment,
            cast(null as bigint) as k,
            cast(null as string) as condition,
            system_id,
            context_id,
            cast(1 as bigint) as trial,
            image_id,
            case when voted_count = 0 then 'no_reference' else 'scored' end as outcome,
            1e0 / greatest(voted_count, 1) as weight,
            case when voted_count > 0 then gain end as gain,
            case when voted_count > 0 then case when is_funny_to_all then 1e0 else 0e0 end end as hit_all,
            case
                when voted_count > 0 then case when is_funny_to_four_fifths then 1e0 else 0e0 end
            end as hit_four_fifths,
            true as is_ranked
        from ranked
        where has_votes or voted_count = 0
    )

select *
from final
