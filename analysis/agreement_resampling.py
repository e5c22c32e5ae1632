"""Bootstrap of chance-corrected agreement over sufficient statistics, without touching a vote twice.

Every coefficient is a function of a few sums over items: agreement per weights, shares and votes per label, and
coincidences of labels. An item adds what its pattern of votes adds, and there are few patterns however many items there
are. Where items are drawn by themselves, a replicate is one multinomial over patterns; where whole clusters of items
are drawn, one vector of weights of clusters. Definitions: Gwet 2014 (kappas), Krippendorff 2019 (alpha).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.resampling import (
    REPLICATES,
    Floats,
    bca_interval,
    generator,
    on_grid,
    percentile_interval,
    weight_chunks,
)

#: A coefficient, its weights and its rule for marginals, as in the mart of agreement.
Key = tuple[str, str, str]

_BLOCK = 1 << 21
_WEIGHTS = ("identity", "linear", "quadratic")
_DISTANCES = ("nominal", "ordinal", "interval", "ratio")


@dataclass(frozen=True)
class Interval:
    """A bootstrap interval; bounds are None where `status` says why."""

    low: float | None
    high: float | None
    status: str


class Statistics:
    """What every distinct pattern of votes adds to the sums.

    votes: shape (patterns, labels), whole numbers, one column for each label of the declared scale, voted for or not.
    values: shape (labels,), what the labels stand for, or their places; None where no scale is declared, which leaves
    the coefficients that need none.
    """

    def __init__(self, votes: NDArray[np.int64], values: Floats | None) -> None:
        self.values = values
        counts = votes.astype(np.float64)
        labels = counts.shape[1]
        total = counts.sum(axis=1)
        pairable = (total >= 2).astype(np.float64)
        pair_total = np.maximum(total * (total - 1), 1)
        self.firsts, self.seconds = np.triu_indices(labels, 1)
        self.columns: dict[str, slice] = {}
        parts: list[Floats] = []
        at = 0

        def add(name: str, part: Floats) -> None:
            nonlocal at
            block = part[:, None] if part.ndim == 1 else part
            self.columns[name] = slice(at, at + block.shape[1])
            at += block.shape[1]
            parts.append(block)

        add("items", np.ones(len(votes)))
        add("pairable", pairable)
        add("shares", counts / np.maximum(total, 1)[:, None])
        add("votes", counts)
        add("pairable_votes", counts * pairable[:, None])
        # Ordered pairs of unequal labels, and their part in the coincidence matrix.
        unequal = total * total - (counts * counts).sum(axis=1)
        add("identity", pairable * (1 - unequal / pair_total))
        add("nominal", unequal / np.maximum(total - 1, 1))
        if values is not None:
            between = counts[:, self.firsts] * counts[:, self.seconds]
            gaps = np.abs(values[self.firsts] - values[self.seconds])
            shares = gaps / _width(values)
            for name, distance in (("linear", shares), ("quadratic", shares**2)):
                add(name, pairable * (1 - 2 * (between @ distance) / pair_total))
            add("coincidences", between / np.maximum(total - 1, 1)[:, None])
        self.per_pattern = np.hstack(parts)

    def of_clusters(self, cluster: NDArray[np.int64], pattern: NDArray[np.int64], counts: NDArray[np.int64]) -> Floats:
        """Sum what the items of each cluster add, shape (clusters, columns).

        cluster, pattern, counts: shape (rows,): so many items of a cluster have a pattern. Both are numbered from 0.
        """
        added = [np.bincount(cluster, weights=column[pattern] * counts) for column in self.per_pattern.T]
        return np.column_stack(added)

    def coefficients(self, sums: Floats) -> dict[Key, Floats]:
        """Return every coefficient of rows of sums, shape (rows, columns) in; NaN where one is undefined."""
        values = _Coefficients(sums, self)
        with np.errstate(divide="ignore", invalid="ignore"):
            return values.kappas() | values.alphas()

    def on_grid(self, units: Floats, terms: int) -> Floats:
        """Round units, shape (units, columns), so that sums of `terms` of them have no order: a product is exact."""
        return np.ascontiguousarray(on_grid(units.T, terms).T)


def _width(values: Floats) -> float:
    """Return how far the ends of a scale are apart; any width serves a scale of one label, which has no two labels."""
    return float(values.max() - values.min()) or 1.0


class _Coefficients:
    """The formulas, row by row of sums."""

    def __init__(self, sums: Floats, statistics: Statistics) -> None:
        self.statistics, self.values = statistics, statistics.values
        self.of = {name: sums[:, place] for name, place in statistics.columns.items()}

    def kappas(self) -> dict[Key, Floats]:
        votes = self.of["votes"]
        used = (votes > 0.5).sum(axis=1)
        pairable = self.of["pairable"][:, 0]
        shares = {
            "mean_of_proportions": self.of["shares"] / self.of["items"],
            "pooled": votes / votes.sum(axis=1, keepdims=True),
        }
        q = votes.shape[1]
        found: dict[Key, Floats] = {}
        for weights in _WEIGHTS:
            if weights not in self.of:
                continue
            # Beyond a half, so that a grid's rounding decides nothing.
            observed = np.where(pairable > 0.5, self.of[weights][:, 0] / pairable, np.nan)
            found["observed_agreement", weights, "none"] = observed
            similarity = self._similarity(weights)
            for marginals, pi in shares.items():
                if similarity is None:
                    expected = (pi * pi).sum(axis=1)
                else:
                    expected = np.einsum("rk,kl,rl->r", pi, similarity, pi, optimize=False)
                value = (observed - expected) / (1 - expected)
                found["fleiss_kappa", weights, marginals] = np.where(used > 1, value, np.nan)
                if similarity is None:
                    continue
                expected = similarity.sum() / (q * (q - 1)) * (pi * (1 - pi)).sum(axis=1)
                found["gwet_ac", weights, marginals] = _one_label_is_one(observed, expected, used)
            if similarity is not None:
                expected = np.full(len(observed), similarity.sum() / (q * q))
                found["brennan_prediger", weights, "none"] = _one_label_is_one(observed, expected, used)
        return found

    def _similarity(self, weights: str) -> Floats | None:
        values = self.values
        if values is None:
            return None
        if weights == "identity":
            return np.eye(len(values))
        share = np.abs(values[:, None] - values[None, :]) / _width(values)
        return np.asarray(1 - (share if weights == "linear" else share**2))

    def alphas(self) -> dict[Key, Floats]:
        votes = np.rint(self.of["pairable_votes"])
        n = votes.sum(axis=1)
        defined = (votes > 0).sum(axis=1) > 1
        found: dict[Key, Floats] = {}
        for distance in _DISTANCES:
            if distance == "nominal":
                observed, expected = self.of["nominal"][:, 0], n * n - (votes * votes).sum(axis=1)
            elif self.values is None or not self._is_ratio(distance):
                continue
            else:
                gaps = self._gaps(distance, votes)
                firsts, seconds = self.statistics.firsts, self.statistics.seconds
                observed = 2 * (self.of["coincidences"] * gaps).sum(axis=1)
                expected = 2 * (votes[:, firsts] * votes[:, seconds] * gaps).sum(axis=1)
            value = 1 - (n - 1) * observed / expected
            found["krippendorff_alpha", distance, "none"] = np.where(defined, value, np.nan)
        return found

    def _is_ratio(self, distance: str) -> bool:
        # A ratio of values of both signs means nothing; values that nobody gave do not matter.
        values = self.values
        given = self.of["pairable_votes"].sum(axis=0) > 0.5
        return distance != "ratio" or values is None or not given.any() or bool(values[given].min() >= 0)

    def _gaps(self, distance: str, votes: Floats) -> Floats:
        firsts, seconds = self.statistics.firsts, self.statistics.seconds
        values = self.values
        assert values is not None
        if distance == "ordinal":
            middle = np.cumsum(votes, axis=1) - votes / 2
            return np.asarray((middle[:, seconds] - middle[:, firsts]) ** 2)
        difference, total = values[seconds] - values[firsts], values[seconds] + values[firsts]
        if distance == "ratio":
            # Equal to 0 only where both are 0, or for labels that no vote has.
            difference = np.divide(difference, total, out=np.zeros_like(difference), where=total != 0)
        return np.broadcast_to(difference**2, (len(votes), len(firsts)))


def _one_label_is_one(observed: Floats, expected: Floats, used: NDArray[np.int64]) -> Floats:
    value = (observed - expected) / (1 - expected)
    return np.where(np.isnan(observed), np.nan, np.where(used > 1, value, 1.0))


def pattern_weights(
    chance: np.random.Generator, item_counts: NDArray[np.int64], replicates: int = REPLICATES
) -> Iterator[Floats]:
    """Yield how often each pattern comes up when as many items as there are get drawn with replacement.

    item_counts: shape (patterns,), items of each pattern. Rows of (replicates of the chunk, patterns).
    """
    items = int(item_counts.sum())
    rows = max(1, _BLOCK // len(item_counts))
    for start in range(0, replicates, rows):
        size = min(rows, replicates - start)
        yield chance.multinomial(items, item_counts / items, size=size).astype(np.float64)


def replicated(statistics: Statistics, units: Floats, weights: Iterator[Floats]) -> dict[Key, Floats]:
    """Return replicates of every coefficient, shape (replicates,) each; NaN where one is undefined.

    units: shape (units, columns), patterns or clusters in a fixed order, on a grid; weights: `pattern_weights` of the
    items' patterns or `weight_chunks` of clusters.
    """
    drawn: dict[Key, list[Floats]] = {}
    for chunk in weights:
        for name, values in statistics.coefficients(chunk @ units).items():
            drawn.setdefault(name, []).append(values)
    return {name: np.concatenate(parts) for name, parts in drawn.items()}


def left_out(statistics: Statistics, units: Floats, unit_counts: NDArray[np.int64]) -> dict[Key, Floats]:
    """Return every coefficient without one unit (item of a pattern, or cluster) in turn, shape (units,) each.

    units: shape (units, columns); unit_counts: shape (units,), how many units are alike: 1 for clusters.
    """
    total = (units * unit_counts[:, None]).sum(axis=0)
    rows = max(1, _BLOCK // units.shape[1])
    parts = [statistics.coefficients(total - units[start : start + rows]) for start in range(0, len(units), rows)]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def bootstrap_agreement(
    statistics: Statistics,
    units: Floats,
    unit_counts: NDArray[np.int64],
    key: Sequence[str],
    replicates: int = REPLICATES,
    seed: int = 0,
) -> dict[tuple[Key, str], Interval]:
    """Return the percentile and the BCa interval of each coefficient, by (key, method).

    units: shape (units, columns): `statistics.per_pattern` with the items of each pattern as unit_counts, or
    `statistics.of_clusters` with counts of 1. key names the slice and enters the seed.
    """
    total = int(unit_counts.sum())
    units = statistics.on_grid(units, total)
    chance = generator("agreement", key, seed)
    are_single = bool((unit_counts == 1).all())
    drawn = replicated(
        statistics,
        units,
        weight_chunks(chance, total, replicates, units.shape[1])
        if are_single
        else pattern_weights(chance, unit_counts, replicates),
    )
    values = statistics.coefficients(unit_counts.astype(np.float64)[None, :] @ units)
    jackknife = left_out(statistics, units, unit_counts)
    found: dict[tuple[Key, str], Interval] = {}
    for name, replicate_values in drawn.items():
        low, high, status = percentile_interval(replicate_values)
        found[name, "cluster_bootstrap_percentile"] = _interval(float(low[0]), float(high[0]), str(status[0]))
        away = np.repeat(jackknife[name], unit_counts)
        bca = bca_interval(replicate_values, float(values[name][0]), away)
        found[name, "cluster_bootstrap_bca"] = _interval(*bca)
    return found


def _interval(low: float, high: float, status: str) -> Interval:
    return Interval(None, None, status) if np.isnan(low) or np.isnan(high) else Interval(low, high, status)
