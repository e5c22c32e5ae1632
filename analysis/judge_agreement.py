"""How far one reading of outputs agrees with another: a judge with experts, with another judge, with itself.

Every function returns named estimates; intervals resample clusters (jackknife), or say that they do not (`analytic`).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

import numpy as np

from analysis.correlation import Correlation, centred_ranks, integer_ratio, krcc, plcc, srcc
from analysis.icc import intraclass_correlations
from analysis.jackknife import Estimate, jackknife_t, mean_estimate, share_estimate, undefined
from analysis.judge_data import Ints, Metric, Readings, by_cluster, renumbered
from analysis.kappa import disagreement_weights, positions, tables_by_cluster, weighted_kappa
from analysis.resampling import REPLICATES, Floats, generator, percentile_interval, replicate_means

#: Leaving out one cluster at a time costs a ranking each: beyond so many there is no jackknife of a rank correlation.
MOST_RANKED_CLUSTERS = 1000
Named = dict[str, Estimate]


def as_estimate(found: Correlation, clusters: int) -> Estimate:
    """Return a correlation as an estimate: NaN for what is missing, method `analytic` where it has an interval."""
    value, low, high, p = (
        math.nan if number is None else number for number in (found.value, found.ci_low, found.ci_high, found.p_value)
    )
    method = "none" if math.isnan(low) else "analytic"
    return Estimate(value, low, high, p, found.pair_count, clusters, method, found.status)


def correlations(x: Floats, y: Floats, clusters: Ints) -> Named:
    """Return srcc, plcc and krcc of two readings, units as if independent. Shapes (n,)."""
    count = len(np.unique(clusters))
    return {name: as_estimate(one(x, y), count) for name, one in (("srcc", srcc), ("plcc", plcc), ("krcc", krcc))}


# --- kappa ------------------------------------------------------------------------------------------------------------


def mean_kappa(columns: Sequence[Floats], pairs: Iterable[tuple[int, int]], clusters: Ints, metric: Metric) -> Estimate:
    """Return the mean over pairs of raters of their kappa on shared outputs, its interval by jackknife over clusters.

    columns: one vector (n,) of scores per rater, NaN where missing. Quadratic weights for scores, none for yes or no. A
    pair that chance leaves no disagreement has no kappa and leaves the mean; without any, `single_category`.
    """
    n, (numbers, count) = len(clusters), renumbered(clusters)
    if not metric.points:
        return undefined("no_scale", n, count)
    placed = [positions(column, metric.points) for column in columns]
    known = [column for column in placed if column is not None]
    if len(known) < len(placed):
        return undefined("not_on_scale", n, count)
    chosen = list(pairs)
    if not chosen:
        return undefined("single_rater", n, count)
    size = len(metric.points)
    tables = np.stack([tables_by_cluster(known[a], known[b], numbers, count, size) for a, b in chosen])
    weights = disagreement_weights(metric.points, metric.weighting)
    whole = tables.sum(axis=1)
    value = float(_mean_of_defined(weighted_kappa(whole, weights)[:, None])[0])
    if math.isnan(value):
        return undefined("single_category" if whole.sum() else "no_units", n, count)
    left_out = _mean_of_defined(weighted_kappa(whole[:, None] - tables, weights))
    return jackknife_t(value, left_out, n, -1.0, 1.0)


def _mean_of_defined(values: Floats) -> Floats:
    """Return column means over what is defined; NaN where nothing is."""
    defined = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        found: Floats = np.where(defined, values, 0.0).sum(axis=0) / defined.sum(axis=0)
    return found


def kappa_name(metric: Metric) -> str:
    """Return what kappa is called on this kind of metric."""
    return "kappa" if metric.kind == "yes_no" else "weighted_kappa"


# --- a judge and experts ----------------------------------------------------------------------------------------------


def against_experts(judge: Readings, experts: Floats, metric: Metric) -> Named:
    """Return the agreement of a judge with the mean expert, with single experts, and with their majority.

    experts: outputs x experts on the same outputs, NaN where an expert did not answer; every output has an answer.
    """
    answers = (~np.isnan(experts)).sum(axis=1)
    totals = np.nansum(experts, axis=1)
    mean, clusters, x = totals / answers, judge.clusters, judge.scores
    difference = x - mean
    found = correlations(x, mean, clusters)
    found["mae"] = mean_estimate(by_cluster(np.abs(difference), clusters))
    found["leniency_offset"] = mean_estimate(by_cluster(difference, clusters))
    found["leniency_spread"] = spread(difference, clusters)
    found |= intraclass(x, mean, len(np.unique(clusters)))
    if metric.kind == "composite":
        return found
    columns = [x, *experts.T]
    found[kappa_name(metric)] = mean_kappa(columns, [(0, k) for k in range(1, len(columns))], clusters, metric)
    # Among experts alone: a judge that leaves the scale takes nothing from what they are to each other.
    pairs = itertools.combinations(range(experts.shape[1]), 2)
    found[f"expert_expert_{kappa_name(metric)}"] = mean_kappa(columns[1:], pairs, clusters, metric)
    found["expert_expert_srcc"] = leave_one_out_correlation(experts, clusters)
    if metric.kind == "yes_no":
        return found | against_majority(x, totals, answers, clusters, metric)
    # In whole numbers: the mean of the experts rounds to the judge's score; midway it rounds to neither.
    distance = np.abs(x * answers - totals)
    found["exact_share"] = share_estimate(by_cluster((2 * distance < answers).astype(float), clusters))
    found["within_one_share"] = share_estimate(by_cluster((distance <= answers).astype(float), clusters))
    rows, raters = np.nonzero(~np.isnan(experts))
    apart = np.abs(x[rows] - experts[rows, raters])
    for name, least in (("pairwise_exact_share", 0.0), ("pairwise_within_one_share", 1.0)):
        found[name] = share_estimate(by_cluster((apart <= least).astype(float), clusters[rows]))
    return found


def intraclass(x: Floats, mean: Floats, clusters: int) -> Named:
    """Return the four forms of the intraclass correlation of two raters, the judge and the mean expert; F intervals."""
    found = {}
    for one in intraclass_correlations(np.column_stack([x, mean])):
        value, low, high = (math.nan if n is None else n for n in (one.value, one.ci_low, one.ci_high))
        method = "none" if math.isnan(low) else "f"
        found[one.form] = Estimate(value, low, high, math.nan, one.item_count, clusters, method, one.status)
    return found


def against_majority(x: Floats, yes: Floats, answers: Ints, clusters: Ints, metric: Metric) -> Named:
    """Return the judge's agreement with the majority of experts on yes or no; outputs where they tie stand apart."""
    tied = 2 * yes == answers
    majority = (2 * yes > answers).astype(float)
    decided = ~tied
    return {
        "majority_accuracy": share_estimate(by_cluster((x == majority)[decided].astype(float), clusters[decided])),
        "majority_tie_share": share_estimate(by_cluster(tied.astype(float), clusters)),
        "majority_kappa": mean_kappa([x[decided], majority[decided]], [(0, 1)], clusters[decided], metric)
        if decided.any()
        else undefined("no_units", 0),
    }


def leave_one_out_correlation(experts: Floats, clusters: Ints) -> Estimate:
    """Return the mean over experts of SRCC with the mean of the others: as good as a judge could be expected to be."""
    values = []
    count = len(np.unique(clusters))
    for k in range(experts.shape[1]):
        rest = np.delete(experts, k, axis=1)
        kept = ~np.isnan(experts[:, k]) & ~np.isnan(rest).all(axis=1)
        if kept.any():
            values.append(srcc(experts[kept, k], np.nanmean(rest[kept], axis=1)).value)
    defined = [value for value in values if value is not None]
    if not defined:
        return undefined("single_rater" if experts.shape[1] < 2 else "constant_input", len(experts), count)
    return Estimate(math.fsum(defined) / len(defined), n=len(experts), clusters=count, status="no_analytic_interval")


def spread(difference: Floats, clusters: Ints) -> Estimate:
    """Return the sample standard deviation of differences, its interval by jackknife over clusters."""
    n, (numbers, count) = len(difference), renumbered(clusters)
    if n < 2:
        return undefined("too_few", n, count)
    centred = difference - math.fsum(difference.tolist()) / n
    columns = (np.ones(n), centred, centred * centred)
    units, sums, squares = (np.bincount(numbers, weights=column, minlength=count) for column in columns)
    value = math.sqrt(squares.sum() / (n - 1))
    rest_n, rest_sum, rest_squares = n - units, sums.sum() - sums, squares.sum() - squares
    with np.errstate(invalid="ignore", divide="ignore"):
        variance = (rest_squares - rest_sum**2 / rest_n) / (rest_n - 1)
    left_out = np.where(rest_n > 1, np.sqrt(np.maximum(variance, 0.0)), np.nan)
    return jackknife_t(value, left_out, n, 0.0)


# --- two readings of the same outputs ---------------------------------------------------------------------------------


def compared(own: Readings, other: Readings, metric: Metric, key: Sequence[str], replicates: int = REPLICATES) -> Named:
    """Return how far two readings of the same outputs agree; a shift is own minus other."""
    x, y, clusters = own.scores, other.scores, own.clusters
    found = correlations(x, y, clusters)
    if metric.kind != "composite":
        found[kappa_name(metric)] = mean_kappa([x, y], [(0, 1)], clusters, metric)
        found["exact_share"] = share_estimate(by_cluster((x == y).astype(float), clusters))
    if metric.kind == "yes_no":
        found["flip_rate"] = share_estimate(by_cluster((x != y).astype(float), clusters))
    found["mean_shift"] = mean_estimate(by_cluster(x - y, clusters))
    found["mean_absolute_shift"] = mean_estimate(by_cluster(np.abs(x - y), clusters))
    found["rank_tau"] = rank_tau(own, other, key, replicates)
    return found


def system_means(readings: Readings) -> Floats:
    """Return the mean score of each system in the order of their numbers; equal sums give equal means."""
    numbers, count = renumbered(readings.systems)
    sums = np.bincount(numbers, weights=readings.scores, minlength=count)
    found: Floats = sums / np.bincount(numbers, minlength=count)
    return found


def rank_tau(own: Readings, other: Readings, key: Sequence[str], replicates: int = REPLICATES) -> Estimate:
    """Return Kendall's tau-b of the systems' means under two readings, its interval by bootstrap over clusters.

    `key` names what is compared, and so its stream of draws.
    """
    numbers, count = renumbered(own.clusters)
    systems, system_count = renumbered(own.systems)
    place = numbers * system_count + systems
    units, first, second = (
        np.bincount(place, weights=column, minlength=count * system_count).reshape(count, system_count)
        for column in (np.ones(len(place)), own.scores, other.scores)
    )
    if system_count < 3:
        return undefined("too_few", system_count, count)
    value = float(_tau_b(first.sum(axis=0) / units.sum(axis=0), second.sum(axis=0) / units.sum(axis=0)))
    if math.isnan(value):
        return undefined("constant_input", system_count, count)
    if count < 2:
        return Estimate(value, n=system_count, clusters=count, status="one_cluster")
    # A rank is no smooth function of the scores, so that the jackknife would not do.
    drawn = np.concatenate([first.T, second.T])
    means = replicate_means(drawn, np.concatenate([units.T, units.T]), generator("rank_tau", key), replicates)
    low, high, status = percentile_interval(_tau_b(means[:system_count].T, means[system_count:].T)[None, :])
    method = "none" if np.isnan(low[0]) else "cluster_bootstrap_percentile"
    shown = "boundary" if status[0] == "constant" else str(status[0])
    return Estimate(value, float(low[0]), float(high[0]), math.nan, system_count, count, method, shown)


def _tau_b(x: Floats, y: Floats) -> Floats:
    """Return tau-b along the last axis, which is short: signs of all pairs."""
    left, right = np.triu_indices(x.shape[-1], 1)
    # Sums of doubles: means that differ by rounding only are ties.
    signs = []
    for values in (x, y):
        apart = values[..., left] - values[..., right]
        signs.append(np.where(np.abs(apart) <= 1e-12 * np.abs(values).max(axis=-1, keepdims=True), 0.0, np.sign(apart)))
    concordance = (signs[0] * signs[1]).sum(axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = concordance / np.sqrt((signs[0] ** 2).sum(axis=-1) * (signs[1] ** 2).sum(axis=-1))
    whole: Floats = np.where(np.isnan(x).any(axis=-1) | np.isnan(y).any(axis=-1), np.nan, found)
    return whole


def system_correlations(own: Readings, other: Readings) -> Named:
    """Return, for each setting, Spearman's correlation of two judges' means over systems."""
    found = {}
    for setting in np.unique(own.settings):
        kept = own.settings == setting
        first, second = own.where(kept), other.where(kept)
        estimate = as_estimate(srcc(system_means(first), system_means(second)), len(np.unique(first.clusters)))
        found[str(setting)] = estimate
    return found


# --- differences between two readings that are held against the same experts ------------------------------------------


def left_out_correlations(x: Floats, y: Floats, clusters: Ints) -> tuple[float, Floats]:
    """Return Spearman's correlation and its values with each cluster left out; NaN where constant."""
    numbers, count = renumbered(clusters)
    left_out = np.array([_plain_spearman(x[numbers != k], y[numbers != k]) for k in range(count)])
    return _plain_spearman(x, y), left_out


def _plain_spearman(x: Floats, y: Floats) -> float:
    if len(x) < 3 or x.max() == x.min() or y.max() == y.min():
        return math.nan
    a, b = centred_ranks(x), centred_ranks(y)
    return integer_ratio(int(a @ b), int(a @ a), int(b @ b))


def left_out_means(values: Floats, clusters: Ints) -> tuple[float, Floats]:
    """Return a mean and its values with each cluster left out."""
    numbers, count = renumbered(clusters)
    sums = np.bincount(numbers, weights=values, minlength=count)
    units = np.bincount(numbers, minlength=count).astype(float)
    with np.errstate(invalid="ignore", divide="ignore"):
        return float(sums.sum() / units.sum()), (sums.sum() - sums) / (units.sum() - units)


# --- one judge asked again --------------------------------------------------------------------------------------------


def self_consistency(outputs: Ints, clusters: Ints, scores: Floats) -> Named:
    """Return how far repeated answers to one output agree: all equal, mean sample sd, alpha with interval distances.

    Only outputs with two answers or more enter. alpha = 1 - (mean square within) / (mean square over all answers).
    """
    numbers, count = renumbered(outputs)
    answers = np.bincount(numbers, minlength=count)
    kept = answers[numbers] > 1
    numbers, again = renumbered(numbers[kept])
    scores, clusters = scores[kept], clusters[kept]
    names = ("self_equal_share", "self_mean_sd", "self_alpha")
    if not again:
        return dict.fromkeys(names, undefined("no_repeats", 0))
    sizes = np.bincount(numbers, minlength=again).astype(float)
    means = np.bincount(numbers, weights=scores, minlength=again) / sizes
    within = np.bincount(numbers, weights=(scores - means[numbers]) ** 2, minlength=again)
    high, low = np.full(again, -np.inf), np.full(again, np.inf)
    np.maximum.at(high, numbers, scores)
    np.minimum.at(low, numbers, scores)
    _, first = np.unique(numbers, return_index=True)
    of_output = clusters[first]
    return {
        "self_equal_share": share_estimate(by_cluster((high == low).astype(float), of_output)),
        "self_mean_sd": mean_estimate(by_cluster(np.sqrt(np.where(high == low, 0.0, within) / (sizes - 1)), of_output)),
        "self_alpha": _alpha(scores, sizes, np.where(high == low, 0.0, within), numbers, of_output),
    }


def _alpha(scores: Floats, sizes: Floats, within: Floats, numbers: Ints, clusters: Ints) -> Estimate:
    """Return Krippendorff's alpha with interval distances from sums of squares, its interval by jackknife."""
    groups, count = renumbered(clusters)
    if scores.max() == scores.min():
        return undefined("single_category", len(sizes), count)
    centred = scores - math.fsum(scores.tolist()) / len(scores)
    group_of_score = groups[numbers]
    disagreement = np.bincount(groups, weights=sizes * within / (sizes - 1), minlength=count)
    units, sums, squares = (
        np.bincount(group_of_score, weights=column, minlength=count)
        for column in (np.ones(len(scores)), centred, centred**2)
    )

    def alpha(d: Floats, n: Floats, s: Floats, q: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            found: Floats = 1.0 - (d / n) / ((q - s * s / n) / (n - 1))
        return found

    totals = [np.array(column.sum(), dtype=np.float64) for column in (disagreement, units, sums, squares)]
    left_out = alpha(*(total - own for total, own in zip(totals, (disagreement, units, sums, squares), strict=True)))
    return jackknife_t(float(alpha(*totals)), left_out, len(sizes), high=1.0)
