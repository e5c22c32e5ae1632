"""Two-way resampling and label noise against enumeration, closed forms and drawing row by row."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from analysis.two_way_resampling import (
    drawn_votes,
    kappa_of_weights,
    label_noise,
    labels_of,
    two_way_kappa,
    two_way_means,
)
from plain_agreement import chance_corrected, count_table


def test_means_over_items_and_raters_have_the_enumerated_distribution():
    """Three items and two raters: all 27 x 4 equally likely draws, written out."""
    scores = np.array([[1.0, 2], [3, 7], [6, 4]])
    draws = [scores[np.ix_(i, j)].mean() for i in product(range(3), repeat=3) for j in product(range(2), repeat=2)]
    found = two_way_means(scores, ["a"], 40_000)
    assert found.mean() == pytest.approx(np.mean(draws), abs=0.03)
    assert found.std() == pytest.approx(np.std(draws), rel=0.02)
    assert np.quantile(found, [0.1, 0.5, 0.9]) == pytest.approx(np.quantile(draws, [0.1, 0.5, 0.9]), abs=0.1)


def test_raters_who_differ_widen_the_spread_and_missing_answers_do_not_count():
    rng = np.random.default_rng(1)
    scores = rng.normal(size=(200, 1)) + 2 * rng.normal(size=(1, 6)) + rng.normal(size=(200, 6))
    of_items = scores.mean(axis=1).std() / np.sqrt(200)
    assert two_way_means(scores, ["a"], 4000).std() > 3 * of_items
    scores[rng.random(scores.shape) < 0.3] = np.nan
    scores[:, 5] = np.nan
    found = two_way_means(scores, ["a"], 4000)
    assert found.mean() == pytest.approx(np.nanmean(scores), abs=0.1)


def test_kappa_at_equal_weights_is_fleiss_kappa():
    rng = np.random.default_rng(2)
    answers = rng.integers(0, 3, (30, 4))
    answers[:, 1] = np.where(rng.random(30) < 0.6, answers[:, 0], answers[:, 1])
    found = kappa_of_weights(answers, np.eye(3), np.ones((1, 30)), np.ones((1, 4)))
    want = chance_corrected(count_table(answers.astype(float), 3), np.eye(3), "fleiss_kappa", "pooled")
    assert found[0] == pytest.approx(want["value"], abs=1e-12)


def test_a_rater_drawn_twice_is_not_paired_with_itself():
    """Two raters who never agree, one drawn twice: observed agreement stays 0."""
    answers = np.array([[0, 1], [1, 0], [0, 1]])
    found = kappa_of_weights(answers, np.eye(2), np.ones((1, 3)), np.array([[2.0, 1.0]]))
    shares = np.array([2 * 2 + 1, 2 * 1 + 2]) / 9
    expected = (shares**2).sum()
    assert found[0] == pytest.approx(-expected / (1 - expected), abs=1e-12)
    assert np.isnan(kappa_of_weights(answers, np.eye(2), np.ones((1, 3)), np.array([[2.0, 0.0]]))[0])


def test_kappa_replicates_are_around_kappa():
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 3, (150, 1))
    answers = np.where(rng.random((150, 8)) < 0.7, truth, rng.integers(0, 3, (150, 8)))
    value = kappa_of_weights(answers, np.eye(3), np.ones((1, 150)), np.ones((1, 8)))[0]
    found = two_way_kappa(answers, np.eye(3), ["a"], 3000)
    low, high = np.nanquantile(found, [0.025, 0.975])
    assert low < value < high
    assert np.nanmean(found) == pytest.approx(value, abs=0.02)


def test_labels_follow_the_policy():
    votes = np.array([[3, 2, 0], [2, 2, 1], [2, 1, 1], [0, 0, 4]])
    assert labels_of(votes, "strict").tolist() == [0, -1, -1, 2]
    assert labels_of(votes, "plurality").tolist() == [0, -1, 0, 2]
    with pytest.raises(ValueError, match="use strict or plurality"):
        labels_of(votes, "majority")


def test_drawn_votes_are_as_many_and_come_from_the_item_itself():
    votes = np.array([[3, 2, 0], [0, 0, 4]])
    drawn = drawn_votes(votes, np.random.default_rng(0), 5000)
    assert (drawn.sum(axis=2) == [5, 4]).all()
    assert (drawn[:, 1] == [0, 0, 4]).all()
    assert drawn[:, 0].mean(axis=0) == pytest.approx([3, 2, 0], abs=0.08)


def test_label_noise_of_one_item_is_a_binomial_tail():
    """Votes 2 : 1, drawn three times: the label stays with probability 20 / 27."""
    found = label_noise(np.array([[2, 1]]), np.array([[0], [1]]), ["a"], "strict", 20_000)
    assert found.mean(axis=1) == pytest.approx([20 / 27, 7 / 27], abs=0.01)
    assert (found.sum(axis=0) == 1).all()


def test_unanimous_votes_have_no_noise_and_undecided_replicates_are_undefined():
    found = label_noise(np.array([[5, 0], [0, 5]]), np.array([[0, 0], [0, 1]]), ["a"], replicates=50)
    assert (found == [[0.5], [1.0]]).all()
    tied = label_noise(np.array([[1, 1]]), np.array([[0]]), ["a"], replicates=4000)
    assert np.isnan(tied).mean() == pytest.approx(0.5, abs=0.03)


def test_one_seed_gives_one_result():
    votes = np.random.default_rng(5).integers(1, 4, (20, 3))
    predictions = np.zeros((1, 20), dtype=int)
    first, again, other = (label_noise(votes, predictions, k, replicates=100) for k in (["a"], ["a"], ["b"]))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
