"""How often 95 % intervals hold the truth when units share clusters: ours beside the naive ones.

    python benchmarks/coverage.py [STUDIES]        simulated studies; default 2000

Each study has 250 clusters with a planted effect of their own. Aims: intervals of means (cluster_t, the default) cover
93.5-96.5 %; rates near 3 % (wilson_effective) at least 93 %; rank intervals of tied systems, all at once, at least
95 %. Seeds are fixed, so a run repeats exactly.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

from analysis.comparison import PairedSums, holm, paired_test
from analysis.intervals import ClusterSums, cluster_t, normal, wald, wilson, wilson_effective
from analysis.ranking import competition_ranks, rank_intervals
from analysis.resampling import generator, percentile_interval, replicate_means

CLUSTERS = 250
STUDIES = 2000
RATE = 0.03
#: Three levels among eight systems; within a level all are truly tied.
SYSTEM_MEANS = np.array([0.6, 0.6, 0.6, 0.6, 0.5, 0.5, 0.5, 0.2])


def share(hits: list[bool]) -> str:
    rate = float(np.mean(hits))
    return f"{100 * rate:.2f} % ± {196 * np.sqrt(rate * (1 - rate) / len(hits)):.2f}"


def mean_studies(studies: int) -> Iterator[tuple[ClusterSums, float]]:
    """Yield clusters of 1 to 8 units with an effect as large as the noise, around 0."""
    for study in range(studies):
        chance = generator("coverage_mean", [str(study)])
        counts = chance.integers(1, 9, CLUSTERS)
        effects = np.repeat(chance.normal(size=CLUSTERS), counts)
        units = effects + chance.normal(size=counts.sum())
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        yield ClusterSums.of(np.add.reduceat(units, starts), np.add.reduceat(units**2, starts), counts), 0.0


def rate_studies(studies: int) -> Iterator[tuple[ClusterSums, float]]:
    """Yield clusters of 6 yes/no units whose own rates vary around 3 % (beta; correlation within clusters 0.2)."""
    for study in range(studies):
        chance = generator("coverage_rate", [str(study)])
        rates = chance.beta(RATE * 4, (1 - RATE) * 4, CLUSTERS)
        hits = chance.binomial(6, rates).astype(float)
        yield ClusterSums.of(hits, hits, np.full(CLUSTERS, 6.0)), RATE


def covered(
    studies: Iterator[tuple[ClusterSums, float]], methods: list[Callable[..., object]]
) -> dict[str, list[bool]]:
    found: dict[str, list[bool]] = {method.__name__: [] for method in methods}
    for units, truth in studies:
        for method in methods:
            interval = method(units)
            found[method.__name__].append(bool(interval.low <= truth <= interval.high))  # type: ignore[attr-defined]
    return found


def bootstrap(units: ClusterSums) -> object:
    """Return the percentile interval of 1,000 draws of clusters, which are enough for coverage."""
    chance = generator("coverage_draws", [repr(units.mean)])
    low, high, _ = percentile_interval(replicate_means(units.sums, units.counts, chance, 1000))
    return type("Bounds", (), {"low": low[0], "high": high[0]})


def rank_studies(studies: int) -> dict[str, list[bool]]:
    """Rank systems that share clusters; is every system's true rank, ties and all, within its interval?"""
    k = len(SYSTEM_MEANS)
    best = 1 + (SYSTEM_MEANS[None, :] > SYSTEM_MEANS[:, None]).sum(axis=1)
    worst = k - (SYSTEM_MEANS[None, :] < SYSTEM_MEANS[:, None]).sum(axis=1)
    firsts, seconds = np.triu_indices(k, 1)
    found: dict[str, list[bool]] = {"rank interval (Holm)": [], "bootstrap quantiles of ranks": []}
    for study in range(studies):
        chance = generator("coverage_ranks", [str(study)])
        counts = np.broadcast_to(chance.integers(1, 9, CLUSTERS).astype(float), (k, CLUSTERS))
        shared = chance.normal(size=CLUSTERS)
        own = 0.7 * chance.normal(size=(k, CLUSTERS))
        noise = chance.normal(size=(k, CLUSTERS)) / np.sqrt(counts)
        sums = (SYSTEM_MEANS[:, None] + shared + own + noise) * counts
        test = paired_test(PairedSums.of(sums[firsts], counts[firsts], sums[seconds], counts[seconds]))
        gaps, p_adjusted = np.full((k, k), np.nan), np.full((k, k), np.nan)
        gaps[firsts, seconds], gaps[seconds, firsts] = test.difference, -test.difference
        p_adjusted[firsts, seconds] = p_adjusted[seconds, firsts] = holm(test.p_value)
        ours = rank_intervals(sums.sum(axis=1) / counts.sum(axis=1), gaps, p_adjusted)
        found["rank interval (Holm)"].append(bool((ours.low <= best).all() and (ours.high >= worst).all()))
        drawn = replicate_means(sums, counts, generator("coverage_rank_draws", [str(study)]), 200)
        ranks = np.array([competition_ranks(column) for column in drawn.T])
        low, high = np.quantile(ranks, (0.025, 0.975), axis=0)
        found["bootstrap quantiles of ranks"].append(bool((low <= best).all() and (high >= worst).all()))
    return found


def main(studies: int = STUDIES) -> None:
    print(f"{studies:,} studies of {CLUSTERS} clusters; ± is the simulation's own 95 % error\n")
    print("| what | interval | covers |\n|:--|:--|--:|")
    start = time.perf_counter()
    means = covered(mean_studies(studies), [cluster_t, bootstrap, normal])
    rates = covered(rate_studies(studies), [wilson_effective, cluster_t, wilson, wald])
    for what, found in (
        ("mean", means),
        ("rate near 3 %", rates),
        ("ranks of eight systems, three tied levels, all at once", rank_studies(studies)),
    ):
        for name, hits in found.items():
            print(f"| {what} | {name} | {share(hits)} |")
    print(f"\n{time.perf_counter() - start:.0f} seconds")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
