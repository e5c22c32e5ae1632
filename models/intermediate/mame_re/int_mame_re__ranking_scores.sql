-- nDCG@5 of each ranking: the expectation over all orders of tied memes, which is each place's discount
-- shared
-- equally in its group, with the luckiest and the unluckiest order beside it. NULL where a context has no
-- gain at all.
with

    candidates as (select * from {{ ref("int_mame_re__top_candidates") }}),

    places as (select * from {{ ref("int_mame_re__places") }}),

    context_references as (select * from {{ ref("int_mame_re__context_references") }}),

    ordered as (
        select
            *,
            row_number() over (
                partition by unjudged, system_id, context_id order by first_place, gain desc, image_id
            ) as best_place,
            row_number() over (
                partition by unjudged, system_id, context_id order by first_place, gain, image_id
            ) as worst_place
        from candidates
    ),

    tie_groups as (
        select
            unjudged,
            system_id,
            context_id,
            first_place,
            count(*) as group_size,
            {{ fsum("gain") }} as gain_sum,
            {{ fsum("gain * (" ~ mame_re_discount("best_place") ~ ")") }} as best_dcg,
            {{ fsum("gain * (" ~ mame_re_discount("worst_place") ~ ")") }} as worst_dcg
        from ordered
        group by unjudged, system_id, context_id, first_place
    ),

    dcgs as (
        select
            tie_groups.unjudged,
            tie_groups.system_id,
            tie_groups.context_id,
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
        group by tie_groups.unjudged, tie_groups.system_id, tie_groups.context_id
    ),

    final as (
        select
            dcgs.unjudged,
            dcgs.system_id,
            dcgs.context_id,
            dcgs.dcg / nullif(context_references.ideal_dcg, 0e0) as ndcg_at_5,
            dcgs.best_dcg / nullif(context_references.ideal_dcg, 0e0) as ndcg_at_5_best,
            dcgs.worst_dcg / nullif(context_references.ideal_dcg, 0e0) as ndcg_at_5_worst,
            coalesce(dcgs.is_tied_across_cut_off, false) as is_tied_across_cut_off,
            coalesce(context_references.ideal_dcg, 0e0) = 0e0 as has_no_ideal
        from dcgs
        left join context_references on context_references.context_id = dcgs.context_id
    )

select *
from final
