"""One row per pair of systems of a family and interval method."""

from analysis.score_comparisons import margins_of, score_comparisons


def model(dbt, session):
    """Compare every two systems on the clusters that both have."""
    scores = dbt.ref("int_cluster_score_versions").filter("exclusion_reason is null")
    margins = margins_of(dbt.ref("equivalence_margins").to_arrow_table())
    return score_comparisons(scores.to_arrow_table(), margins, dbt.config.meta_get("replicates"))
