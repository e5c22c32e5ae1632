"""A judge's calibration card: every statistic of every judge and configuration as one long table."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np
import polars as pl
import pyarrow as pa

from analysis.intervals import ClusterSums
from analysis.jackknife import Estimate, jackknife_t, mean_estimate, share_estimate, undefined
from analysis.judge_agreement import (
    MOST_RANKED_CLUSTERS,
    Named,
    against_experts,
    compared,
    left_out_correlations,
    left_out_means,
    self_consistency,
    system_correlations,
)
from analysis.judge_data import Judge, Metric, Readings, Study, by_cluster, studies
from analysis.resampling import REPLICATES, Floats

#: One row per judge, configuration, metric and statistic. `statistic` is `measure`, with `:reference` where another
#: judge or configuration is what the judge is held against.
CARDS = pa.schema(
    [(name, pa.string()) for name in ("benchmark", "judge_id", "configuration", "metric", "statistic", "measure")]
    + [("reference", pa.string())]
    + [(name, pa.float64()) for name in ("value", "ci_low", "ci_high", "p_value")]
    + [(name, pa.int64()) for name in ("n", "cluster_count")]
    + [(name, pa.string()) for name in ("method", "status")]
)
#: The metric of numbers that are means over the metrics of kind `score`.
MEAN = "mean"
#: The metric of numbers about whole replies.
WHOLE = "all"
#: Measures of which 0 is a hypothesis that somebody might hold; any other has no p.
TESTED = frozenset(
    ("srcc", "plcc", "krcc", "kappa", "weighted_kappa", "majority_kappa", "leniency_offset", "mean_shift", "rank_tau",
     "system_srcc", "srcc_difference", "mae_difference", "majority_accuracy_difference")
)  # fmt: skip
Row = dict[str, str | float | int | None]


def judge_cards(
    readings: pa.Table, experts: pa.Table, metrics: pa.Table, replies: pa.Table, replicates: int = REPLICATES
) -> pa.Table:
    """Return the cards of all judges (CARDS), sorted, whatever the order of rows.

    readings, experts, metrics: as `analysis.judge_data.studies` reads them. replies: benchmark, judge_id,
    configuration, item_id, reply_count, failed_count, valid_count, gate_violation_count: of one item.
    """
    rows: list[Row] = []
    for study in studies(readings, experts, metrics):
        rows += study_rows(study, replicates)
    rows += list(_reply_rows(pl.DataFrame(replies)))
    keys = ("benchmark", "judge_id", "configuration", "metric", "statistic")
    rows.sort(key=lambda row: tuple(str(row[key]) for key in keys))
    return pa.Table.from_pylist(rows, schema=CARDS)


def study_rows(study: Study, replicates: int = REPLICATES) -> Iterator[Row]:
    """Yield the card rows of one benchmark's judges."""
    for metric in study.metrics:
        own = {
            judge: study.readings[judge, metric.name]
            for judge in study.judges
            if (judge, metric.name) in study.readings
        }
        for judge, reading in own.items():
            yield from _rows(study, judge, metric.name, "none", scores(reading))
            yield from _rows(study, judge, metric.name, "self", self_consistency(*study.repeats[judge, metric.name]))
            if metric.name in study.experts:
                yield from _rows(study, judge, metric.name, "experts", _with_experts(study, reading, metric))
        for first, second in itertools.combinations(own, 2):
            for judge, other in ((first, second), (second, first)):
                yield from _pair_rows(study, judge, other, metric, replicates)
    yield from _mean_rows(study)


def scores(reading: Readings) -> Named:
    """Return what a judge scored: how many outputs, and the mean with its interval over clusters."""
    n, clusters = len(reading.outputs), len(np.unique(reading.clusters))
    return {
        "output_count": Estimate(float(n), n=n, clusters=clusters),
        "mean_score": mean_estimate(by_cluster(reading.scores, reading.clusters)),
    }


def reference(judge: Judge, other: Judge) -> str | None:
    """Return what another reading is called beside a judge's: a configuration of it, or a judge asked the same way."""
    if judge.judge_id == other.judge_id:
        return f"configuration/{other.configuration}"
    return f"judge/{other.judge_id}" if judge.configuration == other.configuration else None


def _with_experts(study: Study, reading: Readings, metric: Metric) -> Named:
    outputs, matrix = study.experts[metric.name]
    shared, rows, _ = np.intersect1d(outputs, reading.outputs, assume_unique=True, return_indices=True)
    if not len(shared):
        return {"srcc": undefined("no_shared_outputs", 0)}
    return against_experts(reading.at(shared), matrix[rows], metric)


def _pair_rows(study: Study, judge: Judge, other: Judge, metric: Metric, replicates: int) -> Iterator[Row]:
    name = reference(judge, other)
    if name is None:
        return
    own, theirs = study.readings[judge, metric.name], study.readings[other, metric.name]
    shared = np.intersect1d(own.outputs, theirs.outputs, assume_unique=True)
    if not len(shared):
        yield from _rows(study, judge, metric.name, name, {"exact_share": undefined("no_shared_outputs", 0)})
        return
    own, theirs = own.at(shared), theirs.at(shared)
    # Both directions share one stream of draws, so that tau and its interval are the same from either side.
    key = (study.benchmark, metric.name, *sorted(f"{one.judge_id}|{one.configuration}" for one in (judge, other)))
    yield from _rows(study, judge, metric.name, name, compared(own, theirs, metric, key, replicates))
    if judge.judge_id != other.judge_id:
        for setting, estimate in system_correlations(own, theirs).items():
            yield _row(study, judge, metric.name, "system_srcc", f"{name}/{setting}", estimate)
    if metric.name in study.experts:
        yield from _rows(study, judge, metric.name, name, _differences(study, own, theirs, metric))


# --- two readings against the same experts ----------------------------------------------------------------------------


def _shared_with_experts(
    study: Study, own: Readings, theirs: Readings, metric: Metric
) -> tuple[Readings, Readings, Floats]:
    outputs, matrix = study.experts[metric.name]
    shared, rows, _ = np.intersect1d(outputs, own.outputs, assume_unique=True, return_indices=True)
    return own.at(shared), theirs.at(shared), np.nanmean(matrix[rows], axis=1) if len(rows) else np.zeros(0)


def _differences(study: Study, own: Readings, theirs: Readings, metric: Metric) -> Named:
    """Return own agreement with the experts minus the other's, on the outputs that all have."""
    own, theirs, mean = _shared_with_experts(study, own, theirs, metric)
    n = len(mean)
    if not n:
        return {"srcc_difference": undefined("no_shared_outputs", 0)}
    error = np.abs(own.scores - mean) - np.abs(theirs.scores - mean)
    found = {"mae_difference": mean_estimate(by_cluster(error, own.clusters))}
    found["srcc_difference"] = _jackknifed(*_srcc_difference(own, theirs, mean), own, n)
    if metric.kind == "yes_no":
        decided = mean != 0.5
        hit = [(reading.scores == (mean > 0.5))[decided] for reading in (own, theirs)]
        units = by_cluster(hit[0].astype(float) - hit[1].astype(float), own.clusters[decided])
        found["majority_accuracy_difference"] = mean_estimate(units)
    return found


def _srcc_difference(own: Readings, theirs: Readings, mean: Floats) -> tuple[float, Floats]:
    if len(np.unique(own.clusters)) > MOST_RANKED_CLUSTERS:
        return math.nan, np.zeros(0)
    first, first_out = left_out_correlations(own.scores, mean, own.clusters)
    second, second_out = left_out_correlations(theirs.scores, mean, own.clusters)
    return first - second, first_out - second_out


def _jackknifed(value: float, left_out: Floats, readings: Readings, n: int, reach: float = 2.0) -> Estimate:
    clusters = len(np.unique(readings.clusters))
    if math.isnan(value):
        status = "too_few" if n < 3 else "too_many_clusters" if clusters > MOST_RANKED_CLUSTERS else "constant_input"
        return undefined(status, n, clusters)
    return jackknife_t(value, left_out, n, -reach, reach)


# --- over metrics -----------------------------------------------------------------------------------------------------


def _mean_rows(study: Study) -> Iterator[Row]:
    """Yield means over the score metrics, on the outputs on which experts and judges answered every one of them."""
    asked = [metric for metric in study.metrics if metric.kind == "score" and metric.name in study.experts]
    if not asked:
        return
    judges = [j for j in study.judges if all((j, metric.name) in study.readings for metric in asked)]
    for judge in judges:
        yield from _rows(study, judge, MEAN, "experts", _mean_over_metrics(study, judge, judge, asked))
        for other in judges:
            name = reference(judge, other)
            if other != judge and name is not None:
                yield from _rows(study, judge, MEAN, name, _mean_over_metrics(study, judge, other, asked))


def _mean_over_metrics(study: Study, judge: Judge, other: Judge, asked: list[Metric]) -> Named:
    """Return the mean srcc and mae of a judge, or where two are given the mean difference of each, over metrics."""
    shared = study.readings[judge, asked[0].name].outputs
    for metric in asked:
        for one in (judge, other):
            shared = np.intersect1d(shared, study.readings[one, metric.name].outputs, assume_unique=True)
        shared = np.intersect1d(shared, study.experts[metric.name][0], assume_unique=True)
    suffix = "" if judge == other else "_difference"
    if not len(shared):
        return {f"srcc{suffix}": undefined("no_shared_outputs", 0)}
    correlations, errors = [], []
    for metric in asked:
        own, theirs = (study.readings[one, metric.name].at(shared) for one in (judge, other))
        own, theirs, mean = _shared_with_experts(study, own, theirs, metric)
        first, second = np.abs(own.scores - mean), np.abs(theirs.scores - mean)
        if judge == other:
            capped = len(np.unique(own.clusters)) > MOST_RANKED_CLUSTERS
            correlations.append(
                (math.nan, np.zeros(0)) if capped else left_out_correlations(own.scores, mean, own.clusters)
            )
            errors.append(left_out_means(first, own.clusters))
        else:
            correlations.append(_srcc_difference(own, theirs, mean))
            errors.append(left_out_means(first - second, own.clusters))
    found = {}
    for name, parts, reach in (("srcc", correlations, 2.0 if suffix else 1.0), ("mae", errors, math.inf)):
        value = math.fsum(part[0] for part in parts) / len(parts)
        left_out = np.mean([part[1] for part in parts], axis=0)
        found[f"{name}{suffix}"] = _jackknifed(value, left_out, own, len(shared), reach)
    return found


# --- replies ----------------------------------------------------------------------------------------------------------


def _reply_rows(replies: pl.DataFrame) -> Iterator[Row]:
    """Yield the shares of replies that could not be read, and of verdicts that break the judge's own gate."""
    parts = replies.sort("benchmark", "judge_id", "configuration", "item_id").partition_by(
        "benchmark", "judge_id", "configuration", as_dict=True, maintain_order=True
    )
    for (benchmark, judge_id, configuration), part in parts.items():
        counts = {
            name: part[f"{name}_count"].to_numpy().astype(np.float64)
            for name in ("reply", "failed", "valid", "gate_violation")
        }
        total = int(counts["reply"].sum())
        found = {
            "reply_count": Estimate(float(total), n=total, clusters=len(part)),
            "parse_failure_rate": _share(counts["failed"], counts["reply"]),
            "gating_rate": _share(counts["gate_violation"], counts["valid"]),
        }
        place = Judge(str(judge_id), str(configuration))
        for measure, estimate in found.items():
            yield _named_row(str(benchmark), place, WHOLE, measure, "none", estimate)


def _share(hits: Floats, units: Floats) -> Estimate:
    return share_estimate(ClusterSums.of(hits, None, units))


# --- rows -------------------------------------------------------------------------------------------------------------


def _rows(study: Study, judge: Judge, metric: str, against: str, found: Named) -> Iterator[Row]:
    for measure, estimate in found.items():
        yield _row(study, judge, metric, measure, against, estimate)


def _row(study: Study, judge: Judge, metric: str, measure: str, against: str, estimate: Estimate) -> Row:
    return _named_row(study.benchmark, judge, metric, measure, against, estimate)


def _named_row(benchmark: str, judge: Judge, metric: str, measure: str, against: str, estimate: Estimate) -> Row:
    numbers = {
        name: None if math.isnan(number) else float(number)
        for name, number in (
            ("value", estimate.value), ("ci_low", estimate.low), ("ci_high", estimate.high), 
            ("p_value", estimate.p if measure in TESTED else math.nan),
        )
    }  # fmt: skip
    return {
        "benchmark": benchmark,
        "judge_id": judge.judge_id,
        "configuration": judge.configuration,
        "metric": metric,
        "statistic": measure if against in ("none", "self", "experts") else f"{measure}:{against}",
        "measure": measure,
        "reference": against,
        **numbers,
        "n": int(estimate.n),
        "cluster_count": int(estimate.clusters),
        "method": estimate.method,
        "status": estimate.status,
    }
