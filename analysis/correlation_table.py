"""Correlations of every series of score pairs as one Arrow table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from analysis.correlation import Correlation, all_correlations
from analysis.correlation_bootstrap import bca_correlations
from analysis.resampling import REPLICATES

KEY = ("benchmark", "comparison", "panel", "dimension")

CORRELATIONS = pa.schema(
    [
        *((name, pa.string()) for name in (*KEY, "coefficient", "method")),
        *((name, pa.float64()) for name in ("value", "p_value", "p_exact", "ci_low", "ci_high")),
        *((name, pa.int64()) for name in ("pair_count", "dropped_count", "cluster_count", "replicate_count")),
        ("status", pa.string()),
    ]
)


def correlation_rows(pairs: pa.Table, replicates: int = REPLICATES, seed: int = 0) -> pa.Table:
    """Correlate each series: columns of KEY, pair_id, cluster_id, x, y in; CORRELATIONS out, in order of its key.

    A series is one (benchmark, comparison, panel, dimension). Method `analytic` has srcc, plcc, krcc and plcc_logistic,
    method `bca` srcc, plcc and krcc over clusters; a pair without cluster_id is a cluster of its own.
    """
    series: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in pairs.select([*KEY, "pair_id", "cluster_id", "x", "y"]).to_pylist():
        series.setdefault(tuple(row[name] for name in KEY), []).append(row)
    rows: list[dict[str, Any]] = []
    for key in sorted(series):
        x, y = (np.array([row[name] for row in series[key]], dtype=np.float64) for name in ("x", "y"))
        clusters = np.array([_cluster(row) for row in series[key]])
        kept = ~(np.isnan(x) | np.isnan(y))
        common = {**dict(zip(KEY, key, strict=True)), "cluster_count": len(np.unique(clusters[kept]))}
        for found in all_correlations(x, y):
            rows.append({**common, "method": "analytic", "replicate_count": None, **_columns(found)})
        for found in bca_correlations(x, y, clusters, key, replicates, seed):
            count = None if found.ci_low is None else replicates
            rows.append({**common, "method": "bca", "replicate_count": count, **_columns(found)})
    return pa.Table.from_pylist(rows, schema=CORRELATIONS)


def _cluster(row: dict[str, Any]) -> str:
    # Marked, so that a pair's own id never meets the id of a cluster.
    return f"pair:{row['pair_id']}" if row["cluster_id"] is None else f"cluster:{row['cluster_id']}"


def _columns(found: Correlation) -> dict[str, Any]:
    return {name: getattr(found, name) for name in CORRELATIONS.names if hasattr(found, name)}
