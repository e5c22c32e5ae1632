"""Every table and chart that leaves the warehouse: name, kind, a sentence, and the function that makes it.

The same names are exposures in dbt. A new one is a function in `tables/` or `charts/`, a line here, and an
exposure beside its mart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from analysis.charts.emogenie import emogenie_confusion
from analysis.charts.mer_bench import mer_bench_components, mer_bench_heat_map, mer_bench_rfs_by_category
from analysis.marts import Marts
from analysis.mer_bench import printed_conventions
from analysis.tables.agreement import agreement
from analysis.tables.emogenie import emogenie_alignment, emogenie_assessment, emogenie_qa_accuracy
from analysis.tables.judges import claims, judge_cards, mer_bench_figure_4
from analysis.tables.mer_bench import (
    mer_bench_figure_5,
    mer_bench_table_2,
    mer_bench_table_3,
    mer_bench_table_s4,
    mer_bench_table_s6,
    mer_bench_table_s7,
)


def _none(_: Marts) -> tuple[str, ...]:
    """Counts follow no convention."""
    return ()


@dataclass(frozen=True)
class Exposure:
    """One table or chart: its kind, what it shows, what makes it, and the conventions of its numbers."""

    kind: Literal["table", "chart"]
    sentence: str
    make: Callable[[Marts], Any]
    conventions: Callable[[Marts], tuple[str, ...]] = _none


EXPOSURES: Mapping[str, Exposure] = {
    "agreement": Exposure(
        "table", "Raw agreement and the unweighted coefficients per benchmark, panel and question.", agreement
    ),
    "judge_cards": Exposure("table", "Judges by failed replies, agreement with experts and steadiness.", judge_cards),
    "claims": Exposure("table", "The papers' claims with difference, interval and verdict.", claims),
    "mer_bench_figure_4": Exposure(
        "table", "Judge configurations against experts, by metric, as data.", mer_bench_figure_4
    ),
    "mer_bench_table_2": Exposure(
        "table",
        "Every system on eight metrics and four aggregates, mean and spread over runs.",
        mer_bench_table_2,
        printed_conventions,
    ),
    "mer_bench_heat_map": Exposure(
        "chart", "Systems by metrics as a heat map of mean percent.", mer_bench_heat_map, printed_conventions
    ),
    "emogenie_alignment": Exposure(
        "table", "Image models by how far the seen emotion is the prompted one.", emogenie_alignment
    ),
    "emogenie_confusion": Exposure(
        "chart", "Prompted by assigned emotion, every image model pooled.", emogenie_confusion
    ),
    "emogenie_qa_accuracy": Exposure(
        "table", "Models by accuracy on closed test questions, and the paper's overall.", emogenie_qa_accuracy
    ),
    "emogenie_assessment": Exposure(
        "table", "Models by correlation of predicted with mean opinion scores.", emogenie_assessment
    ),
    "mer_bench_table_3": Exposure(
        "table", "Every category with all systems pooled.", mer_bench_table_3, printed_conventions
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
        "table", "Annotation tasks: memes, annotators, answers, escalations.", mer_bench_table_s7
    ),
}
