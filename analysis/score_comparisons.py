"""Every pair of systems of a table of cluster scores, compared on the clusters that both have."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from analysis.cluster_scores import PLACE, Group, Indices, Masks, groups
from analysis.comparison import (
    PairedSums,
    benjamini_hochberg,
    cluster_differences,
    equivalence_p,
    holm,
    mcnemar_p,
    paired_test,
    ratio_means,
    sign_flip_p,
)
from analysis.resampling import REPLICATES, Floats, Texts, generator, percentile_interval, replicate_means

KEY = (*PLACE, "system_a", "setting_a", "system_b", "setting_b", "metric", "convention_id")
NUMBERS = (
    "value_a",
    "value_b",
    "difference",
    "ci_low",
    "ci_high",
    "se",
    "p_value",
    "p_sign_flip",
    "p_mcnemar",
    "p_holm",
    "p_bh",
    "equivalence_margin",
    "p_equivalence",
    "effect_size",
    "minimum_detectable_difference",
)
COUNTS = (
    "family_size",
    "shared_cluster_count",
    "unmatched_a_count",
    "unmatched_b_count",
    "unit_count_a",
    "unit_count_b",
)

SCHEMA = pa.schema(
    [(name, pa.string()) for name in (*KEY, "method")]
    + [(name, pa.float64()) for name in NUMBERS]
    + [(name, pa.int64()) for name in COUNTS]
    + [("is_margin_registered", pa.bool_()), ("status", pa.string())]
)

METHODS = ("cluster_t", "cluster_bootstrap_percentile")

#: Margins by (benchmark, leaderboard, metric).
Margins = Mapping[tuple[str, str, str], float]

_SERIES, _PAIRS, _BLOCK = 512, 128, 1 << 22


def margins_of(table: pa.Table) -> Margins:
    """Return the registered margins of equivalence: columns benchmark, leaderboard, metric, margin."""
    rows = table.select(["benchmark", "leaderboard", "metric", "margin"]).to_pylist()
    return {(row["benchmark"], row["leaderboard"], row["metric"]): row["margin"] for row in rows}


def score_comparisons(table: pa.Table, margins: Margins, replicates: int = REPLICATES) -> pa.Table:
    """Return SCHEMA: one row per pair of systems and method, from a table of the shape cluster_scores.

    All pairs of a family (metric and convention within a group) are compared and corrected together and share their
    draws. `p_value` is the CR1-t p; where every cluster differs by the same there is no t, and
    the sign-flip p stands for it. The p values are the same in both rows of a pair.
    """
    parts = [part for group in groups(table) for part in _compared(group, margins, replicates)]
    return pa.concat_tables([SCHEMA.empty_table(), *parts])


@dataclass
class _Pairs:
    """Columns of all pairs of a group, filled in piece by piece."""

    first: Indices
    second: Indices
    numbers: dict[str, Floats]
    bounds: Floats
    status: Texts
    drawn_status: Texts


def _compared(group: Group, margins: Margins, replicates: int) -> Iterator[pa.Table]:
    families = [list(itertools.combinations(family, 2)) for family in group.families()]
    listed = np.array([pair for family in families for pair in family], dtype=np.int64).reshape(-1, 2)
    count = listed.shape[0]
    if not count:
        return
    names = [*NUMBERS, "shared", "units_a", "units_b", "registered"]
    empty = np.full(count, "no_shared_clusters", dtype="U24")
    numbers = {name: np.full(count, np.nan) for name in names}
    pairs = _Pairs(listed[:, 0], listed[:, 1], numbers, np.full((2, count), np.nan), empty, empty.copy())
    registered = [margins.get((*group.place[:2], group.entries[row][0]), np.nan) for row in pairs.first]
    pairs.numbers["registered"] = np.array(registered, dtype=np.float64)
    pairs.numbers["equivalence_margin"] = pairs.numbers["registered"].copy()
    starts = np.cumsum([0, *(len(family) for family in families)])
    for mask, places in group.draws(group.families(), _SERIES):
        chosen = np.concatenate([np.arange(starts[place], starts[place + 1]) for place in places])
        if chosen.size:
            _test(group, mask, chosen, pairs)
            _bootstrap(group, mask, chosen, pairs, replicates)
    has = group.counts > 0
    sizes = np.zeros(count, dtype=np.int64)
    start = 0
    for family in families:
        block = slice(start, start + len(family))
        p_values = pairs.numbers["p_value"][block]
        pairs.numbers["p_holm"][block] = holm(p_values)
        pairs.numbers["p_bh"][block] = benjamini_hochberg(p_values)
        sizes[block] = np.count_nonzero(~np.isnan(p_values))
        start += len(family)
    yield _rows(group, pairs, has.sum(axis=1), sizes)


def _paired(group: Group, mask: Masks, pairs: _Pairs, block: Indices) -> PairedSums:
    """Return the sums of a block of pairs in the clusters of a mask."""
    rows = (pairs.first[block], pairs.second[block])
    return PairedSums.of(*(part[row][:, mask] for row in rows for part in (group.sums, group.counts)))


def _test(group: Group, mask: Masks, chosen: Indices, pairs: _Pairs) -> None:
    """Fill in what needs no bootstrap: differences, t intervals, p values."""
    numbers = pairs.numbers
    rows = max(1, _BLOCK // int(mask.sum()))
    key = group.key(mask)
    for start in range(0, chosen.size, rows):
        block = chosen[start : start + rows]
        paired = _paired(group, mask, pairs, block)
        test = paired_test(paired)
        numbers["shared"][block] = paired.cluster_counts
        numbers["units_a"][block] = paired.counts_a.sum(axis=1)
        numbers["units_b"][block] = paired.counts_b.sum(axis=1)
        numbers["value_a"][block] = ratio_means(paired.sums_a, paired.counts_a)
        numbers["value_b"][block] = ratio_means(paired.sums_b, paired.counts_b)
        numbers["difference"][block], numbers["se"][block] = test.difference, test.se
        numbers["ci_low"][block], numbers["ci_high"][block] = test.low, test.high
        numbers["effect_size"][block] = test.effect_size
        numbers["minimum_detectable_difference"][block] = test.detectable
        pairs.status[block] = test.status
        flipped = sign_flip_p(cluster_differences(paired), generator("sign_flip", key))
        flipped[test.status == "identical"] = 1.0
        numbers["p_sign_flip"][block] = flipped
        numbers["p_mcnemar"][block] = mcnemar_p(paired)
        numbers["p_value"][block] = np.where(test.status == "constant_difference", flipped, test.p_value)
        margin = numbers["registered"][block]
        numbers["p_equivalence"][block] = equivalence_p(test.difference, test.se, paired.cluster_counts, margin)
        numbers["equivalence_margin"][block] = np.where(np.isnan(margin), test.margin, margin)


def _bootstrap(group: Group, mask: Masks, chosen: Indices, pairs: _Pairs, replicates: int) -> None:
    """Fill in the bootstrap intervals: one matrix product for the systems, then differences of their replicates."""
    has = group.counts[:, mask] > 0
    complete = np.asarray(has.all(axis=1))
    whole = complete[pairs.first[chosen]] & complete[pairs.second[chosen]]
    key = group.key(mask)
    for block in _blocks(pairs, chosen[whole]):
        rows, place = np.unique(np.concatenate([pairs.first[block], pairs.second[block]]), return_inverse=True)
        chance = generator("score_comparisons", key)
        drawn = replicate_means(group.sums[rows][:, mask], group.counts[rows][:, mask], chance, replicates)
        for start in range(0, block.size, _PAIRS):
            part = np.arange(start, min(start + _PAIRS, block.size))
            _keep(pairs, block[part], drawn[place[part]] - drawn[place[block.size + part]])
    # Systems with gaps share other clusters with each partner: the same draws, sums over what the pair shares.
    gaps = chosen[~whole]
    for start in range(0, gaps.size, _PAIRS):
        block = gaps[start : start + _PAIRS]
        paired = _paired(group, mask, pairs, block)
        sums, counts = np.vstack([paired.sums_a, paired.sums_b]), np.vstack([paired.counts_a, paired.counts_b])
        drawn = replicate_means(sums, counts, generator("score_comparisons", key), replicates)
        _keep(pairs, block, drawn[: block.size] - drawn[block.size :])


def _keep(pairs: _Pairs, block: Indices, differences: Floats) -> None:
    """Fill in the intervals of a block's replicates. What the test found to be one point is one."""
    tested = pairs.status[block]
    low, high, status = percentile_interval(differences)
    point = np.isin(tested, ["identical", "constant_difference"])
    several = pairs.numbers["shared"][block] > 1
    for side, bound in enumerate((low, high)):
        known = np.where(point, pairs.numbers["difference"][block], bound)
        pairs.bounds[side, block] = np.where(several, known, np.nan)
    pairs.drawn_status[block] = np.where(tested == "ok", status, tested)


def _blocks(pairs: _Pairs, chosen: Indices) -> Iterator[Indices]:
    """Yield runs of pairs that name few enough systems to hold their replicates at once."""
    start = 0
    seen: set[int] = set()
    for position, pair in enumerate(chosen):
        named = {int(pairs.first[pair]), int(pairs.second[pair])}
        if len(seen | named) > _SERIES:
            yield chosen[start:position]
            start, seen = position, set()
        seen |= named
    if chosen.size:
        yield chosen[start:]


def _rows(group: Group, pairs: _Pairs, cluster_counts: Indices, sizes: Indices) -> pa.Table:
    """Return SCHEMA of a group's pairs, each pair one row per method."""
    count, numbers = pairs.first.size, pairs.numbers
    texts: dict[str, object] = {name: [value] * count for name, value in zip(PLACE, group.place, strict=True)}
    entries_a = [group.entries[row] for row in pairs.first]
    entries_b = [group.entries[row] for row in pairs.second]
    texts |= {"system_a": [e[2] for e in entries_a], "setting_a": [e[3] for e in entries_a]}
    texts |= {"system_b": [e[2] for e in entries_b], "setting_b": [e[3] for e in entries_b]}
    texts |= {"metric": [e[0] for e in entries_a], "convention_id": [e[1] for e in entries_a]}
    shared = np.nan_to_num(numbers["shared"])
    counts = {
        "family_size": sizes,
        "shared_cluster_count": shared,
        "unmatched_a_count": cluster_counts[pairs.first] - shared,
        "unmatched_b_count": cluster_counts[pairs.second] - shared,
        "unit_count_a": np.nan_to_num(numbers["units_a"]),
        "unit_count_b": np.nan_to_num(numbers["units_b"]),
    }
    tables = []
    for method, bounds, status in (
        (METHODS[0], (numbers["ci_low"], numbers["ci_high"]), pairs.status),
        (METHODS[1], tuple(pairs.bounds), pairs.drawn_status),
    ):
        columns = texts | {"method": [method] * count}
        columns |= {name: _nulls(numbers[name]) for name in NUMBERS}
        columns |= {"ci_low": _nulls(bounds[0]), "ci_high": _nulls(bounds[1])}
        columns |= {name: np.asarray(values).astype(np.int64) for name, values in counts.items()}
        columns |= {"is_margin_registered": ~np.isnan(numbers["registered"]), "status": status.tolist()}
        tables.append(pa.table(columns, schema=SCHEMA))
    order = np.arange(2 * count).reshape(2, count).T.ravel()
    return pa.concat_tables(tables).take(order)


def _nulls(values: Floats) -> pa.Array:
    return pa.array(values, pa.float64(), mask=np.isnan(values))
