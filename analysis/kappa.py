"""Cohen's kappa of two raters over a declared scale, from tables of counts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analysis.resampling import Floats

Ints = NDArray[np.int64]


def disagreement_weights(points: Sequence[float], weighting: str) -> Floats:
    """Return what each cell of a table counts as disagreement, q x q in [0, 1], over all points of the declared scale.

    `identity`: 1 off the diagonal; `quadratic`: the squared distance over the squared range (Cohen 1968).
    """
    scale = np.asarray(points, dtype=float)
    if weighting == "identity":
        return 1.0 - np.eye(len(scale))
    reach = scale.max() - scale.min()
    found: Floats = (scale[:, None] - scale[None, :]) ** 2 / (reach**2 if reach else 1.0)
    return found


def weighted_kappa(tables: Floats, weights: Floats) -> Floats:
    """Return kappa of each q x q table of counts in the last two axes; NaN where chance leaves no disagreement.

    1 - sum w_kl o_kl / sum w_kl e_kl, marginals of the table itself (Cohen 1968).
    """
    n = tables.sum(axis=(-2, -1))
    expected = np.einsum("...k,...l,kl->...", tables.sum(axis=-1), tables.sum(axis=-2), weights)
    observed = (tables * weights).sum(axis=(-2, -1))
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = np.where(expected > 0, 1.0 - n * observed / expected, np.nan)
    return found


def positions(scores: Floats, points: Sequence[float]) -> Ints | None:
    """Return each score's place on the scale, -1 for NaN; None when a score is no point of it."""
    scale = np.asarray(points, dtype=float)
    missing = np.isnan(scores)
    places = np.searchsorted(scale, np.where(missing, scale[0], scores)).clip(0, len(scale) - 1)
    if not np.array_equal(scale[places][~missing], scores[~missing]):
        return None
    found: Ints = np.where(missing, -1, places).astype(np.int64)
    return found


def tables_by_cluster(first: Ints, second: Ints, clusters: Ints, count: int, size: int) -> NDArray[np.float64]:
    """Count pairs of places by cluster: count x size x size; a pair with a gap (-1) counts nowhere."""
    both = (first >= 0) & (second >= 0)
    tables = np.zeros((count, size, size))
    np.add.at(tables, (clusters[both], first[both], second[both]), 1.0)
    return tables
