"""One row per score and interval method."""

from analysis.score_intervals import score_intervals


def model(dbt, session):
    """Compute the intervals of every mean of the standing cluster scores."""
    scores = dbt.ref("int_cluster_score_versions").filter("exclusion_reason is null")
    return score_intervals(scores.to_arrow_table(), dbt.config.meta_get("replicates"))
