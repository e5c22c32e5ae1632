"""Tables over all benchmarks."""

from __future__ import annotations

from collections.abc import Mapping

from analysis.charts.statistics import agreement_forest
from analysis.exposures.exposure import Exposure
from analysis.tables.agreement import agreement
from analysis.tables.judges import claims, judge_cards

EXPOSURES: Mapping[str, Exposure] = {
    "agreement": Exposure(
        "table", "Raw agreement and the unweighted coefficients per benchmark, panel and question.", agreement
    ),
    "agreement_forest": Exposure(
        "chart", "Chance-corrected agreement per panel and question, with intervals.", agreement_forest
    ),
    "judge_cards": Exposure("table", "Judges by failed replies, agreement with experts and steadiness.", judge_cards),
    "claims": Exposure("table", "The papers' claims with difference, interval and verdict.", claims),
}
