"""Ranks of the systems of a table of cluster scores, with rank intervals from the all-pairs tests."""

from __future__ import annotations

import math

import numpy as np
import pyarrow as pa

from analysis.cluster_scores import ENTRY, PLACE, Group, groups
from analysis.ranking import best_probabilities, competition_ranks, rank_intervals
from analysis.resampling import REPLICATES, Floats, generator, replicate_means

KEY = (*PLACE, "metric", "convention_id", "system_id", "setting")

SCHEMA = pa.schema(
    [(name, pa.string()) for name in KEY]
    + [("value", pa.float64())]
    + [(name, pa.int64()) for name in ("rank", "rank_low", "rank_high")]
    + [("is_in_best_group", pa.bool_()), ("best_probability", pa.float64())]
    + [(name, pa.int64()) for name in ("system_count", "unit_count", "cluster_count")]
    + [("status", pa.string())]
)

#: A setting that marks bounds rather than systems: compared, never ranked.
REFERENCE = "reference"

_SERIES = 512

#: (difference, Holm's p) by place, metric, convention, system and setting of a, system and setting of b.
Tests = dict[tuple[str, ...], tuple[float, float]]


def tests_of(comparisons: pa.Table) -> Tests:
    """Return the differences and Holm's p of a table of score comparisons, both ways round; NaN where NULL."""
    names = (*PLACE, "metric", "convention_id", "system_a", "setting_a", "system_b", "setting_b")
    columns = [comparisons.column(name).to_pylist() for name in (*names, "difference", "p_holm", "method")]
    found: Tests = {}
    for *key, difference, p_value, method in zip(*columns, strict=True):
        if method == "cluster_t":
            gap = math.nan if difference is None else difference
            p_holm = math.nan if p_value is None else p_value
            found[tuple(key)] = (gap, p_holm)
            found[(*key[:-4], *key[-2:], *key[-4:-2])] = (-gap, p_holm)
    return found


def rankings(table: pa.Table, comparisons: pa.Table, replicates: int = REPLICATES) -> pa.Table:
    """Return SCHEMA: one row per system of a family, from tables of the shape cluster_scores and of comparisons.

    The highest value has rank 1. Status: `ok`, `one_system`, `no_units` (no value, no rank), `unequal_clusters` (the
    tests, over clusters that two systems share, contradict the rank by value, over each one's own).
    """
    tests = tests_of(comparisons)
    rows: dict[str, list[object]] = {name: [] for name in SCHEMA.names}
    for group in groups(table):
        families = [[row for row in family if group.entries[row][3] != REFERENCE] for family in group.families()]
        probabilities = _probabilities(group, families, replicates)
        for family in families:
            for cells in _ranked(group, family, tests, probabilities):
                for name, cell in zip(SCHEMA.names, cells, strict=True):
                    rows[name].append(cell)
    return pa.table(rows, schema=SCHEMA)


def _ranked(group: Group, family: list[int], tests: Tests, probabilities: Floats) -> list[tuple[object, ...]]:
    """Return the rows of one family in the order of its entries."""
    scored = [row for row in family if group.counts[row].any()]
    units = group.counts.sum(axis=1)
    values = np.array([math.fsum(group.sums[row]) / units[row] for row in scored])
    unknown = (math.nan, math.nan)
    pairs = [
        [tests.get((*group.place, *group.entries[a], *group.entries[b][2:]), unknown) for b in scored] for a in scored
    ]
    tested = np.array(pairs, dtype=np.float64).reshape(len(scored), len(scored), 2)
    found = rank_intervals(values, tested[:, :, 0], tested[:, :, 1])
    ranks = competition_ranks(values)
    place = {row: position for position, row in enumerate(scored)}
    cells: list[tuple[object, ...]] = []
    for row in family:
        names = dict(zip(PLACE, group.place, strict=True)) | dict(zip(ENTRY, group.entries[row], strict=True))
        sizes = (len(scored), int(units[row]), int(np.count_nonzero(group.counts[row])))
        key = tuple(names[name] for name in KEY)
        if row not in place:
            cells.append((*key, None, None, None, None, None, None, *sizes, "no_units"))
            continue
        at = place[row]
        best = None if math.isnan(probabilities[row]) else float(probabilities[row])
        bounds = (int(ranks[at]), int(found.low[at]), int(found.high[at]), bool(found.is_in_best_group[at]))
        status = "unequal_clusters" if found.is_contradicted[at] else "ok" if len(scored) > 1 else "one_system"
        cells.append((*key, float(values[at]), *bounds, best, *sizes, status))
    return cells


def _probabilities(group: Group, families: list[list[int]], replicates: int) -> Floats:
    """Return each entry's probability of being the best of its family: clusters of all its systems drawn jointly."""
    has = group.counts > 0
    found = np.full(len(group.entries), np.nan)
    scored = [[row for row in family if has[row].any()] for family in families]
    for mask, places in group.draws(scored, _SERIES):
        rows = [row for place in places for row in scored[place]]
        chance = generator("rankings", group.key(mask))
        drawn = replicate_means(group.sums[rows][:, mask], group.counts[rows][:, mask], chance, replicates)
        at = 0
        for place in places:
            found[scored[place]] = best_probabilities(drawn[at : at + len(scored[place])])
            at += len(scored[place])
    return found
