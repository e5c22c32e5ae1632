"""One row per agreement coefficient of a slice and method of interval."""

from analysis.agreement_table import agreement_interval_rows


def model(dbt, session):
    """Draw items or their clusters anew and read intervals from the replicates."""
    return agreement_interval_rows(
        dbt.ref("agreement").to_arrow_table(),
        dbt.ref("int_slice_patterns").to_arrow_table(),
        dbt.ref("int_cluster_patterns").to_arrow_table(),
        dbt.ref("int_pattern_votes").to_arrow_table(),
        dbt.ref("int_vote_labels").to_arrow_table(),
        dbt.ref("int_vote_groups").to_arrow_table(),
        replicates=dbt.config.meta_get("replicates"),
    )
