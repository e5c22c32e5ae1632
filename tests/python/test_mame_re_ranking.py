"""Ranking metrics of MaMe-Re against other people's: stored reference values, scikit-learn, trec_eval, brute force."""

from __future__ import annotations

import csv
import json
import os
import random
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import numpy as np
import plain_mame_re as plain
import pytest
from sklearn.metrics import ndcg_score

from conftest import House

MODELS = ("+int_mame_re__ndcg_scores", "+mame_re_leaderboard", "+mame_re_rerank_curve")
Scores = dict[str, dict[str, float]]


class Cases:
    """Contexts with gains in fifths and one system's scores for their memes; what is not scored is not ranked."""

    def __init__(self) -> None:
        self.gains: dict[str, dict[str, Fraction]] = {}
        self.scores: Scores = {}

    def add(self, context: str, fifths: list[int], scores: list[float | None]) -> None:
        images = [f"{context}:{n:02d}" for n in range(len(fifths))]
        self.gains[context] = {m: Fraction(f, 5) for m, f in zip(images, fifths, strict=True)}
        self.scores[context] = {m: s for m, s in zip(images, scores, strict=True) if s is not None}

    def groups(self, context: str) -> list[list[Fraction]]:
        return plain.groups_of(self.scores[context], self.gains[context], keeps_unvoted=True)


def make_cases() -> Cases:
    cases = Cases()
    draw = random.Random(5)
    for n in range(40):
        size = draw.choice((1, 2, 5, 6, 12, 30))
        cases.add(
            f"random-{n}",
            [draw.randrange(6) for _ in range(size)],
            [round(draw.random(), draw.choice((0, 1, 3))) for _ in range(size)],
        )
    for n in range(12):
        size = draw.randrange(3, 8)
        scored: list[float | None] = [float(draw.randrange(3)) for _ in range(size)]
        if n % 3 == 0:
            scored[-2:] = [None, None]
        cases.add(f"small-{n}", [draw.randrange(6) for _ in range(size)], scored)
    cases.add("crossing", [5, 4, 3, 2, 1, 0, 0], [9, 8, 7, 6, 5, 5, 5])
    cases.add("inside", [5, 4, 3, 2, 1, 0, 0], [9, 9, 7, 6, 5, 4, 3])
    cases.add("empty", [0, 0, 0, 0, 0, 0], [1, 2, 3, 4, 5, 6])
    return cases


@pytest.fixture(scope="module")
def cases() -> Cases:
    found = make_cases()
    for name, case in oracle().items():
        if not name.startswith("_"):
            found.add(f"oracle-{name}", [round(5 * r) for r in case["rel"]], case["score"])
    return found


def oracle() -> dict[str, dict]:
    folder = os.environ.get("AFFECTMART_SHARED")
    return json.loads((Path(folder) / "oracles" / "ranking.json").read_text()) if folder else {}


def trec() -> tuple[dict[str, dict[str, int]], Scores] | None:
    found = os.environ.get("AFFECTMART_REAL_DATA")
    if not found:
        return None
    folder = Path(found) / "trec_eval"
    judged: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (folder / "qrels.test").read_text().splitlines():
        query, _, document, relevance = line.split()
        judged[query][document] = int(relevance)
    scores: Scores = defaultdict(dict)
    for line in (folder / "results.test").read_text().splitlines():
        query, _, document, _, score, _ = line.split()
        scores[query][document] = float(score)
    return judged, scores


def write(path: Path, header: tuple[str, ...], rows: list[tuple[object, ...]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(header)
        writer.writerows(rows)


@pytest.fixture(scope="module")
def place(cases: Cases, tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House(tmp_path_factory.mktemp("mame_re_ranking"))
    folder = house.data / "mame_re"
    released = [(m, c, float(g)) for c, gains in cases.gains.items() for m, g in gains.items()]
    ranked = [(c, m, repr(s)) for c, scores in cases.scores.items() for m, s in scores.items()]
    images = {m for m, _, _ in released}
    contexts = set(cases.gains)
    real = trec()
    if real is not None:
        judged, scores = real
        released += [(d, q, r) for q in scores for d, r in judged[q].items()]
        ranked += [(q, d, repr(s)) for q, documents in scores.items() for d, s in documents.items()]
        images |= {d for q in scores for d in (*judged[q], *scores[q])}
        contexts |= set(scores)
    draw = random.Random(1)
    draw.shuffle(ranked)
    write(folder / "context.csv", ("id", "text"), [(c, c) for c in sorted(contexts)])
    write(folder / "image.csv", ("id", "text"), [(m, m) for m in sorted(images)])
    write(folder / "score.csv", ("image_id", "context_id", "score"), released)
    write(folder / "rankings" / "one.csv", ("context_id", "image_id", "score"), ranked)
    house.ingest("load", house.data)
    house.dbt("build", "--resource-type", "model", "--resource-type", "seed", "-s", *MODELS)
    return house


@pytest.fixture(scope="module")
def found(place: House) -> dict[str, tuple[float | None, float | None, float | None, bool]]:
    rows = place.query(
        """
        select context_id, ndcg_at_5, ndcg_at_5_best, ndcg_at_5_worst, is_tied_across_cut_off
        from intermediate.int_mame_re__ndcg_scores where system_id = 'one' and not is_reference
        """
    )
    return {row[0]: row[1:] for row in rows}


def test_stored_reference_values_are_met(place, found):
    if not oracle():
        pytest.skip("AFFECTMART_SHARED is not set: the reference values are not here")
    responses = {
        row[0]: row[1:]
        for row in place.query(
            """
            select context_id, score_at_1, score_at_1_best, score_at_1_worst, chr_all, chr_four_fifths
            from intermediate.int_mame_re__responses
            """
        )
    }
    for name, case in oracle().items():
        if name.startswith("_"):
            continue
        context = f"oracle-{name}"
        value = found[context][0]
        if any(case["rel"]):
            assert value == pytest.approx(case["sklearn_tie_averaged@5"]["value"], abs=1e-12), name
        else:
            assert value is None, name
        told = case["score_at_1"]
        expected = (
            told["expected_over_ties"], told["best"], told["worst"],
            case["chr_at_1"]["unanimous(==1.0)"], case["chr_at_1"]["near(>=0.8)"],
        )  # fmt: skip
        assert responses[context] == pytest.approx(expected, abs=1e-12), name


def test_random_rankings_agree_with_scikit_learn(cases, found):
    compared = 0
    for context in cases.gains:
        if not context.startswith("random-"):
            continue
        gains, scores = cases.gains[context], cases.scores[context]
        if len(gains) < 2 or not any(gains.values()):
            continue
        truth = np.array([[float(g) for g in gains.values()]])
        told = ndcg_score(truth, np.array([[scores[m] for m in gains]]), k=5)
        assert found[context][0] == pytest.approx(told, abs=1e-12), context
        compared += 1
    assert compared > 20


def test_small_cases_agree_with_every_order_of_ties(cases, found):
    for context in cases.gains:
        if not context.startswith("small-"):
            continue
        gains = list(cases.gains[context].values())
        if not any(gains):
            continue
        told = plain.brute_ndcg(cases.groups(context), gains)
        assert found[context][:3] == pytest.approx(told, abs=1e-12), context


def test_all_cases_agree_with_the_closed_form_and_best_and_worst_surround_it(cases, found):
    for context in cases.gains:
        told = plain.expected_ndcg(cases.groups(context), cases.gains[context].values())
        if told is None:
            assert found[context][:3] == (None, None, None)
            continue
        assert found[context][:3] == pytest.approx(told, abs=1e-12), context
        assert found[context][2] - 1e-12 <= found[context][0] <= found[context][1] + 1e-12


def test_a_tie_is_flagged_where_it_crosses_the_fifth_place(cases, found):
    assert found["crossing"][3] is True
    assert found["inside"][3] is False
    for context in cases.gains:
        place, crosses = 0, False
        for group in cases.groups(context):
            crosses = crosses or (place < 5 < place + len(group))
            place += len(group)
        assert found[context][3] is crosses, context


def test_trec_eval_prints_the_same_with_unjudged_documents_in_their_places(found):
    real = trec()
    if real is None:
        pytest.skip("AFFECTMART_REAL_DATA is not set: the real public files are not here")
    told = {}
    for line in (Path(os.environ["AFFECTMART_REAL_DATA"]) / "trec_eval" / "out.test.aq").read_text().splitlines():
        metric, query, value = line.split()
        if metric == "ndcg_cut_5":
            told[query] = value
    queries = list(real[1])
    assert len(queries) == 3
    for query in queries:
        assert f"{found[query][0]:.4f}" == told[query]
    assert f"{sum(found[q][0] for q in queries) / 3:.4f}" == told["all"]


def test_contexts_without_gain_are_left_out_of_ndcg_and_counted(place, cases):
    none = sum(not any(g.values()) for g in cases.gains.values())
    assert none >= 1
    row = place.query(
        """
        select zero_ideal_count, ndcg_context_count, context_count from marts.mame_re_leaderboard
        where system_id = 'one' and failure_policy = 'exclude'
        """
    )[0]
    assert row[0] == none
    assert row[0] + row[1] == row[2]


def test_the_random_row_is_the_mean_over_all_choices_and_the_oracle_row_the_best(place, cases):
    real = trec()
    gains = [[float(g) for g in c.values()] for c in cases.gains.values()]
    if real is not None:
        gains += [[float(r) for r in real[0][q].values()] for q in real[1]]
    rows = dict(
        place.query(
            """
            select system_id, score_at_1 from marts.mame_re_leaderboard
            where is_reference and failure_policy = 'exclude' and experiment = 'exp1'
            """
        )
    )
    assert rows["random"] == pytest.approx(np.mean([np.mean(g) for g in gains]), abs=1e-12)
    assert rows["oracle"] == pytest.approx(np.mean([max(g) for g in gains]), abs=1e-12)


def test_retrieved_sets_agree_with_every_set_that_a_tie_allows(place, cases):
    rows = place.query("select context_id, k, mean_gain, oracle_gain from intermediate.int_mame_re__retrieved_scores")
    seen = 0
    for context, k, mean, best in rows:
        if context in cases.gains:
            told = plain.retrieved(cases.groups(context), k)
            assert (mean, best) == pytest.approx((float(told[0]), float(told[1])), abs=1e-10), (context, k)
            seen += 1
    assert seen > 100
