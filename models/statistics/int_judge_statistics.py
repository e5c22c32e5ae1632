"""One row per judge, configuration, metric and statistic."""

from analysis.judge_cards import judge_cards


def model(dbt, session):
    """Hold every judge against experts, other configurations, other judges and itself."""
    readings, experts = dbt.ref("int_judge_readings"), dbt.ref("int_expert_judgements")
    metrics, replies = dbt.ref("int_judge_metrics"), dbt.ref("int_judge_replies")
    parts = (part.to_arrow_table() for part in (readings, experts, metrics, replies))
    return judge_cards(*parts, replicates=dbt.config.meta_get("replicates"))
