"""Exact permutation p-values of correlations of at most ten pairs, without walking through all n! orders."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: Sums nearer to the observed one than this share of the greatest possible sum are ties and count as hits.
TIE = 1e-12


def exact_product_p(x: Floats, y: Floats) -> float:
    """Return the share of all n! orders of y with |sum x y| at least the observed one, which is counted too.

    x, y: shape (n,), 2 <= n <= 10, centred. An order is a choice of values for the first half of the places and an
    order within each half; the sums of the two halves meet by a sorted search.
    """
    n, half = len(x), len(x) // 2
    threshold = abs(float(x @ y)) - TIE * float(np.linalg.norm(x) * np.linalg.norm(y))
    if threshold <= 0:
        return 1.0
    orders = {size: np.array(list(permutations(range(size)))) for size in (half, n - half)}
    hits = total = 0
    for chosen in combinations(range(n), half):
        rest = [i for i in range(n) if i not in chosen]
        first = y[list(chosen)][orders[half]] @ x[:half]
        second = np.sort(y[rest][orders[n - half]] @ x[half:])
        above = len(second) - np.searchsorted(second, threshold - first, side="left")
        below = np.searchsorted(second, -threshold - first, side="right")
        hits += int((above + below).sum())
        total += len(first) * len(second)
    return hits / total


def exact_kendall_p(x: Floats, y: Floats) -> float:
    """Return the share of all orders of y with |concordant - discordant pairs| at least the observed one.

    x, y: shape (n,), 2 <= n <= 10. Places are filled by groups of equal x, so ties in x cost nothing: what a group adds
    depends only on which values stand before it.
    """
    n = len(x)
    order = np.argsort(x, kind="stable")
    sizes = np.unique(x, return_counts=True)[1].tolist()
    signs = np.sign(y[None, :] - y[:, None]).astype(np.int64)
    sorted_y = y[order]
    observed = sum(
        int(np.sign(sorted_y[j] - sorted_y[i])) for i in range(n) for j in range(i + 1, n) if x[order[i]] < x[order[j]]
    )
    most = n * (n - 1) // 2
    # For each set of values placed so far: how many ways lead to each sum, stored from -most to most.
    ways: dict[frozenset[int], NDArray[np.int64]] = {frozenset(): np.bincount([most], minlength=2 * most + 1)}
    for size in sizes:
        following: dict[frozenset[int], NDArray[np.int64]] = {}
        for placed, counts in ways.items():
            for group in combinations([i for i in range(n) if i not in placed], size):
                added = int(signs[np.ix_(sorted(placed), group)].sum()) if placed else 0
                key = placed.union(group)
                following[key] = following.get(key, 0) + np.roll(counts, added)
        ways = following
    counts = ways[frozenset(range(n))]
    sums = np.arange(-most, most + 1)
    return float(counts[np.abs(sums) >= abs(observed)].sum() / counts.sum())
