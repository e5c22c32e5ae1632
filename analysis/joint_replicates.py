"""Bootstrap means of several metrics under the same draws: what a formula of means needs for its interval."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from analysis.cluster_scores import PLACE, groups
from analysis.resampling import REPLICATES, generator, replicate_means

KEY = (*PLACE, "system_id", "setting", "convention_id")


def joint_schema(metrics: Sequence[str]) -> pa.Schema:
    """Return the columns of joint_replicates: the key, the replicate's number, sizes, and a mean for each metric."""
    return pa.schema(
        [(name, pa.string()) for name in KEY]
        + [(name, pa.int64()) for name in ("replicate", "unit_count", "cluster_count")]
        + [(metric, pa.float64()) for metric in metrics]
    )


def joint_replicates(table: pa.Table, metrics: Sequence[str], replicates: int = REPLICATES) -> pa.Table:
    """Return joint_schema: per system, setting and convention one row per replicate, from the shape cluster_scores.

    Replicate 0 is the data themselves. All metrics of a replicate are means over the same drawn clusters; a mean
    without units is NULL. `unit_count` is the least number of units behind a metric, `cluster_count` the clusters.
    """
    schema = joint_schema(metrics)
    parts = [schema.empty_table()]
    for group in groups(table):
        systems = sorted({(system, setting, convention) for _, convention, system, setting in group.entries})
        rows = {entry: row for row, entry in enumerate(group.entries)}
        for system, setting, convention in systems:
            named = [rows.get((metric, convention, system, setting)) for metric in metrics]
            there = [row for row in named if row is not None]
            mask = np.asarray((group.counts[there] > 0).any(axis=0))
            sums, counts = group.sums[there][:, mask], group.counts[there][:, mask]
            chance = generator("joint_replicates", (*group.key(mask), system, setting, convention))
            drawn = replicate_means(sums, counts, chance, replicates)
            units = counts.sum(axis=1)
            means = np.divide(sums.sum(axis=1), units, out=np.full(units.shape, np.nan), where=units > 0)
            whole = dict(zip(there, np.hstack([means[:, None], drawn]), strict=True))
            count = replicates + 1
            least = int(units.min()) if len(there) == len(metrics) else 0
            key = (*group.place, system, setting, convention)
            same = dict(zip(KEY, key, strict=True)) | {"unit_count": least, "cluster_count": int(mask.sum())}
            columns: dict[str, object] = {name: pa.repeat(value, count) for name, value in same.items()}
            columns["replicate"] = np.arange(count)
            for metric, row in zip(metrics, named, strict=True):
                values = np.full(count, np.nan) if row is None else whole[row]
                columns[metric] = pa.array(values, pa.float64(), mask=np.isnan(values))
            parts.append(pa.table(columns, schema=schema))
    return pa.concat_tables(parts)
