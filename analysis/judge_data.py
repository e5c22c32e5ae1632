"""Judge scores as arrays: one reading per output, experts beside it, numbered clusters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray

from analysis.intervals import ClusterSums
from analysis.resampling import Floats

Ints = NDArray[np.int64]

#: What names one output, in the order that everything is sorted by: the cluster comes first.
OUTPUT = ("item_id", "system_id", "setting", "panel")


@dataclass(frozen=True)
class Metric:
    """What a judge is asked: `kind` score, yes_no or composite; `points` of its declared scale, empty without one."""

    name: str
    kind: str
    points: tuple[float, ...] = ()

    @property
    def weighting(self) -> str:
        """How kappa weighs two different answers."""
        return "identity" if self.kind == "yes_no" else "quadratic"


@dataclass(frozen=True)
class Judge:
    """A judge as it was asked."""

    judge_id: str
    configuration: str


@dataclass(frozen=True)
class Readings:
    """One judge's first score of each output: output numbers in rising order, and their clusters, systems, settings."""

    outputs: Ints
    scores: Floats
    clusters: Ints
    systems: Ints
    settings: NDArray[np.str_]

    def at(self, outputs: Ints) -> Readings:
        """Return the readings of some of the outputs."""
        places = np.searchsorted(self.outputs, outputs)
        return Readings(
            outputs, self.scores[places], self.clusters[places], self.systems[places], self.settings[places]
        )

    def where(self, kept: NDArray[np.bool_]) -> Readings:
        """Return the readings that a mask keeps."""
        return self.at(self.outputs[kept])


def renumbered(clusters: Ints) -> tuple[Ints, int]:
    """Return clusters numbered 0 to C - 1 in their order, and C."""
    names, numbers = np.unique(clusters, return_inverse=True)
    return numbers.astype(np.int64), len(names)


def by_cluster(values: Floats, clusters: Ints) -> ClusterSums:
    """Return the sums of units per cluster."""
    numbers, count = renumbered(clusters)
    sums = np.bincount(numbers, weights=values, minlength=count)
    squares = np.bincount(numbers, weights=values * values, minlength=count)
    return ClusterSums.of(sums, squares, np.bincount(numbers, minlength=count))


@dataclass(frozen=True)
class Study:
    """Everything of one benchmark: each judge's readings and repeats by metric, and the experts' scores by metric."""

    benchmark: str
    metrics: tuple[Metric, ...]
    readings: dict[tuple[Judge, str], Readings]
    #: Output numbers, clusters and scores of every answer, the first included.
    repeats: dict[tuple[Judge, str], tuple[Ints, Ints, Floats]]
    #: Output numbers in rising order, and a matrix outputs x experts, NaN where an expert did not answer.
    experts: dict[str, tuple[Ints, Floats]]

    @property
    def judges(self) -> tuple[Judge, ...]:
        """Judges in the order of their names."""
        found = {judge for judge, _ in self.readings}
        return tuple(sorted(found, key=lambda judge: (judge.judge_id, judge.configuration)))


def studies(readings: pa.Table, experts: pa.Table, metrics: pa.Table) -> Iterator[Study]:
    """Yield each benchmark's study, benchmarks in order of their names, whatever the order of rows.

    readings: benchmark, judge_id, configuration, repeat_number, system_id, setting, panel, item_id, metric, score.
    experts: benchmark, expert_id, system_id, setting, panel, item_id, metric, raw_score.
    metrics: benchmark, metric, kind, low, high (whole numbers, NULL without a scale).
    """
    judged, rated = pl.DataFrame(readings), pl.DataFrame(experts)
    declared = pl.DataFrame(metrics).sort("benchmark", "metric")
    for name in sorted(set(judged["benchmark"])):
        own = judged.filter(pl.col("benchmark") == name)
        theirs = rated.filter(pl.col("benchmark") == name)
        yield _study(str(name), own, theirs, declared.filter(pl.col("benchmark") == name))


def _study(name: str, judged: pl.DataFrame, rated: pl.DataFrame, declared: pl.DataFrame) -> Study:
    outputs = pl.concat([judged.select(OUTPUT), rated.select(OUTPUT)]).unique().sort(OUTPUT).with_row_index("output")
    items, systems = (
        outputs.select(column).unique().sort(column).with_row_index(number)
        for column, number in (("item_id", "cluster"), ("system_id", "system"))
    )
    outputs = outputs.join(items, on="item_id").join(systems, on="system_id")
    known = {
        str(row["metric"]): Metric(row["metric"], row["kind"], _points(row)) for row in declared.iter_rows(named=True)
    }
    names = sorted(set(judged["metric"]))
    asked = tuple(known.get(str(metric), Metric(str(metric), "score")) for metric in names)
    numbered = judged.join(outputs, on=OUTPUT).sort(
        "judge_id", "configuration", "metric", "output", "repeat_number", "score"
    )
    readings, repeats = {}, {}
    for (judge_id, configuration, metric), part in numbered.partition_by(
        "judge_id", "configuration", "metric", as_dict=True, maintain_order=True
    ).items():
        key = Judge(str(judge_id), str(configuration)), str(metric)
        readings[key] = _readings(part.unique("output", keep="first", maintain_order=True))
        columns = (part[column].to_numpy() for column in ("output", "cluster", "score"))
        output, cluster, score = columns
        repeats[key] = output.astype(np.int64), cluster.astype(np.int64), score.astype(np.float64)
    scores = rated.join(outputs.select(*OUTPUT, "output"), on=OUTPUT)
    experts = {
        str(metric): _expert_matrix(part) for (metric,), part in scores.partition_by("metric", as_dict=True).items()
    }
    return Study(name, asked, readings, repeats, experts)


def _points(row: dict[str, object]) -> tuple[float, ...]:
    low, high = row["low"], row["high"]
    if not isinstance(low, int) or not isinstance(high, int):
        return ()
    return tuple(float(point) for point in range(low, high + 1))


def _readings(part: pl.DataFrame) -> Readings:
    return Readings(
        part["output"].to_numpy().astype(np.int64),
        part["score"].to_numpy().astype(np.float64),
        part["cluster"].to_numpy().astype(np.int64),
        part["system"].to_numpy().astype(np.int64),
        part["setting"].to_numpy().astype(np.str_),
    )


def _expert_matrix(part: pl.DataFrame) -> tuple[Ints, Floats]:
    names = sorted(set(part["expert_id"]))
    outputs = np.unique(part["output"].to_numpy().astype(np.int64))
    matrix = np.full((len(outputs), len(names)), np.nan)
    ordered = part.sort("output", "expert_id", "raw_score")
    rows = np.searchsorted(outputs, ordered["output"].to_numpy().astype(np.int64))
    place = {name: number for number, name in enumerate(names)}
    matrix[rows, [place[name] for name in ordered["expert_id"]]] = ordered["raw_score"].to_numpy()
    return outputs, matrix
