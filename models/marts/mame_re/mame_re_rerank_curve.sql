with

    retrieved as (select * from {{ ref("int_mame_re__retrieved_scores") }}),

    scores as (
        select *
        from {{ ref("int_mame_re__context_scores") }}
        where convention_id = 'exclude' and experiment = 'exp2' and k is not null
    ),

    reference_scores as (select * from {{ ref("int_mame_re__curve_references") }}),

    leaderboard as (
        select *
        from {{ ref("mame_re_leaderboard") }}
        where experiment = 'exp1' and failure_policy = 'exclude' and not is_reference
    ),

    sizes as (
        select
            retriever,
            k,
            count(case when is_short then 1 end) as short_context_count,
            count(case when is_tied_at_cut then 1 end) as tied_context_count
        from retrieved
        group by retriever, k
    ),

    listed as (
        select
            retriever,
            k,
            system_id,
            true as is_reference,
            {{ favg("score_at_1") }} as score_at_1,
            count(*) as context_count
        from reference_scores
        group by retriever, k, system_id
        union all
        select
            coalesce(condition, 'unknown') as retriever,
            k,
            system_id,
            false as is_reference,
            {{ fsum("score_sum") }} / sum(response_count) as score_at_1,
            count(*) as context_count
        from scores
        where not is_reference
        group by coalesce(condition, 'unknown'), k, system_id
    ),

    final as (
        select
            cast(listed.retriever as string) as retriever,
            cast(listed.k as bigint) as k,
            cast(listed.system_id as string) as system_id,
            listed.is_reference,
            listed.score_at_1,
            cast(listed.context_count as bigint) as context_count,
            leaderboard.score_at_1 as standalone_score_at_1,
            cast(coalesce(sizes.short_context_count, 0) as bigint) as short_context_count,
            cast(coalesce(sizes.tied_context_count, 0) as bigint) as tied_context_count
        from listed
        left join sizes on sizes.retriever = listed.retriever and sizes.k = listed.k
        left join leaderboard on leaderboard.system_id = listed.retriever
    )

select *
from final
