"""The conformed shape `cluster_scores` as matrices: systems by clusters, one group per part of a leaderboard."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from analysis.resampling import Floats

Indices = npt.NDArray[np.int64]
Masks = npt.NDArray[np.bool_]

#: What a group of scores shares: its resampling key.
PLACE = ("benchmark", "leaderboard", "panel", "breakdown", "breakdown_value")

#: What tells scores of one group apart. The first two name a family of comparisons.
ENTRY = ("metric", "convention_id", "system_id", "setting")

_STRINGS = (*PLACE, *ENTRY, "cluster_id")


@dataclass(frozen=True)
class Group:
    """Scores of one part of a leaderboard; matrices have shape (entries, clusters), entries and clusters sorted.

    `counts` is 0 where an entry has no unit in a cluster; `squares` is NaN where sums of squares are not known.
    """

    place: tuple[str, ...]
    entries: list[tuple[str, ...]]
    clusters: list[str]
    sums: Floats
    squares: Floats
    counts: Floats

    def families(self) -> list[range]:
        """Return the entries of each (metric, convention), as ranges of rows."""
        starts = [row for row, entry in enumerate(self.entries) if row == 0 or entry[:2] != self.entries[row - 1][:2]]
        return [range(low, high) for low, high in itertools.pairwise([*starts, len(self.entries)])]

    def key(self, mask: Masks) -> tuple[str, ...]:
        """Return the resampling key of a set of clusters: the group and a digest of their names."""
        names = json.dumps([self.clusters[column] for column in np.flatnonzero(mask)], ensure_ascii=False)
        return (*self.place, hashlib.sha256(names.encode()).hexdigest())

    def draws(self, families: Sequence[Sequence[int]], size: int) -> Iterator[tuple[Masks, list[int]]]:
        """Yield the families that draw from the same clusters, at most about `size` entries (or else one family).

        A family draws from all clusters that any of its systems has: a system takes part with those that it has. So
        one set of weights serves all systems, all pairs, and all families on the same clusters.
        """
        has = self.counts > 0
        unions = np.array([has[list(family)].any(axis=0) for family in families]).reshape(len(families), -1)
        kept = [place for place, family in enumerate(families) if len(family) and unions[place].any()]
        for mask, places in by_mask(unions, kept):
            block: list[int] = []
            entries = 0
            for place in places:
                if block and entries + len(families[place]) > size:
                    yield mask, block
                    block, entries = [], 0
                block.append(place)
                entries += len(families[place])
            yield mask, block


def _codes(column: pa.ChunkedArray) -> tuple[Indices, list[str]]:
    """Return codes and names, codes in the order of the names' code points."""
    encoded = pa.chunked_array(column).cast(pa.string()).combine_chunks().dictionary_encode()
    names = encoded.dictionary.to_pylist()
    order = sorted(range(len(names)), key=names.__getitem__)
    position = np.empty(len(names), dtype=np.int64)
    position[order] = np.arange(len(names))
    return position[encoded.indices.to_numpy(zero_copy_only=False)], [names[place] for place in order]


def _starts(columns: Sequence[Indices]) -> Indices:
    """Return the rows where any of the sorted columns changes, and the number of rows at the end."""
    changes = np.zeros(columns[0].size, dtype=np.bool_)
    changes[0] = True
    for column in columns:
        changes[1:] |= column[1:] != column[:-1]
    return np.append(np.flatnonzero(changes), columns[0].size)


def groups(table: pa.Table) -> Iterator[Group]:
    """Yield the groups of a table of cluster scores, in the order of their names; any order of rows.

    The columns are those of the shape; one row per group, entry and cluster. A row without a sum counts no unit.
    """
    if table.num_rows == 0:
        return
    coded = {name: _codes(table.column(name)) for name in _STRINGS}
    order = np.lexsort([coded[name][0] for name in reversed(_STRINGS)])
    columns = {name: codes[order] for name, (codes, _) in coded.items()}
    sums, squares, counts = (
        table.column(name).cast(pa.float64()).to_numpy()[order]
        for name in ("score_sum", "score_sum_squares", "score_count")
    )
    counts = np.where(np.isnan(sums) | np.isnan(counts), 0.0, counts)
    bounds = _starts([columns[name] for name in PLACE])
    for low, high in itertools.pairwise(bounds):
        part = {name: codes[low:high] for name, codes in columns.items()}
        starts = _starts([part[name] for name in ENTRY])
        rows = np.repeat(np.arange(starts.size - 1), np.diff(starts))
        used, places = np.unique(part["cluster_id"], return_inverse=True)
        shape = (starts.size - 1, used.size)
        matrices = [np.zeros(shape), np.full(shape, np.nan), np.zeros(shape)]
        for matrix, values in zip(matrices, (sums, squares, counts), strict=True):
            matrix[rows, places] = values[low:high]
        matrices[0][matrices[2] == 0] = 0.0
        yield Group(
            tuple(coded[name][1][part[name][0]] for name in PLACE),
            [tuple(coded[name][1][part[name][row]] for name in ENTRY) for row in starts[:-1]],
            [coded["cluster_id"][1][code] for code in used],
            *matrices,
        )


def by_mask(masks: Masks, rows: Sequence[int]) -> list[tuple[Masks, list[int]]]:
    """Return the rows that share a mask, in the order of their first row."""
    found: dict[bytes, tuple[Masks, list[int]]] = {}
    for row in rows:
        found.setdefault(np.packbits(masks[row]).tobytes(), (masks[row], []))[1].append(row)
    return list(found.values())
