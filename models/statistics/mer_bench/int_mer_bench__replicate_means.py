"""One row per system, judge configuration and replicate; a column for each fine metric. Replicate 0 is the data."""

from analysis.joint_replicates import joint_replicates

METRICS = ("vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe", "pes")


def model(dbt, session):
    """Draw memes and average all metrics over the same ones."""
    scores = dbt.ref("int_mer_bench__fine_cluster_scores").to_arrow_table()
    return joint_replicates(scores, METRICS, dbt.config.meta_get("replicates"))
