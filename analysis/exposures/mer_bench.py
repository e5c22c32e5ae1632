"""MER-Bench's tables and charts."""

from __future__ import annotations

from collections.abc import Mapping

from analysis.charts.mer_bench import mer_bench_components, mer_bench_heat_map, mer_bench_rfs_by_category
from analysis.exposures.exposure import Exposure
from analysis.mer_bench import printed_conventions
from analysis.tables.judges import mer_bench_figure_4
from analysis.tables.mer_bench import (
    mer_bench_figure_5,
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
}
