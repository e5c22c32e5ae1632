"""Tables over all benchmarks."""

from __future__ import annotations

from collections.abc import Mapping

from analysis.charts.statistics import agreement_forest
from analysis.exposures.exposure import Exposure
from analysis.tables.agreement import agreement
from analysis.tables.judges import claims, judge_cards

EXPOSURES: Mapping[str, Exposure] = {
    "agreement": Exposure("table", agreement),
    "agreement_forest": Exposure("chart", agreement_forest),
    "judge_cards": Exposure("table", judge_cards),
    "claims": Exposure("table", claims),
}
