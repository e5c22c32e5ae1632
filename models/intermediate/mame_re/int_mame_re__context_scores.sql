-- Sums over the responses of one system to one context, under each way to count a failed one; the exact
-- reference rows too. From these come every mean and every interval.
with

    responses as (select * from {{ ref("int_mame_re__responses") }}),

    conventions as (select * from {{ ref("mame_re_conventions") }}),

    reference_scores as (select * from {{ ref("int_mame_re__reference_scores") }}),

    entries as (select distinct pool_id, experiment, k, condition from {{ ref("int_mame_re__entries") }}),

    -- Reference rows stand beside systems, and in every pool that was landed or is the first experiment's.
    shown_pools as (
        select pool_id, experiment, k, condition
        from entries
        union
        select pool_id, experiment, k, condition
        from {{ ref("int_mame_re__landed_pools") }}
        union
        select 'exp1||', 'exp1', cast(null as bigint), cast(null as string)
    ),

    counted as (
        select
            conventions.convention_id,
            responses.pool_id,
            responses.experiment,
            responses.k,
            responses.condition,
            responses.system_id,
            false as is_reference,
            responses.context_id,
            coalesce(responses.score_at_1, conventions.failed_score) as score_at_1,
            coalesce(responses.score_at_1_best, conventions.failed_score) as score_at_1_best,
            coalesce(responses.score_at_1_worst, conventions.failed_score) as score_at_1_worst,
            coalesce(responses.chr_all, conventions.failed_score) as chr_all,
            coalesce(responses.chr_four_fifths, conventions.failed_score) as chr_four_fifths
        from responses
        inner join
            conventions
            on responses.outcome = 'scored'
            or (responses.outcome = 'failed' and conventions.failed_score is not null)
        union all
        select
            conventions.convention_id,
            shown_pools.pool_id,
            shown_pools.experiment,
            shown_pools.k,
            shown_pools.condition,
            reference_scores.system_id,
            true as is_reference,
            reference_scores.context_id,
            reference_scores.score_at_1,
            reference_scores.score_at_1_best,
            reference_scores.score_at_1_worst,
            reference_scores.chr_all,
            reference_scores.chr_four_fifths
        from reference_scores
        inner join shown_pools on shown_pools.pool_id = reference_scores.pool_id
        cross join conventions
    ),

    final as (
        select
            convention_id,
            pool_id,
            experiment,
            k,
            condition,
            system_id,
            is_reference,
            context_id,
            count(*) as response_count,
            {{ fsum("score_at_1") }} as score_sum,
            {{ fsum("score_at_1 * score_at_1") }} as score_sum_squares,
            {{ fsum("score_at_1_best") }} as best_sum,
            {{ fsum("score_at_1_worst") }} as worst_sum,
            {{ fsum("chr_all") }} as chr_all_sum,
            {{ fsum("chr_all * chr_all") }} as chr_all_sum_squares,
            {{ fsum("chr_four_fifths") }} as chr_four_fifths_sum,
            {{ fsum("chr_four_fifths * chr_four_fifths") }} as chr_four_fifths_sum_squares
        from counted
        group by convention_id, pool_id, experiment, k, condition, system_id, is_reference, context_id
    )

select *
from final
