{# What a benchmark's view of the mart agreement shows of each coefficient, its panel apart: one list for all of them. #}
{% macro agreement_columns() %}
    question,
    breakdown,
    breakdown_value,
    coefficient,
    weights,
    marginals,
    value,
    standard_error,
    status,
    item_count,
    pairable_item_count,
    rater_count,
    rating_count,
    observed_agreement,
    expected_agreement,
    rater_pair_count,
    undefined_pair_count
{% endmacro %}
