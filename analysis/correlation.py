"""Correlations of two measurements of one thing: values, p-values and analytic intervals."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, stats

from analysis.exact_permutation import exact_kendall_p, exact_product_p

Floats = NDArray[np.float64]

#: Up to so many pairs the permutation p is exact: 10! orders.
EXACT_LIMIT = 10
#: Floats on one line give a Pearson correlation this near to 1 and not always 1 itself.
_ON_A_LINE = 1e-14
_LOGISTIC_DIGITS = 10
_LOGISTIC_PARAMETERS = 4


@dataclass(frozen=True)
class Correlation:
    """One coefficient. Values lie in [-1, 1], p-values in [0, 1]; what is undefined is None and `status` says why.

    status: ok; too_few (fewer than 3 pairs); constant_input; boundary (|value| = 1: no interval);
    too_few_for_interval (3 pairs); no_analytic_interval (krcc, plcc_logistic); not_converged (plcc_logistic).
    """

    coefficient: str
    value: float | None
    p_value: float | None
    p_exact: float | None
    ci_low: float | None
    ci_high: float | None
    pair_count: int
    dropped_count: int
    status: str


def complete_pairs(x: Floats, y: Floats) -> tuple[Floats, Floats, int]:
    """Return the pairs without a gap (NaN) and the number of pairs dropped. Shapes (n,) and (n,) in."""
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if x.shape != y.shape or x.ndim != 1:
        raise ValueError(f"x and y must be vectors of one length, not of shapes {x.shape} and {y.shape}")
    kept = ~(np.isnan(x) | np.isnan(y))
    return x[kept], y[kept], int(len(x) - kept.sum())


def scaled(values: Floats) -> Floats:
    """Return deviations from the mean, divided by the largest, so that squares stay finite; zeros if constant."""
    largest = float(np.abs(values).max()) if len(values) else 0.0
    if largest == 0 or values.max() == values.min():
        return np.zeros(len(values))
    centred = values / largest
    centred = centred - math.fsum(centred.tolist()) / len(centred)
    return np.asarray(centred / np.abs(centred).max())


def pearson(x: Floats, y: Floats) -> float:
    """Return Pearson's correlation of two vectors that are not constant, in [-1, 1], whatever the order of pairs."""
    a, b = scaled(x), scaled(y)
    products, squares_a, squares_b = (math.fsum((u * v).tolist()) for u, v in ((a, b), (a, a), (b, b)))
    value = products / math.sqrt(squares_a * squares_b)
    return math.copysign(1.0, value) if abs(value) >= 1 - _ON_A_LINE else value


def centred_ranks(values: Floats) -> NDArray[np.int64]:
    """Return twice the average ranks, less n + 1: integers with sum 0. Shape (n,)."""
    doubled: NDArray[np.int64] = np.rint(2 * stats.rankdata(values)).astype(np.int64)
    return doubled - (len(values) + 1)


def spearman(x: Floats, y: Floats) -> float:
    """Return Spearman's correlation (Pearson's of average ranks) of two vectors that are not constant."""
    a, b = centred_ranks(x).astype(object), centred_ranks(y).astype(object)
    return integer_ratio(int((a * b).sum()), int((a * a).sum()), int((b * b).sum()))


def kendall(x: Floats, y: Floats) -> float:
    """Return Kendall's tau-b of two vectors that are not constant."""
    value = float(stats.kendalltau(x, y).statistic)
    return math.copysign(1.0, value) if abs(value) >= 1 - _ON_A_LINE else value


def integer_ratio(product: int, square_x: int, square_y: int) -> float:
    """Return product / sqrt(square_x * square_y); exactly 1 or -1 where it is, since the integers are exact."""
    if product * product == square_x * square_y:
        return math.copysign(1.0, product)
    return product / math.sqrt(square_x) / math.sqrt(square_y)


def student_p(value: float, n: int) -> float:
    """Return the two-sided p of a correlation by t with n - 2 degrees of freedom; 0 for |value| = 1. n >= 3."""
    if abs(value) == 1:
        return 0.0
    t = value * math.sqrt((n - 2) / ((1 - value) * (1 + value)))
    return float(min(1.0, 2 * stats.t.sf(abs(t), n - 2)))


def fisher_interval(value: float, n: int, level: float = 0.95, variance_factor: float = 1.0) -> tuple[float, float]:
    """Return tanh(atanh r ± z sqrt(factor / (n - 3))): Fisher's interval. |value| < 1, n >= 4."""
    half = float(stats.norm.ppf(0.5 + level / 2)) * math.sqrt(variance_factor / (n - 3))
    return math.tanh(math.atanh(value) - half), math.tanh(math.atanh(value) + half)


def bonett_wright_interval(value: float, n: int, level: float = 0.95) -> tuple[float, float]:
    """Return Spearman's interval with variance (1 + r^2 / 2) / (n - 3) (Bonett and Wright 2000). n >= 4."""
    return fisher_interval(value, n, level, 1 + value * value / 2)


def srcc(x: Floats, y: Floats, level: float = 0.95) -> Correlation:
    """Spearman's correlation, t-approximation p, exact permutation p up to 10 pairs, Bonett-Wright interval.

    x, y: shape (n,), NaN where missing.
    """

    def exact(a: Floats, b: Floats) -> float:
        return exact_product_p(centred_ranks(a).astype(np.float64), centred_ranks(b).astype(np.float64))

    return _correlated("srcc", x, y, spearman, student_p, exact, bonett_wright_interval, level)


def plcc(x: Floats, y: Floats, level: float = 0.95) -> Correlation:
    """Pearson's correlation, t p, exact permutation p up to 10 pairs, Fisher's interval. x, y: shape (n,)."""
    return _correlated(
        "plcc", x, y, pearson, student_p, lambda a, b: exact_product_p(scaled(a), scaled(b)), fisher_interval, level
    )


def krcc(x: Floats, y: Floats, level: float = 0.95) -> Correlation:
    """Kendall's tau-b, scipy's p (exact for few pairs without ties, else normal), exact p up to 10 pairs.

    There is no analytic interval here: the bootstrap gives one. x, y: shape (n,), NaN where missing.
    """
    kept_x, kept_y, _ = complete_pairs(x, y)

    def scipy_p(_value: float, _n: int) -> float:
        return float(stats.kendalltau(kept_x, kept_y).pvalue)

    return _correlated("krcc", x, y, kendall, scipy_p, exact_kendall_p, None, level)


def logistic(x: Floats, parameters: Floats) -> Floats:
    """Return (b1 - b2) / (1 + exp(-(x - b3) / |b4|)) + b2 for parameters (b1, b2, b3, b4). Shape of x."""
    b1, b2, b3, b4 = parameters
    exponent = np.clip(-(x - b3) / max(abs(b4), np.finfo(float).tiny), -700, 700)
    return np.asarray((b1 - b2) / (1 + np.exp(exponent)) + b2)


def fit_logistic(x: Floats, y: Floats) -> tuple[Floats, bool]:
    """Fit the 4-parameter logistic by least squares; return the parameters and whether the fit converged.

    Fixed start: b1 and b2 the highest and lowest y (exchanged where x and y run against each other), b3 the mean of x,
    b4 its standard deviation. x, y: shape (n,), n >= 5, neither constant.
    """
    top, bottom = (y.max(), y.min()) if pearson(x, y) >= 0 else (y.min(), y.max())
    # Standardised, so that the step sizes of the solver do not depend on the units.
    centre, spread = math.fsum(x.tolist()) / len(x), float(np.std(x))
    level, scale = float(y.min()), float(y.max() - y.min())
    u, v = (x - centre) / spread, (y - level) / scale
    start = np.array([(top - level) / scale, (bottom - level) / scale, 0.0, 1.0])
    fitted: Any = optimize.least_squares(lambda b: logistic(u, b) - v, start, method="lm", max_nfev=10_000)
    b1, b2, b3, b4 = fitted.x
    parameters = np.array([b1 * scale + level, b2 * scale + level, b3 * spread + centre, b4 * spread])
    return parameters, bool(fitted.success) and bool(np.isfinite(parameters).all())


def _unit_sized(values: Floats) -> Floats:
    """Return the values over a power of two that brings the largest to [0.5, 1): squares stay finite, digits stay."""
    return np.asarray(np.ldexp(values, -math.frexp(float(np.abs(values).max()))[1]))


def plcc_logistic(x: Floats, y: Floats) -> Correlation:
    """Pearson's correlation of y with the 4-parameter logistic of x fitted to it (video quality experts' practice).

    Fewer than 5 pairs are too_few for 4 parameters. No p and no interval: the fit chooses the curve by the same pairs.
    A fit that does not converge, or is flat, gives no value and the status not_converged. The value has ten digits.
    """
    x, y, dropped = complete_pairs(x, y)
    n = len(x)

    def without_value(status: str) -> Correlation:
        return Correlation("plcc_logistic", None, None, None, None, None, n, dropped, status)

    if n <= _LOGISTIC_PARAMETERS:
        return without_value("too_few")
    if x.max() == x.min() or y.max() == y.min():
        return without_value("constant_input")
    order = np.lexsort((y, x))
    x, y = _unit_sized(x[order]), _unit_sized(y[order])
    parameters, converged = fit_logistic(x, y)
    curve = logistic(x, parameters) if converged else np.zeros(n)
    if curve.max() == curve.min():
        return without_value("not_converged")
    # The solver's path depends on where arrays lie in memory, by some units of the fifteenth digit.
    value = round(pearson(curve, y), _LOGISTIC_DIGITS)
    status = "boundary" if abs(value) == 1 else "no_analytic_interval"
    return Correlation("plcc_logistic", value, None, None, None, None, n, dropped, status)


def all_correlations(x: Floats, y: Floats, level: float = 0.95) -> list[Correlation]:
    """Return srcc, plcc, krcc and plcc_logistic of one series of pairs. x, y: shape (n,), NaN where missing."""
    return [srcc(x, y, level), plcc(x, y, level), krcc(x, y, level), plcc_logistic(x, y)]


def _correlated(
    coefficient: str,
    x: Floats,
    y: Floats,
    point: Callable[[Floats, Floats], float],
    p_of: Callable[[float, int], float],
    exact: Callable[[Floats, Floats], float],
    interval: Callable[[float, int, float], tuple[float, float]] | None,
    level: float,
) -> Correlation:
    x, y, dropped = complete_pairs(x, y)
    n = len(x)
    if n < 3 or x.max() == x.min() or y.max() == y.min():
        status = "too_few" if n < 3 else "constant_input"
        return Correlation(coefficient, None, None, None, None, None, n, dropped, status)
    value = point(x, y)
    low: float | None = None
    high: float | None = None
    status = "ok"
    if abs(value) == 1:
        status = "boundary"
    elif interval is None:
        status = "no_analytic_interval"
    elif n < 4:
        status = "too_few_for_interval"
    else:
        low, high = interval(value, n, level)
    p_exact = exact(x, y) if n <= EXACT_LIMIT else None
    return Correlation(coefficient, value, p_of(value, n), p_exact, low, high, n, dropped, status)
