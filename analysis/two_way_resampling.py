"""Uncertainty that drawing items alone leaves out: other raters, and other votes of the same raters.

Two-way resampling draws items and raters independently; an answer weighs the product of both weights (the pigeonhole
bootstrap, Owen 2007). Its spread is on the wide side, never too small. Label noise keeps items, draws each item's votes
anew from its own votes, labels again, and scores again.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analysis.resampling import REPLICATES, Floats, generator, on_grid, weight_chunks

Labels = NDArray[np.int64]

#: What `label_noise` can label by, as in the mart of labels.
POLICIES = ("strict", "plurality")


def _two_weights(key: Sequence[str], shape: tuple[int, int], replicates: int, seed: int) -> tuple[Floats, Floats]:
    """Return weights of items, shape (replicates, items), and of raters, shape (replicates, raters)."""
    items, raters = (
        np.vstack(list(weight_chunks(generator(statistic, key, seed), size, replicates)))
        for statistic, size in zip(("two_way_items", "two_way_raters"), shape, strict=True)
    )
    return items, raters


def _exact(table: Floats) -> Floats:
    """Round a table on a grid on which weighted sums are exact: matrix products then do not depend on threads."""
    # A replicate's weights of pairs of raters sum to at most raters squared.
    return on_grid(table.reshape(1, -1), table.size * table.shape[1]).reshape(table.shape)


def two_way_means(scores: Floats, key: Sequence[str], replicates: int = REPLICATES, seed: int = 0) -> Floats:
    """Return replicates of the mean score when items and raters are both drawn anew, shape (replicates,).

    scores: shape (items, raters), NaN where missing, both in a fixed order. NaN where a replicate holds no answer.
    """
    given = ~np.isnan(scores)
    items, raters = _two_weights(key, scores.shape, replicates, seed)
    totals, counts = (
        np.einsum("bi,ij,bj->b", items, table, raters, optimize=["einsum_path", (0, 1), (0, 1)])
        for table in (_exact(np.where(given, scores, 0.0)), given.astype(np.float64))
    )
    means: Floats = np.divide(totals, counts, out=np.full(replicates, np.nan), where=counts > 0)
    return means


def two_way_kappa(
    answers: Labels, similarity: Floats, key: Sequence[str], replicates: int = REPLICATES, seed: int = 0
) -> Floats:
    """Return replicates of Fleiss' kappa when items and raters are both drawn anew, shape (replicates,).

    answers: shape (items, raters), label numbers from 0, -1 where missing; similarity: shape (labels, labels), 1 on the
    diagonal. A rater drawn twice is never paired with itself, which would be agreement for nothing: observed agreement
    is over pairs of different raters, pooled over items; shares of labels are pooled over answers. NaN where a
    replicate has no pair or one label only.
    """
    return kappa_of_weights(answers, similarity, *_two_weights(key, answers.shape, replicates, seed))


def kappa_of_weights(answers: Labels, similarity: Floats, items: Floats, raters: Floats) -> Floats:
    """Return the kappa of `two_way_kappa` for given weights: items (replicates, items), raters (replicates, raters)."""
    given = answers >= 0
    count = answers.shape[1]
    firsts, seconds = np.triu_indices(count, 1)
    both = (given[:, firsts] & given[:, seconds]).astype(np.float64)
    alike = _exact(both * similarity[answers[:, firsts], answers[:, seconds]])
    pair_weights = raters[:, firsts] * raters[:, seconds]
    one_label = [(answers == label).astype(np.float64) for label in range(len(similarity))]
    votes = np.column_stack([((items @ table) * raters).sum(axis=1) for table in one_label])
    pairs = ((items @ both) * pair_weights).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = ((items @ alike) * pair_weights).sum(axis=1) / pairs
        shares = votes / votes.sum(axis=1, keepdims=True)
        expected = np.einsum("rk,kl,rl->r", shares, similarity, shares, optimize=False)
        value = (observed - expected) / (1 - expected)
    return np.where((pairs > 0) & ((votes > 0).sum(axis=1) > 1), value, np.nan)


def drawn_votes(votes: Labels, chance: np.random.Generator, replicates: int) -> Labels:
    """Draw each item's votes anew from its own votes: shape (replicates, items, labels), as many votes as it has.

    votes: shape (items, labels), at least one vote an item.
    """
    totals = votes.sum(axis=1)
    return chance.multinomial(totals, votes / totals[:, None], size=(replicates, len(votes)))


def labels_of(votes: Labels, policy: str) -> Labels:
    """Return the label that a policy gives, -1 for none. votes: shape (..., labels).

    strict: more than half of the votes; plurality: the unique leader. Raises ValueError for another policy.
    """
    if policy not in POLICIES:
        raise ValueError(f"{policy!r} is no policy: use strict or plurality")
    most = votes.max(axis=-1)
    decided = 2 * most > votes.sum(axis=-1) if policy == "strict" else (votes == most[..., None]).sum(axis=-1) == 1
    return np.where(decided, votes.argmax(axis=-1), -1)


def label_noise(
    votes: Labels,
    predictions: Labels,
    key: Sequence[str],
    policy: str = "plurality",
    replicates: int = REPLICATES,
    seed: int = 0,
) -> Floats:
    """Return replicates of systems' accuracy against labels re-drawn from votes, shape (systems, replicates).

    votes: shape (items, labels); predictions: shape (systems, items), label numbers. All systems meet the same labels.
    Items that a replicate leaves without a label do not count; NaN where it leaves none.
    """
    chance = generator("label_noise", [*key, policy], seed)
    rows = max(1, (1 << 22) // votes.size)
    scores = np.full((len(predictions), replicates), np.nan)
    for start in range(0, replicates, rows):
        labels = labels_of(drawn_votes(votes, chance, min(rows, replicates - start)), policy)
        counted = (labels >= 0).sum(axis=1)
        for system, answer in enumerate(predictions):
            hits = (labels == answer).sum(axis=1)
            np.divide(hits, counted, out=scores[system, start : start + len(labels)], where=counted > 0)
    return scores
