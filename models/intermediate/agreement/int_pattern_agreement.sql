-- One row per pattern of two or more votes and weights: the agreement of its votes with one another.
with

    patterns as (select * from {{ ref("int_patterns") }}),

    pairs as (select * from {{ ref("int_pattern_pairs") }}),

    weights as (select * from {{ ref("int_group_weights") }}),

    disagreements as (
        select
            pairs.group_number,
            pairs.pattern_code,
            weights.weights,
            {{
                fsum(
                    "pairs.vote_pair_count * "
                    ~ label_distance(
                        "weights.weights",
                        "pairs.label_number_a",
                        "pairs.label_number_b",
                        "pairs.scale_value_a",
                        "pairs.scale_value_b",
                        "weights.value_range",
                    )
                )
            }} as distance_sum
        from pairs
        inner join weights on weights.group_number = pairs.group_number
        group by pairs.group_number, pairs.pattern_code, weights.weights
    ),

    final as (
        select
            patterns.group_number,
            patterns.pattern_code,
            weights.weights,
            1e0
            - 2e0
            * coalesce(disagreements.distance_sum, 0e0)
            / (patterns.vote_total * (patterns.vote_total - 1e0)) as agreement
        from patterns
        inner join weights on weights.group_number = patterns.group_number
        left join
            disagreements
            on disagreements.group_number = patterns.group_number
            and disagreements.pattern_code = patterns.pattern_code
            and disagreements.weights = weights.weights
        where patterns.vote_total >= 2
    )

select *
from final
