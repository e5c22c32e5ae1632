"""MER-Bench's tables and charts."""

from __future__ import annotations

from collections.abc import Mapping

from analysis.charts.judges import mer_bench_judge_panels
from analysis.charts.mer_bench import (
    mer_bench_components,
    mer_bench_heat_map,
    mer_bench_ranks,
    mer_bench_rfs_by_category,
    mer_bench_score_dots,
)
from analysis.exposures.exposure import Exposure
from analysis.mer_bench import printed_conventions
from analysis.tables.judges import mer_bench_figure_4
from analysis.tables.mer_bench import (
    mer_bench_figure_5,
    mer_bench_ranking,
    mer_bench_ranking_conventions,
    mer_bench_table_2,
    mer_bench_table_3,
    mer_bench_table_s4,
    mer_bench_table_s6,
    mer_bench_table_s7,
)

EXPOSURES: Mapping[str, Exposure] = {
    "mer_bench_table_2": Exposure(
        "table",
        "Every system on eight metrics and four aggregates, mean and spread over runs.",
        mer_bench_table_2,
        printed_conventions,
    ),
    "mer_bench_heat_map": Exposure(
        "chart", "Systems by metrics as a heat map of mean percent.", mer_bench_heat_map, printed_conventions
    ),
    "mer_bench_table_3": Exposure(
        "table", "Every category with all systems pooled.", mer_bench_table_3, printed_conventions
    ),
    "mer_bench_figure_4": Exposure(
        "table", "Judge configurations against experts, by metric, as data.", mer_bench_figure_4
    ),
    "mer_bench_figure_5": Exposure(
        "table", "RFS of every system in every category, as data.", mer_bench_figure_5, printed_conventions
    ),
    "mer_bench_rfs_by_category": Exposure(
        "chart", "RFS of every system in every category.", mer_bench_rfs_by_category, printed_conventions
    ),
    "mer_bench_components": Exposure(
        "chart",
        "The components of RFS for every system, with their spread.",
        mer_bench_components,
        printed_conventions,
    ),
    "mer_bench_table_s4": Exposure("table", "Memes left after each filtering stage.", mer_bench_table_s4),
    "mer_bench_table_s6": Exposure("table", "Outcomes of human verification.", mer_bench_table_s6),
    "mer_bench_table_s7": Exposure(
        "table", "Annotators' agreement by task, with counts and escalations.", mer_bench_table_s7
    ),
    "mer_bench_score_dots": Exposure(
        "chart", "Systems by mean RFS, with intervals.", mer_bench_score_dots, mer_bench_ranking_conventions
    ),
    "mer_bench_ranks": Exposure(
        "chart", "Systems by rank, with the ranks that the tests leave.", mer_bench_ranks, mer_bench_ranking_conventions
    ),
    "mer_bench_ranking": Exposure(
        "table",
        "Systems with interval, rank interval, best group and probability of being best.",
        mer_bench_ranking,
        mer_bench_ranking_conventions,
    ),
    "mer_bench_judge_panels": Exposure(
        "chart", "The judge's scores against the experts' mean, a panel per metric.", mer_bench_judge_panels
    ),
}
