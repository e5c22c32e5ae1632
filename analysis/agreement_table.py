"""Intervals of every agreement coefficient as one Arrow table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from scipy import stats

from analysis.agreement_resampling import Interval, Key, Statistics, bootstrap_agreement
from analysis.resampling import REPLICATES, Floats

SLICE = ("benchmark", "panel", "question", "breakdown", "breakdown_value")

INTERVALS = pa.schema(
    [
        *((name, pa.string()) for name in (*SLICE, "coefficient", "weights", "marginals", "method")),
        *((name, pa.float64()) for name in ("ci_low", "ci_high")),
        *((name, pa.int64()) for name in ("cluster_count", "replicate_count")),
        ("status", pa.string()),
    ]
)

Slice = tuple[str, ...]
Row = dict[str, Any]


def agreement_interval_rows(
    agreement: pa.Table,
    slice_patterns: pa.Table,
    cluster_patterns: pa.Table,
    pattern_votes: pa.Table,
    labels: pa.Table,
    vote_groups: pa.Table,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> pa.Table:
    """Give each row of the mart of agreement its intervals: INTERVALS out, one row per key and method, sorted.

    agreement: the mart; slice_patterns: items per slice and pattern; cluster_patterns: the same per cluster, of slices
    whose cluster is not the item; pattern_votes: votes per pattern and label; labels: the labels of each group, with
    scale_value; vote_groups: group_number with benchmark, panel, question, scale.
    """
    groups = {row["group_number"]: row for row in vote_groups.to_pylist()}
    scales = _gathered(labels, lambda row: row["group_number"])
    votes = _gathered(pattern_votes, lambda row: row["group_number"])

    def place(row: Row) -> Slice:
        group = groups[row["group_number"]]
        return (*(group[name] for name in SLICE[:3]), *(row[name] for name in SLICE[3:]))

    items, clusters = _gathered(slice_patterns, place), _gathered(cluster_patterns, place)
    rows: list[Row] = []
    for key, coefficients in sorted(_gathered(agreement, lambda row: tuple(row[name] for name in SLICE)).items()):
        parts = clusters.get(key, items[key])
        number = parts[0]["group_number"]
        has_scale = groups[number]["scale"] is not None
        units = _units(parts, votes[number], scales[number], has_scale)
        found = bootstrap_agreement(*units, key, replicates, seed) if units[2].sum() > 1 else {}
        for row in sorted(coefficients, key=_name):
            common = {name: row[name] for name in (*SLICE, "coefficient", "weights", "marginals")}
            common["cluster_count"] = int(units[2].sum())
            analytic = _analytic(row, key in clusters)
            rows.append({**common, "method": "gwet_t", "replicate_count": None, **analytic})
            for method in ("cluster_bootstrap_bca", "cluster_bootstrap_percentile"):
                drawn = _drawn(row, found, method)
                count = None if drawn["ci_low"] is None else replicates
                rows.append({**common, "method": method, "replicate_count": count, **drawn})
    return pa.Table.from_pylist(rows, schema=INTERVALS)


def _gathered(table: pa.Table, key: Callable[[Row], Any]) -> dict[Any, list[Row]]:
    found: dict[Any, list[Row]] = defaultdict(list)
    for row in table.to_pylist():
        found[key(row)].append(row)
    return dict(found)


def _name(row: Row) -> Key:
    return row["coefficient"], row["weights"], row["marginals"]


def _units(
    parts: list[Row], votes: list[Row], labels: list[Row], has_scale: bool
) -> tuple[Statistics, Floats, NDArray[np.int64]]:
    """Return the statistics, what each unit adds, and how many units are alike.

    Patterns are in the order of what they hold, since their codes may follow the order of rows.
    """
    places = {label: i for i, label in enumerate(sorted(row["label_number"] for row in labels))}
    codes = {row["pattern_code"] for row in parts}
    patterns = {code: [0] * len(places) for code in codes}
    for row in votes:
        if row["pattern_code"] in codes:
            patterns[row["pattern_code"]][places[row["label_number"]]] = row["vote_count"]
    ordered = sorted(codes, key=lambda code: patterns[code])
    values = None
    if has_scale:
        values = np.array([row["scale_value"] for row in sorted(labels, key=lambda row: row["label_number"])], float)
    statistics = Statistics(np.array([patterns[code] for code in ordered], dtype=np.int64), values)
    number = {code: i for i, code in enumerate(ordered)}
    if "cluster_id" not in parts[0]:
        counts = np.zeros(len(ordered), dtype=np.int64)
        for row in parts:
            counts[number[row["pattern_code"]]] = row["item_count"]
        return statistics, statistics.per_pattern, counts
    in_order = sorted((row["cluster_id"], number[row["pattern_code"]], row["item_count"]) for row in parts)
    _, cluster = np.unique([name for name, _, _ in in_order], return_inverse=True)
    pattern, item_counts = np.array([rest for _, *rest in in_order], dtype=np.int64).T
    return statistics, statistics.of_clusters(cluster, pattern, item_counts), np.ones(cluster.max() + 1, dtype=np.int64)


def _analytic(row: Row, is_clustered: bool) -> Row:
    """Return value ± t se with item_count - 1 degrees of freedom (Gwet 2014), at most 1: there is no least value."""
    if row["value"] is None:
        return _without_interval(row["status"])
    if row["standard_error"] is None:
        return _without_interval("no_standard_error")
    half = float(stats.t.ppf(0.975, row["item_count"] - 1)) * row["standard_error"]
    # The standard error counts items as independent.
    status = "anti_conservative" if is_clustered else "ok"
    return {"ci_low": row["value"] - half, "ci_high": min(1.0, row["value"] + half), "status": status}


def _drawn(row: Row, found: dict[tuple[Key, str], Interval], method: str) -> Row:
    if row["value"] is None:
        return _without_interval(row["status"])
    if row["coefficient"] == "cohen_kappa_mean":
        return _without_interval("not_resampled")
    if not found:
        return _without_interval("single_cluster")
    interval = found[_name(row), method]
    return {"ci_low": interval.low, "ci_high": interval.high, "status": interval.status}


def _without_interval(status: str) -> Row:
    return {"ci_low": None, "ci_high": None, "status": status}
