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
    "mer_bench_table_2": Exposure("table", mer_bench_table_2, printed_conventions("mer_bench_table_2")),
    "mer_bench_heat_map": Exposure("chart", mer_bench_heat_map, printed_conventions("mer_bench_table_2")),
    "mer_bench_table_3": Exposure("table", mer_bench_table_3, printed_conventions("mer_bench_table_3")),
    "mer_bench_figure_4": Exposure("table", mer_bench_figure_4),
    "mer_bench_figure_5": Exposure("table", mer_bench_figure_5, printed_conventions("mer_bench_figure_5")),
    "mer_bench_rfs_by_category": Exposure(
        "chart", mer_bench_rfs_by_category, printed_conventions("mer_bench_figure_5")
    ),
    "mer_bench_components": Exposure("chart", mer_bench_components, printed_conventions("mer_bench_table_2")),
    "mer_bench_table_s4": Exposure("table", mer_bench_table_s4),
    "mer_bench_table_s6": Exposure("table", mer_bench_table_s6),
    "mer_bench_table_s7": Exposure("table", mer_bench_table_s7),
    "mer_bench_score_dots": Exposure("chart", mer_bench_score_dots, mer_bench_ranking_conventions),
    "mer_bench_ranks": Exposure("chart", mer_bench_ranks, mer_bench_ranking_conventions),
    "mer_bench_ranking": Exposure("table", mer_bench_ranking, mer_bench_ranking_conventions),
    "mer_bench_judge_panels": Exposure("chart", mer_bench_judge_panels),
}
