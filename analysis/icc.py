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

#: A variance this small beside the mean squares that it is made of is rounding.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class IntraclassCorrelation:
    """One form. value is at most 1 and may be negative; where there are bounds, low <= value <= high.

    status: ok; without a value too_few (fewer than 2 items or raters), constant_input, negative_variance (raters so
    opposed that the estimated variance of scores is not positive); with a value and no interval boundary (no
    disagreement left), no_analytic_interval (the bounds of the F interval are not defined, or do not hold the value).
    item_count counts items that every rater scored, dropped_count the others.
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
        found.append(IntraclassCorrelation(form, value, low, high, n, k, dropped, _status(value, low)))
    return found


def mean_squares(scores: Floats) -> tuple[float, float, float]:
    """Return the mean squares of items, of raters and of error of a complete layout, shape (items, raters).

    A deviation that is rounding only is 0.
    """
    n, k = scores.shape
    # Exactly rounded sums: the same for any order of items and raters.
    centred = scores - math.fsum(scores.ravel().tolist()) / scores.size
    items = np.array([math.fsum(row) / k for row in centred.tolist()])
    raters = np.array([math.fsum(column) / n for column in centred.T.tolist()])
    residual = centred - items[:, None] - raters[None, :]
    for deviations in (items, raters, residual):
        deviations[np.abs(deviations) <= 1e-13 * np.abs(scores).max()] = 0
    return (
        k * math.fsum((items**2).tolist()) / (n - 1),
        n * math.fsum((raters**2).tolist()) / (k - 1),
        math.fsum((residual**2).ravel().tolist()) / ((n - 1) * (k - 1)),
    )


def _status(value: float | None, low: float | None) -> str:
    if value is None:
        return "negative_variance"
    if low is not None:
        return "ok"
    return "boundary" if value >= 1 else "no_analytic_interval"


def _form(
    form: str, rows: float, columns: float, error: float, n: int, k: int, level: float
) -> tuple[float | None, float | None, float | None]:
    _, kind, size = form.split("_")
    # What raters' levels add to the variance of absolute scores; the estimate may be negative.
    extra = (columns - error) / n if kind == "a" else 0.0
    single_variance = rows + (k - 1) * error + k * extra
    variance = single_variance if size == "1" else rows + extra
    if min(variance, single_variance) <= _ROUNDING * (rows + columns + error):
        return None, None, None
    value = (rows - error) / variance
    if value >= 1:
        return value, None, None
    if kind == "c":
        low, high = _consistency(rows / error, n, k, level)
    else:
        low, high = _agreement((rows - error) / single_variance, rows, columns, error, n, k, level)
    if size == "k":
        low, high = _of_the_mean(low, k), _of_the_mean(high, k)
    # Also false where a bound is NaN.
    if not -math.inf < low <= value <= high < math.inf or low == high:
        return value, None, None
    return value, low, high


def _of_the_mean(single: float, k: int) -> float:
    """Return the correlation of means of k raters (Spearman and Brown); NaN where that of one rater is too low."""
    divisor = 1 + (k - 1) * single
    return k * single / divisor if divisor > 0 else math.nan


def _consistency(f: float, n: int, k: int, level: float) -> tuple[float, float]:
    """Return the interval of C,1."""
    tail = 0.5 + level / 2
    low = f / float(stats.f.ppf(tail, n - 1, (n - 1) * (k - 1)))
    high = f * float(stats.f.ppf(tail, (n - 1) * (k - 1), n - 1))
    return (low - 1) / (low + k - 1), (high - 1) / (high + k - 1)


def _agreement(
    single: float, rows: float, columns: float, error: float, n: int, k: int, level: float
) -> tuple[float, float]:
    """Return McGraw and Wong's interval of A,1 with Satterthwaite's degrees of freedom; NaN where it has none."""
    if single >= 1:
        return math.nan, math.nan
    a = k * single / (n * (1 - single))
    b = 1 + k * single * (n - 1) / (n * (1 - single))
    below = (a * columns) ** 2 / (k - 1) + (b * error) ** 2 / ((n - 1) * (k - 1))
    if below <= 0:
        return math.nan, math.nan
    freedom = (a * columns + b * error) ** 2 / below
    tail = 0.5 + level / 2
    upper_f, lower_f = float(stats.f.ppf(tail, n - 1, freedom)), float(stats.f.ppf(tail, freedom, n - 1))
    spread = k * columns + (k * n - k - n) * error
    lower, upper = upper_f * spread + n * rows, spread + n * lower_f * rows
    if not (lower > 0 and upper > 0):
        return math.nan, math.nan
    return n * (rows - upper_f * error) / lower, n * (lower_f * rows - error) / upper
