"""One row per series of score pairs, coefficient and method."""

from analysis.correlation_table import correlation_rows


def model(dbt, session):
    """Correlate the two measurements of every series."""
    return correlation_rows(dbt.ref("int_score_pairs").to_arrow_table(), dbt.config.meta_get("replicates"))
