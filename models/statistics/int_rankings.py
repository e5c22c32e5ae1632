"""One row per system of a family."""

from analysis.rankings import rankings


def model(dbt, session):
    """Rank every family's systems, with rank intervals from its comparisons."""
    scores = dbt.ref("int_cluster_score_versions").filter("exclusion_reason is null")
    tests = dbt.ref("int_score_comparisons").to_arrow_table()
    return rankings(scores.to_arrow_table(), tests, dbt.config.meta_get("replicates"))
