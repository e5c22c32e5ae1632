"""The same statistics by plain loops over rows: slow, and readable beside their definitions."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

Clusters = Sequence[Sequence[float]]


def mean(clusters: Clusters) -> float:
    rows = [value for cluster in clusters for value in cluster]
    return math.fsum(rows) / len(rows)


def cr1_se(clusters: Clusters) -> float:
    centre, count, units = mean(clusters), len(clusters), sum(map(len, clusters))
    squares = [math.fsum(value - centre for value in cluster) ** 2 for cluster in clusters]
    return math.sqrt(count / (count - 1) * math.fsum(squares)) / units


def sign_flip(differences: Sequence[float]) -> float:
    observed = abs(math.fsum(differences))
    patterns = list(itertools.product((1, -1), repeat=len(differences)))
    sums = [abs(math.fsum(s * d for s, d in zip(signs, differences, strict=True))) for signs in patterns]
    return sum(found >= observed * (1 - 1e-12) for found in sums) / len(patterns)


def mcnemar(only_a: int, only_b: int) -> float:
    both = only_a + only_b
    tail = sum(math.comb(both, hit) for hit in range(min(only_a, only_b) + 1)) / 2**both
    return min(1.0, 2 * tail)


def every_bootstrap_mean(values: Sequence[float]) -> list[float]:
    return [math.fsum(drawn) / len(values) for drawn in itertools.product(values, repeat=len(values))]


def rank_bounds(count: int, significant: dict[tuple[int, int], float]) -> list[tuple[int, int]]:
    """Bounds from the pairs (i, j) that differ significantly, with the sign of i - j."""
    bounds = []
    for system in range(count):
        signs = [sign if i == system else -sign for (i, j), sign in significant.items() if system in (i, j)]
        bounds.append((1 + sum(sign < 0 for sign in signs), count - sum(sign > 0 for sign in signs)))
    return bounds
