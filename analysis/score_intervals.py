"""Every mean of a table of cluster scores with its intervals, each method a row."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
import pyarrow as pa

from analysis.cluster_scores import ENTRY, PLACE, Group, groups
from analysis.intervals import ClusterSums, Interval, cluster_t, normal, wald, wilson, wilson_effective
from analysis.resampling import (
    REPLICATES,
    bca_interval,
    generator,
    jackknife_means,
    percentile_interval,
    replicate_means,
)

KEY = (*PLACE, "system_id", "setting", "metric", "convention_id")

SCHEMA = pa.schema(
    [(name, pa.string()) for name in (*KEY, "method")]
    + [(name, pa.float64()) for name in ("value", "ci_low", "ci_high", "se")]
    + [("unit_count", pa.int64()), ("cluster_count", pa.int64()), ("status", pa.string())]
)

#: Methods of every mean, and those of a mean of zeros and ones.
MEANS: Mapping[str, Callable[[ClusterSums], Interval]] = {"normal": normal, "cluster_t": cluster_t}
RATES: Mapping[str, Callable[[ClusterSums], Interval]] = {
    "wilson": wilson,
    "wilson_effective": wilson_effective,
    "wald": wald,
}
PERCENTILE, BCA = "cluster_bootstrap_percentile", "cluster_bootstrap_bca"

#: Series whose replicates are held at once: 40 MB at 10,000 replicates.
SERIES = 512


def score_intervals(table: pa.Table, replicates: int = REPLICATES) -> pa.Table:
    """Return SCHEMA: one row per score and method, from a table of the shape cluster_scores, also when it is empty.

    Rates (every unit 0 or 1) have three rows more. All scores of a
    family share their draws.
    """
    rows: dict[str, list[object]] = {name: [] for name in SCHEMA.names}
    for group in groups(table):
        drawn = _bootstrap(group, replicates)
        for row, entry in enumerate(group.entries):
            units = ClusterSums.of(group.sums[row], group.squares[row], group.counts[row])
            found = {name: method(units) for name, method in MEANS.items()} | drawn[row]
            if units.is_rate and units.counts.size:
                found |= {name: method(units) for name, method in RATES.items()}
            names = dict(zip(PLACE, group.place, strict=True)) | dict(zip(ENTRY, entry, strict=True))
            for method, interval in found.items():
                bounds = (units.mean, interval.low, interval.high, interval.se)
                sizes = (int(units.unit_count), units.counts.size)
                cells = (*(names[name] for name in KEY), method, *map(_known, bounds), *sizes, interval.status)
                for name, cell in zip(SCHEMA.names, cells, strict=True):
                    rows[name].append(cell)
    return pa.table(rows, schema=SCHEMA)


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


def _bootstrap(group: Group, replicates: int) -> list[dict[str, Interval]]:
    """Return the two bootstrap intervals of every entry."""
    found = [
        dict.fromkeys((PERCENTILE, BCA), Interval(math.nan, math.nan, math.nan, _lacking(count)))
        for count in np.count_nonzero(group.counts, axis=1)
    ]
    for mask, places in group.draws(families := group.families(), SERIES):
        rows = [row for place in places for row in families[place]]
        sums, counts = group.sums[rows][:, mask], group.counts[rows][:, mask]
        drawn = replicate_means(sums, counts, generator("score_intervals", group.key(mask)), replicates)
        lows, highs, statuses = percentile_interval(drawn)
        for place, row in enumerate(rows):
            if np.count_nonzero(counts[place]) < 2:
                continue
            estimate = math.fsum(sums[place]) / float(counts[place].sum())
            low, high, status = bca_interval(drawn[place], estimate, jackknife_means(sums[place], counts[place]))
            kept = drawn[place][~np.isnan(drawn[place])]
            se = {"constant": 0.0, "undefined_replicates": math.nan}.get(statuses[place])
            se = float(np.std(kept, ddof=1)) if se is None else se
            found[row] = {
                PERCENTILE: Interval(float(lows[place]), float(highs[place]), se, str(statuses[place])),
                BCA: Interval(low, high, se, status),
            }
    return found


def _lacking(clusters: int) -> str:
    return "one_cluster" if clusters else "no_units"
