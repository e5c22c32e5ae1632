"""Correlations of many replicates at once: each replicate is one vector of whole-number weights of the pairs.

A bootstrap never copies pairs. The order of the pairs is fixed over replicates and only weights change, so ranks,
ties and concordant pairs become running sums of weights along orders that are found once. Sums of whole numbers are
exact in doubles below 2**53, so SRCC and KRCC do not depend on the order of work. Weights lie as (pairs, replicates):
taking pairs in another order then moves whole rows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analysis.correlation import scaled

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class Groups:
    """Pairs gathered by equal values of one measurement, in ascending order."""

    def __init__(self, values: Floats) -> None:
        self.order = np.argsort(values, kind="stable")
        _, self.starts, place = np.unique(values[self.order], return_index=True, return_inverse=True)
        self.of_pair = np.empty(len(values), dtype=np.int64)
        self.of_pair[self.order] = place

    def weights(self, weights: Floats) -> Floats:
        """Sum the weights of each group: shape (pairs, replicates) in, (groups, replicates) out."""
        return np.add.reduceat(weights[self.order], self.starts, axis=0)


class Level:
    """One halving of the groups of x: which pairs stand left of which, among those that were together so far."""

    def __init__(self, x_group: Integers, y_group: Integers, level: int) -> None:
        block = x_group >> (level + 1)
        order = np.lexsort((y_group, block))
        is_right = (x_group[order] >> level) & 1 == 1
        # A running sum over the left ones tells what stands below and above each right one within its block.
        key = block[order] * (int(y_group.max()) + 1) + y_group[order]
        self.left, self.right = order[~is_right], order[is_right]
        left_block, right_block = block[self.left], block[self.right]
        self.tie_start = np.searchsorted(key[~is_right], key[is_right], side="left")
        self.tie_end = np.searchsorted(key[~is_right], key[is_right], side="right")
        # Blocks with right ones, where they start, and the left ones of each.
        blocks, self.starts = np.unique(right_block, return_index=True)
        self.block_start = np.searchsorted(left_block, blocks, side="left")
        self.block_end = np.searchsorted(left_block, blocks, side="right")

    def excess(self, weights: Floats) -> Floats:
        """Return concordant less discordant weight of the pairs that this halving separates, per replicate."""
        running = np.zeros((len(self.left) + 1, weights.shape[1]))
        np.cumsum(weights[self.left], axis=0, out=running[1:])
        right = weights[self.right]
        around = running[self.tie_start]
        around += running[self.tie_end]
        around *= right
        ends = running[self.block_start] + running[self.block_end]
        return np.asarray(around.sum(axis=0) - (ends * np.add.reduceat(right, self.starts, axis=0)).sum(axis=0))


class WeightedCorrelations:
    """SRCC, PLCC and KRCC of pairs under replicate weights. x, y: shape (pairs,), complete, at least one pair."""

    def __init__(self, x: Floats, y: Floats) -> None:
        self.x, self.y = Groups(x), Groups(y)
        # Fewer groups need fewer halvings, and tau is the same either way.
        first, second = sorted((self.x, self.y), key=lambda groups: len(groups.starts))
        halvings = max(len(first.starts) - 1, 0).bit_length()
        self.levels = [Level(first.of_pair, second.of_pair, level) for level in range(halvings)]
        a, b = scaled(x), scaled(y)
        self.moments = np.vstack([a, b, a * a, b * b, a * b])

    def replicates(self, weights: Floats) -> Floats:
        """Return srcc, plcc, krcc, shape (3, replicates); NaN where a replicate's x or y is constant.

        weights: shape (pairs, replicates), whole numbers of 0 or more.
        """
        n = weights.sum(axis=0)
        x_weights, y_weights = self.x.weights(weights), self.y.weights(weights)
        # Ordered pairs of unequal values: whole numbers, so 0 means constant without a doubt.
        x_untied, y_untied = (n * n - (w * w).sum(axis=0) for w in (x_weights, y_weights))
        constant = (x_untied == 0) | (y_untied == 0)
        spearman = self._spearman(weights, n, x_weights, y_weights)
        excess = np.zeros(len(n))
        for level in self.levels:
            excess += level.excess(weights)
        with np.errstate(divide="ignore", invalid="ignore"):
            kendall = 2 * excess / np.sqrt(x_untied) / np.sqrt(y_untied)
        values = np.vstack([spearman, self._pearson(weights, n), kendall])
        values[:, constant] = np.nan
        return np.asarray(np.clip(values, -1, 1))

    def _spearman(self, weights: Floats, n: Floats, x_weights: Floats, y_weights: Floats) -> Floats:
        # Twice the average rank less n + 1 of a group: what stands below it less what stands above.
        x_ranks = 2 * np.cumsum(x_weights, axis=0) - x_weights - n
        y_ranks = 2 * np.cumsum(y_weights, axis=0) - y_weights - n
        products = (weights * x_ranks[self.x.of_pair] * y_ranks[self.y.of_pair]).sum(axis=0)
        x_squares = (x_weights * x_ranks * x_ranks).sum(axis=0)
        y_squares = (y_weights * y_ranks * y_ranks).sum(axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(products / np.sqrt(x_squares) / np.sqrt(y_squares))

    def _pearson(self, weights: Floats, n: Floats) -> Floats:
        # Not a matrix product, whose digits could depend on threads.
        x, y, xx, yy, xy = np.einsum("mp,pr->mr", self.moments, weights, optimize=False)
        with np.errstate(divide="ignore", invalid="ignore"):
            x_squares, y_squares = (squares - total * (total / n) for squares, total in ((xx, x), (yy, y)))
            return np.asarray(
                (xy - x * (y / n)) / np.sqrt(np.maximum(x_squares, 0)) / np.sqrt(np.maximum(y_squares, 0))
            )
