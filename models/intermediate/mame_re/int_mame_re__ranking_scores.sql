-- nDCG@5 of each ranking: the expectation over all orders of tied memes, which is each place's discount
-- shared equally in its group, with the luckiest and the unluckiest order beside it. NULL where a context
-- has no gain at all.
with

    candidates as (select * from {{ ref("int_mame_re__top_candidates") }}),

    places as (select * from {{ ref("int_mame_re__places") }}),

    systems as (select * from {{ ref("int_mame_re__systems") }}),

    contexts as (select * from {{ ref("int_mame_re__contexts") }}),

    context_references as (select * from {{ ref("int_mame_re__context_references") }}),

    ordered as (
        select
            *,
            row_number() over (
                partition by unjudged, system_number, context_number
                order by first_place, gain desc, image_number
            ) as best_place,
            row_number() over (
                partition by unjudged, system_number, context_number order by first_place, gain, image_number
            ) as worst_place
        from candidates
    ),

    tie_groups as (
        select
            unjudged,
            system_number,
            context_number,
            first_place,
            count(*) as group_size,
            {{ fsum("gain") }} as gain_sum,
            {{ fsum("gain * (" ~ mame_re_discount("best_place") ~ ")") }} as best_dcg,
            {{ fsum("gain * (" ~ mame_re_discount("worst_place") ~ ")") }} as worst_dcg
        from ordered
        group by unjudged, system_number, context_number, first_place
    ),

    dcgs as (
        select
            tie_groups.unjudged,
            tie_groups.system_number,
            tie_groups.context_number,
            {{
                fsum(
                    "tie_groups.gain_sum / tie_groups.group_size"
                    " * (through.discount_sum - before.discount_sum)"
                )
            }} as dcg,
            {{ fsum("tie_groups.best_dcg") }} as best_dcg,
            {{ fsum("tie_groups.worst_dcg") }} as worst_dcg,
            max(
                case
                    when tie_groups.group_size > 1 then tie_groups.first_place + tie_groups.group_size - 1
                end
            )
            > 5 as is_tied_across_cut_off
        from tie_groups
        inner join places as before on before.place = tie_groups.first_place - 1
        inner join
            places as through on through.place = least(tie_groups.first_place + tie_groups.group_size - 1, 5)
        group by tie_groups.unjudged, tie_groups.system_number, tie_groups.context_number
    ),

    final as (
        select
            dcgs.unjudged,
            systems.system_id,
            contexts.context_id,
            dcgs.dcg / nullif(context_references.ideal_dcg, 0e0) as ndcg_at_5,
            dcgs.best_dcg / nullif(context_references.ideal_dcg, 0e0) as ndcg_at_5_best,
            dcgs.worst_dcg / nullif(context_references.ideal_dcg, 0e0) as ndcg_at_5_worst,
            coalesce(dcgs.is_tied_across_cut_off, false) as is_tied_across_cut_off,
            coalesce(context_references.ideal_dcg, 0e0) = 0e0 as has_no_ideal
        from dcgs
        inner join systems on systems.system_number = dcgs.system_number
        inner join contexts on contexts.context_number = dcgs.context_number
        left join context_references on context_references.context_number = dcgs.context_number
    )

select *
from final
