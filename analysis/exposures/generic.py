"""Tables over all benchmarks."""

from __future__ import annotations

from collections.abc import Mapping

from analysis.exposures.exposure import Exposure
from analysis.tables.agreement import agreement

EXPOSURES: Mapping[str, Exposure] = {
    "agreement": Exposure(
        "table", "Raw agreement and the unweighted coefficients per benchmark, panel and question.", agreement
    ),
}
