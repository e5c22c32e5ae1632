"""Agreement in plain numpy from the textbook formulas: units by raters in, coefficients out. NaN is no answer.

Fleiss 1971; Gwet 2014, Handbook of Inter-Rater Reliability, 4th edition; Brennan and Prediger 1981; Cohen 1960, 1968.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

Array = np.ndarray


def count_table(units: Array, q: int) -> Array:
    """Return votes per item and category; units holds category numbers 0..q-1 or NaN."""
    return np.stack([(units == k).sum(axis=1) for k in range(q)], axis=1).astype(float)


def weight_matrix(x: Array, weights: str) -> Array:
    """Return the weight of each pair of categories with values x."""
    if weights == "identity":
        return np.eye(len(x))
    gap = np.abs(x[:, None] - x[None, :]) / (x.max() - x.min())
    return 1 - gap if weights == "linear" else 1 - gap**2


def chance_corrected(table: Array, w: Array, coefficient: str, marginals: str) -> dict[str, float]:
    """Return value, standard error (for mean_of_proportions or none), pa and pe of a count table."""
    table = table[table.sum(axis=1) > 0]
    n_i = table.sum(axis=1)
    n, q = table.shape
    pairable = n_i >= 2
    r_star = table @ w.T
    with np.errstate(divide="ignore", invalid="ignore"):
        p_i = np.where(pairable, (table * (r_star - 1)).sum(axis=1) / (n_i * (n_i - 1)), 0.0)
    pa = p_i[pairable].mean()
    shares = table / n_i[:, None]
    pi = shares.mean(axis=0) if marginals != "pooled" else table.sum(axis=0) / table.sum()
    t_w = w.sum()
    if coefficient == "fleiss_kappa":
        pe = float(pi @ w @ pi)
        pe_i = shares @ (((w + w.T) / 2) @ pi)
    elif coefficient == "gwet_ac":
        pe = float(t_w / (q * (q - 1)) * (pi * (1 - pi)).sum())
        pe_i = t_w / (q * (q - 1)) * (shares @ (1 - pi))
    else:
        pe = float(t_w / q**2)
        pe_i = np.full(n, pe)
    k = (pa - pe) / (1 - pe)
    k_i = (n / pairable.sum()) * (p_i - pe * pairable) / (1 - pe)
    k_star = k_i - 2 * (1 - k) * (pe_i - pe) / (1 - pe)
    with np.errstate(divide="ignore", invalid="ignore"):
        error = float(np.sqrt(((k_star - k) ** 2).sum() / (n * (n - 1)))) if n > 1 else float("nan")
    return {"value": float(k), "se": error, "pa": float(pa), "pe": pe}


def cohen_mean(units: Array, w: Array) -> tuple[float, int, int]:
    """Return the mean kappa over pairs of raters, the number of pairs and of undefined pairs."""
    values, undefined = [], 0
    q = len(w)
    for a, b in combinations(range(units.shape[1]), 2):
        both = ~np.isnan(units[:, a]) & ~np.isnan(units[:, b])
        if not both.any():
            continue
        left, right = units[both, a].astype(int), units[both, b].astype(int)
        joint = np.zeros((q, q))
        np.add.at(joint, (left, right), 1)
        joint /= joint.sum()
        chance = np.outer(joint.sum(axis=1), joint.sum(axis=0))
        if len(set(left) | set(right)) == 1:
            undefined += 1
            continue
        values.append(1 - ((1 - w) * joint).sum() / ((1 - w) * chance).sum())
    return (float(np.mean(values)) if values else float("nan")), len(values) + undefined, undefined
