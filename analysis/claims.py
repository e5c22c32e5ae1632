"""The papers' claims put to the test: a contrast of two sides of a score table, and the verdict on it."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pyarrow as pa
from scipy import stats

from analysis.comparison import PairedSums, paired_test
from analysis.intervals import ClusterSums, cluster_se
from analysis.resampling import Floats

#: One row per claim that has scores on both sides.
CONTRASTS = pa.schema(
    [("claim_id", pa.string()), ("system_id", pa.string())]
    + [(name, pa.float64()) for name in ("estimate", "ci_low", "ci_high", "p_value", "mean_a", "mean_b")]
    + [(name, pa.int64()) for name in ("cluster_count_a", "cluster_count_b", "shared_cluster_count")]
    + [("design", pa.string()), ("status", pa.string())]
)
Contrast = dict[str, float | int | str | None]
Sums = dict[str, tuple[float, float]]


def contrasts(sides: pa.Table) -> pa.Table:
    """Contrast the two sides of each claim and system: CONTRASTS, sorted, whatever the order of rows.

    sides: claim_id, system_id, side (`a` or `b`), cluster_id, score_sum, score_count. A claim with one side has no row.
    """
    rows = []
    ordered = pl.DataFrame(sides).sort("claim_id", "system_id", "cluster_id", "side")
    parts = ordered.partition_by("claim_id", "system_id", as_dict=True, maintain_order=True)
    for (claim_id, system_id), part in parts.items():
        own, other = (part.filter(pl.col("side") == side) for side in ("a", "b"))
        if own.height and other.height:
            place: Contrast = {"claim_id": str(claim_id), "system_id": str(system_id)}
            rows.append(place | contrast(_sums(own), _sums(other)))
    return pa.Table.from_pylist(rows, schema=CONTRASTS)


def _sums(part: pl.DataFrame) -> Sums:
    return {row[0]: (row[1], row[2]) for row in part.select("cluster_id", "score_sum", "score_count").iter_rows()}


def contrast(own: Sums, other: Sums) -> Contrast:
    """Return mean a minus mean b with a 95 % interval; each side is {cluster: (sum of scores, number of scores)}.

    Where the sides share clusters only those count, paired (`analysis.comparison.paired_test`). Where they share none
    they are independent samples: both CR1 variances, t with Welch's and Satterthwaite's degrees of freedom. Status: ok;
    identical; one_cluster (no interval); constant_difference (nothing varies, so an interval would be a point).
    """
    shared = sorted(own.keys() & other.keys())
    a, b = (np.array([side[key] for key in shared or sorted(side)], dtype=float) for side in (own, other))
    found = _paired(a, b) if shared else _independent(ClusterSums.of(*_columns(a)), ClusterSums.of(*_columns(b)))
    means = (ClusterSums.of(*_columns(side)).mean for side in (a, b))
    counts = (len(own), len(other), len(shared))
    design = "paired" if shared else "independent"
    return {
        **dict(zip(("mean_a", "mean_b"), means, strict=True)),
        **dict(zip(("cluster_count_a", "cluster_count_b", "shared_cluster_count"), counts, strict=True)),
        "design": design,
        **{name: None if isinstance(value, float) and math.isnan(value) else value for name, value in found.items()},
    }


def _columns(side: Floats) -> tuple[Floats, None, Floats]:
    return side[:, 0], None, side[:, 1]


def _paired(a: Floats, b: Floats) -> Contrast:
    test = paired_test(PairedSums.of(a[:, 0], a[:, 1], b[:, 0], b[:, 1]))
    status = str(test.status[0])
    found: Contrast = {"estimate": float(test.difference[0]), "p_value": float(test.p_value[0]), "status": status}
    # A point is no interval: nothing varies that it could come from.
    is_point = status == "constant_difference"
    return found | {
        "ci_low": math.nan if is_point else float(test.low[0]),
        "ci_high": math.nan if is_point else float(test.high[0]),
    }


def _independent(a: ClusterSums, b: ClusterSums) -> Contrast:
    difference = a.mean - b.mean
    found: Contrast = {"estimate": difference, "ci_low": math.nan, "ci_high": math.nan, "p_value": math.nan}
    sizes = (a.counts.size, b.counts.size)
    if min(sizes) < 2:
        return found | {"status": "one_cluster"}
    variances = [cluster_se(side) ** 2 for side in (a, b)]
    variance = sum(variances)
    if variance == 0:
        return found | {"status": "constant_difference"}
    degrees = variance**2 / sum(part**2 / (size - 1) for part, size in zip(variances, sizes, strict=True))
    se = math.sqrt(variance)
    reach = float(stats.t.ppf(0.975, degrees)) * se
    p = float(2 * stats.t.sf(abs(difference) / se, degrees))
    return found | {"ci_low": difference - reach, "ci_high": difference + reach, "p_value": p, "status": "ok"}
