"""Two systems compared in words: the rows of the mart score_comparisons that answer one question."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from analysis.errors import AnalysisError
from analysis.marts import Marts
from analysis.numbers import printed

MART = "score_comparisons"

Record = dict[str, Any]

#: Columns that swap when the systems are asked for the other way round.
_SIDES = ("system", "setting", "value", "unit_count")

_POINTS = {
    "identical": "The two are identical in every cluster.",
    "constant_difference": "Every cluster differs by the same amount, so that the interval is a point "
    "and p is that of flipping signs.",
    "one_cluster": "They share one cluster only: one observation, no interval and no test.",
    "no_shared_clusters": "They share no cluster: nothing to compare.",
    "undefined_replicates": "Too few shared clusters for a bootstrap interval.",
    "anti_conservative": "Clusters share items here: the interval is too narrow and p too small.",
}


@dataclass(frozen=True)
class Question:
    """What a user asks: two systems, a metric, and what narrows the answer where it is ambiguous."""

    system_a: str
    system_b: str
    metric: str
    by: str | None = None
    settings: tuple[str, ...] = ()
    filters: Mapping[str, str] = field(default_factory=dict)


def compare(marts: Marts, question: Question) -> list[Record]:
    """Return one record per panel, part of the breakdown and convention, a being the system that was named first.

    Raises AnalysisError in one sentence when a name is unknown or the question is ambiguous.
    """
    needed = ("system_a", "system_b", "setting_a", "setting_b", "metric", "method", "difference", "p_holm", "status")
    return answers(marts.frame(MART, needed), question)


def answers(frame: pl.DataFrame, question: Question) -> list[Record]:
    """Return the records of a frame of score comparisons; see compare."""
    _check(question)
    systems = set(frame["system_a"]) | set(frame["system_b"])
    for system in (question.system_a, question.system_b):
        _known("system", system, systems)
    frame = _either_way(frame, question)
    if frame.is_empty():
        raise AnalysisError(
            f"{question.system_a} and {question.system_b} stand in no common table of scores: nothing compares them."
        )
    frame = _narrowed(frame, "metric", question.metric)
    for column, value in question.filters.items():
        frame = _narrowed(frame, column, value, f"--{_option(column)}")
    # Before the one place is sought: only some leaderboards and settings have a breakdown, or scores of the whole.
    frame = _by(frame, question.by)
    frame = _in_settings(frame, question.settings)
    for column in ("benchmark", "leaderboard"):
        _one(frame, column, f"--{column}")
    _one(frame, "settings", "--setting", "settings (first/second system)")
    return _records(frame.drop("settings"))


def _check(question: Question) -> None:
    if len(question.settings) > 2:
        raise AnalysisError("--setting: give one for both systems, or two, the first system's first.")
    if question.system_a == question.system_b and len(set(question.settings)) < 2:
        raise AnalysisError(
            f"{question.system_a}: name two systems, or give --setting twice to compare one system with itself."
        )


def _option(column: str) -> str:
    return column.removesuffix("_id")


def _known(what: str, name: str, names: Iterable[str]) -> None:
    """Raise with the closest name when a name is unknown."""
    listed = sorted(set(names))
    if name in listed:
        return
    close = difflib.get_close_matches(name, listed, n=1)
    hint = f"Did you mean {close[0]}?" if close else f"There is {', '.join(listed)}."
    raise AnalysisError(f"{name}: no {what} of that name is compared. {hint}")


def _either_way(frame: pl.DataFrame, question: Question) -> pl.DataFrame:
    """Return the rows of the two systems, turned so that a is the first; with the settings as one column."""
    straight = frame.filter((pl.col("system_a") == question.system_a) & (pl.col("system_b") == question.system_b))
    turned = frame.filter((pl.col("system_a") == question.system_b) & (pl.col("system_b") == question.system_a))
    columns = {f"{side}_{end}": f"{side}_{other}" for side in _SIDES for end, other in (("a", "b"), ("b", "a"))}
    columns |= {"unmatched_a_count": "unmatched_b_count", "unmatched_b_count": "unmatched_a_count"}
    columns |= {"ci_low": "ci_high", "ci_high": "ci_low"}
    turned = turned.rename(columns).select(frame.columns)
    turned = turned.with_columns(-pl.col("difference", "ci_low", "ci_high", "effect_size") + 0.0)
    # One system with itself in two settings is found both ways.
    return pl.concat([straight, turned]).with_columns(
        pl.concat_str("setting_a", pl.lit("/"), "setting_b").alias("settings")
    )


def _narrowed(frame: pl.DataFrame, column: str, value: str, option: str = "") -> pl.DataFrame:
    try:
        _known(_option(column), value, frame[column])
    except AnalysisError as error:
        raise AnalysisError(f"{option} {error}".strip()) from None
    return frame.filter(pl.col(column) == value)


def _in_settings(frame: pl.DataFrame, settings: tuple[str, ...]) -> pl.DataFrame:
    if not settings:
        # Without a choice the two are compared as they were run alike, where they were.
        alike = frame.filter(pl.col("setting_a") == pl.col("setting_b"))
        return frame if alike.is_empty() else alike
    for column, setting in zip(("setting_a", "setting_b"), (settings[0], settings[-1]), strict=True):
        _known("setting", setting, [*frame["setting_a"], *frame["setting_b"]])
        frame = frame.filter(pl.col(column) == setting)
    if frame.is_empty():
        raise AnalysisError(f"--setting {' --setting '.join(settings)}: the two systems do not meet in these settings.")
    return frame


def _one(frame: pl.DataFrame, column: str, option: str, what: str = "") -> None:
    found = sorted(set(frame[column]))
    if len(found) > 1:
        raise AnalysisError(
            f"The two are compared in {len(found)} {what or f'{column}s'}: {', '.join(found)}. Add {option}."
        )


def _by(frame: pl.DataFrame, by: str | None) -> pl.DataFrame:
    there = sorted(set(frame["breakdown"]) - {"all"})
    if by is not None:
        if by not in there:
            close = difflib.get_close_matches(by, there, n=1)
            hint = f"Did you mean {close[0]}?" if close else f"There is {', '.join(there) or 'none'}."
            raise AnalysisError(f"--by {by}: these scores have no such breakdown. {hint}")
        return frame.filter(pl.col("breakdown") == by)
    whole = frame.filter(pl.col("breakdown") == "all")
    if whole.is_empty():
        raise AnalysisError(f"These scores stand in parts only. Add --by {' or --by '.join(there)}.")
    return whole


def _records(frame: pl.DataFrame) -> list[Record]:
    """Return the default interval's rows, the bootstrap's bounds beside them."""
    key = ["panel", "breakdown_value", "convention_id", "setting_a", "setting_b"]
    drawn = frame.filter(pl.col("method") == "cluster_bootstrap_percentile").select(
        *key, pl.col("ci_low").alias("bootstrap_ci_low"), pl.col("ci_high").alias("bootstrap_ci_high")
    )
    default = frame.filter(pl.col("method") == "cluster_t")
    return default.join(drawn, on=key, how="left").sort(key).to_dicts()


def in_words(records: list[Record]) -> str:
    """Return the answer as text: a paragraph per record."""
    first = records[0]
    place = f"{first['metric']} in {first['leaderboard']} ({first['benchmark']})"
    title = f"{first['system_a']} and {first['system_b']}: {place}"
    return "\n\n".join([title, *(_paragraph(record) for record in records)])


def _number(value: float) -> str:
    return printed(value, 3) if abs(value) >= 0.01 or value == 0 else f"{value:.2g}"


def _p(value: float) -> str:
    return "below 0.0001" if value < 0.0001 else printed(value, 4)


def _place(record: Record) -> str:
    parts = [f"panel {record['panel']}", f"{record['breakdown']} {record['breakdown_value']}"]
    parts += [f"convention {record['convention_id']}"]
    same = record["setting_a"] == record["setting_b"]
    parts.append(
        f"setting {record['setting_a']}" if same else f"settings {record['setting_a']} / {record['setting_b']}"
    )
    return ", ".join(part for part in parts if not part.endswith(" all")) or "all scores"


def _paragraph(record: Record) -> str:
    a, b = record["system_a"], record["system_b"]
    if a == b:
        a, b = f"{a} ({record['setting_a']})", f"{b} ({record['setting_b']})"
    lines = [f"{_place(record)}:"]
    if record["difference"] is not None:
        lines.append(_difference(record, a, b))
    if record["p_value"] is not None:
        lines.append(_tests(record))
        lines.append(_verdict(record))
    if record["status"] in _POINTS:
        lines.append(_POINTS[record["status"]])
    left = (
        f"Left unmatched: {record['unmatched_a_count']} clusters that only {a} has, "
        f"{record['unmatched_b_count']} that only {b} has"
    )
    is_listed = record["unmatched_a_count"] or record["unmatched_b_count"]
    lines.append(f"{left}; marts.unmatched_clusters lists them." if is_listed else f"{left}.")
    return "\n  ".join(lines)


def _difference(record: Record, a: str, b: str) -> str:
    gap = record["difference"]
    way = "the same" if gap == 0 else f"{'higher' if gap > 0 else 'lower'} by {_number(abs(gap))}"
    told = (
        f"{a} {_number(record['value_a'])}, {b} {_number(record['value_b'])} over the "
        f"{record['shared_cluster_count']} clusters that both have (n = {record['unit_count_a']} and "
        f"{record['unit_count_b']}): {a} is {way}"
    )
    if record["ci_low"] is None:
        return told + "."
    told += f", difference {_number(gap)}, 95 % interval {_number(record['ci_low'])} to {_number(record['ci_high'])}"
    if record["bootstrap_ci_low"] is not None:
        told += f" (bootstrap {_number(record['bootstrap_ci_low'])} to {_number(record['bootstrap_ci_high'])})"
    return told + "."


def _tests(record: Record) -> str:
    told = (
        f"p = {_p(record['p_value'])}, corrected for {record['family_size']} comparisons {_p(record['p_holm'])} (Holm)"
    )
    others = (("sign flip", "p_sign_flip"), ("McNemar", "p_mcnemar"))
    told += "".join(f", {name} {_p(record[column])}" for name, column in others if record[column] is not None)
    return told.replace("= below", "below") + "."


def _verdict(record: Record) -> str:
    if record["p_holm"] <= 0.05:
        return "The difference is significant at 5 % after the correction."
    told = "The data do not separate the two"
    detectable = record["minimum_detectable_difference"]
    if record["p_value"] <= 0.05:
        told += " after the correction"
    if detectable:
        told += f"; a true difference below {_number(detectable)} is missed in more than a fifth of such studies"
    return told + "." + _equivalence(record)


def _equivalence(record: Record) -> str:
    margin = record["equivalence_margin"]
    if margin is None or record["status"] == "identical":
        return ""
    if not record["is_margin_registered"]:
        return f" They would pass as equal with a margin of {_number(margin)} or more, had it been registered before."
    if record["p_equivalence"] is None:
        return ""
    passed = record["p_equivalence"] <= 0.05
    verdict = "equal" if passed else "not shown to be equal"
    return f" Within the registered margin of {_number(margin)} they are {verdict} (p = {_p(record['p_equivalence'])})."
