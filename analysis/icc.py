"""Intraclass correlations of raters' scores in a two-way layout (McGraw and Wong 1996), with F intervals.

The form is part of the name. A: absolute agreement; C: consistency, raters' levels apart; 1: one rater; k: the mean of
k raters. Shrout and Fleiss (1979) call A,1 ICC(2,1), C,1 ICC(3,1), A,k ICC(2,k) and C,k ICC(3,k).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Floats = NDArray[np.float64]

FORMS = ("icc_a_1", "icc_c_1", "icc_a_k", "icc_c_k")


@dataclass(frozen=True)
class IntraclassCorrelation:
    """One form. status: ok; too_few (fewer than 2 items or raters); constant_input; boundary (no disagreement left).

    value is at most 1 and may be negative. item_count counts items that every rater scored, dropped_count the others.
    """

    form: str
    value: float | None
    ci_low: float | None
    ci_high: float | None
    item_count: int
    rater_count: int
    dropped_count: int
    status: str


def intraclass_correlations(scores: Floats, level: float = 0.95) -> list[IntraclassCorrelation]:
    """Return the four forms. scores: shape (items, raters), NaN where missing; items with a gap are dropped.

    Raises ValueError when scores is not a matrix.
    """
    scores = np.asarray(scores, dtype=np.float64)
    if scores.ndim != 2:
        raise ValueError(f"scores must have one row per item and one column per rater, not shape {scores.shape}")
    kept = scores[~np.isnan(scores).any(axis=1)]
    n, k = kept.shape
    dropped = len(scores) - n
    if n < 2 or k < 2:
        return [IntraclassCorrelation(form, None, None, None, n, k, dropped, "too_few") for form in FORMS]
    if kept.max() == kept.min():
        return [IntraclassCorrelation(form, None, None, None, n, k, dropped, "constant_input") for form in FORMS]
    rows, columns, error = mean_squares(kept)
    found = []
    for form in FORMS:
        value, low, high = _form(form, rows, columns, error, n, k, level)
        status = "constant_input" if value is None else "boundary" if low is None else "ok"
        found.append(IntraclassCorrelation(form, value, low, high, n, k, dropped, status))
    return found


def mean_squares(scores: Floats) -> tuple[float, float, float]:
    """Return the mean squares of items, of raters and of error of a complete layout, shape (items, raters).

    A residual that is rounding only is 0.
    """
    n, k = scores.shape
    # Exactly rounded sums: the same for any order of items and raters.
    centred = scores - math.fsum(scores.ravel().tolist()) / scores.size
    items = np.array([math.fsum(row) / k for row in centred.tolist()])
    raters = np.array([math.fsum(column) / n for column in centred.T.tolist()])
    residual = centred - items[:, None] - raters[None, :]
    residual[np.abs(residual) <= 1e-13 * np.abs(scores).max()] = 0
    return (
        k * math.fsum((items**2).tolist()) / (n - 1),
        n * math.fsum((raters**2).tolist()) / (k - 1),
        math.fsum((residual**2).ravel().tolist()) / ((n - 1) * (k - 1)),
    )


def _form(
    form: str, rows: float, columns: float, error: float, n: int, k: int, level: float
) -> tuple[float | None, float | None, float | None]:
    _, kind, size = form.split("_")
    if kind == "c":
        denominator = rows + (k - 1) * error if size == "1" else rows
        if denominator <= 0:
            return None, None, None
        value = (rows - error) / denominator
        return (value, None, None) if error == 0 else (value, *_consistency(rows / error, n, k, size, level))
    extra = (columns - error) / n
    denominator = rows + (k - 1) * error + k * extra if size == "1" else rows + extra
    if denominator <= 0:
        return None, None, None
    value = (rows - error) / denominator
    if value >= 1:
        return value, None, None
    single = (rows - error) / (rows + (k - 1) * error + k * extra)
    low, high = _agreement(single, rows, columns, error, n, k, level)
    if low is None or high is None:
        return value, None, None
    if size == "k":
        low, high = (k * bound / (1 + (k - 1) * bound) for bound in (low, high))
    return value, low, high


def _consistency(f: float, n: int, k: int, size: str, level: float) -> tuple[float, float]:
    tail = 0.5 + level / 2
    low = f / float(stats.f.ppf(tail, n - 1, (n - 1) * (k - 1)))
    high = f * float(stats.f.ppf(tail, (n - 1) * (k - 1), n - 1))
    if size == "k":
        return 1 - 1 / low, 1 - 1 / high
    return (low - 1) / (low + k - 1), (high - 1) / (high + k - 1)


def _agreement(
    single: float, rows: float, columns: float, error: float, n: int, k: int, level: float
) -> tuple[float | None, float | None]:
    """Return McGraw and Wong's interval of A,1 with Satterthwaite's degrees of freedom."""
    if single >= 1:
        return None, None
    a = k * single / (n * (1 - single))
    b = 1 + k * single * (n - 1) / (n * (1 - single))
    below = (a * columns) ** 2 / (k - 1) + (b * error) ** 2 / ((n - 1) * (k - 1))
    if below <= 0:
        return None, None
    freedom = (a * columns + b * error) ** 2 / below
    tail = 0.5 + level / 2
    upper_f, lower_f = float(stats.f.ppf(tail, n - 1, freedom)), float(stats.f.ppf(tail, freedom, n - 1))
    spread = k * columns + (k * n - k - n) * error
    low = n * (rows - upper_f * error) / (upper_f * spread + n * rows)
    high = n * (lower_f * rows - error) / (spread + n * lower_f * rows)
    return low, high
