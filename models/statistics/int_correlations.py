"""One row per series of score pairs, coefficient and method."""

from analysis.correlation_table import correlation_rows


def model(dbt, session):
    """Correlate the two measurements of every series."""
    pairs = dbt.ref("int_score_pair_versions").filter("exclusion_reason is null")
    return correlation_rows(pairs.to_arrow_table(), dbt.config.meta_get("replicates"))
