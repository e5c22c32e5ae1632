"""MaMe-Re's files as users bring them: a case worked by hand, and every fault told for its row."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import krippendorff
import numpy as np
import pytest

from conftest import ROOT, House

GAINS = {"c1": {"m1": 3, "m2": 5, "m3": 4, "007": 0}, "c2": {"m1": 1, "m2": 0, "m3": 2, "007": 1}}


MARTS = sorted(path.stem for path in (ROOT / "models" / "marts" / "mame_re").glob("*.sql"))


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def lines(*records: dict[str, object]) -> str:
    return "".join(json.dumps(r) + "\n" for r in records)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House(tmp_path_factory.mktemp("mame_re_files"))
    folder = house.data / "mame_re"
    write(folder, "context.csv", "id,text\nc1,あ；い…\nc2,Ｗｉ－Ｆｉ\nc3,\n")
    write(folder, "image.csv", "id,text,description\n" + "".join(f"{m},x,\n" for m in GAINS["c1"]))
    scores = "".join(f"{m},{c},{0.2 * k!r}\n" for c, gains in GAINS.items() for m, k in gains.items())
    write(folder, "score.csv", f"image_id,context_id,score\n{scores}7,c1,0.2\nm1,c1,0.6\n")
    listed = "sim,similarity,N,text_emb,e\nllm,preference,N,llm,b\nrandom,baseline,N,,\nsilent,preference,Y,llm,b\n"
    write(folder, "systems.csv", f"system,method,with_description,model_type,base_model\n{listed}")
    # Three trials over two contexts: gains .6 1 .8 and .2 0 .4; the mean of six is .5.
    picks = [("c1", 1, "m1"), ("c1", 2, "m2"), ("c1", 3, "m3"), ("c2", 1, "m1"), ("c2", 2, "m2"), ("c2", 3, "m3")]
    write(folder, "selections/llm.jsonl", lines(*({"context_id": c, "trial": t, "image_id": m} for c, t, m in picks)))
    write(
        folder,
        "selections/random.jsonl",
        lines(
            {"context_id": "c1", "trial": 1, "image_id": "m2"},
            {"context_id": "c1", "trial": 1, "image_id": "m1"},
            {"context_id": "c2", "trial": 1, "image_id": "m9"},
            {"context_id": "c3", "trial": 1, "image_id": "m1"},
            {"context_id": "c9", "trial": 1, "image_id": "m1"},
            {"context_id": "c1", "trial": 1, "image_id": "m1", "experiment": "exp3", "k": 2},
            {"context_id": "c1", "trial": 1, "image_id": "m3", "experiment": "exp3", "k": 4},
            {"context_id": "c2", "trial": 1, "image_id": "m1", "experiment": "exp3", "k": 4},
            {"context_id": "c1", "trial": 2, "image_id": 7},
            {"context_id": "c1", "trial": 2, "image_id": "m1", "status": "maybe"},
            {"context_id": "c1", "trial": 1.5, "image_id": "m1"},
            {"trial": 1, "image_id": "m1"},
            {"context_id": "c1", "trial": 9 * 10**18, "image_id": "m1"},
            {"context_id": "c1", "trial": 1, "image_id": "m1", "experiment": "exp4", "k": 2, "condition": "Ｈigh"},
            {"context_id": "c1", "trial": 1, "image_id": "m1", "experiment": "exp4", "k": 2, "condition": "Weird"},
        ),
    )
    write(folder, "selections/unlisted.jsonl", lines({"context_id": "c1", "trial": 1, "image_id": "m1"}))
    ranked = "c1,m1,0.5\nc1,m2,0.5\nc1,m3,0.1\nc1,m3,0.4\nc2,m3,1\nc2,m1,nan\nc2,m9,3\n"
    write(folder, "rankings/sim.csv", f"context_id,image_id,score\n{ranked}")
    write(folder, "pools.csv", "experiment,k,context_id,image_id,role,condition\n"
          "exp3,4,c1,m1,any,\nexp3,4,c1,m2,funny,mid\nexp4,2,c1,m1,any,ＨＩＧＨ\nexp4,2,c1,m1,any,Highest\n")  # fmt: skip
    write(
        folder,
        "annotations.jsonl",
        lines(
            *({"context_id": "c1", "image_id": "m1", "annotator_id": a, "funny": 1} for a in "ab"),
            {"context_id": "c1", "image_id": "m1", "annotator_id": "c", "funny": "０"},
            {"context_id": "c1", "image_id": "m1", "annotator_id": "a", "funny": 0, "submission_id": "s1",
             "passed_quality_control": False},
            {"context_id": "c1", "image_id": "m1", "annotator_id": "d", "funny": 0, "submission_id": "s1",
             "passed_quality_control": True},
            {"context_id": "c1", "image_id": "m1", "annotator_id": "b", "funny": 0, "annotated_at": "2020-01-01"},
            {"context_id": "c1", "image_id": "m9", "annotator_id": "b", "funny": 0},
            {"context_id": "c1", "image_id": "m1", "annotator_id": "e", "funny": 3},
            {"context_id": "c1", "image_id": "m1", "annotator_id": "e", "funny": True},
            {"context_id": "c1", "image_id": "m1", "annotator_id": None, "funny": 1},
        ),
    )  # fmt: skip
    house.ingest("load", house.data)
    house.dbt(
        "build",
        "--resource-type",
        "model",
        "--resource-type",
        "seed",
        "-s",
        "+path:models/marts/mame_re",
        "+exclusions",
        "+waterfall",
        "+labels",
        "+vote_distributions",
        "+raters",
    )
    return house


def test_a_rater_s_replaced_answers_are_counted_though_they_never_became_ballots(place):
    replaced = {
        rater: (duplicates, superseded)
        for rater, duplicates, superseded in place.query(
            "select rater_id, duplicate_count, superseded_count from marts.raters where benchmark = 'mame_re'"
        )
    }
    assert replaced["a"] == (0, 0)
    assert replaced["b"] == (1, 1)


def board(place: House, system: str, *columns: str, policy: str = "exclude", experiment: str = "exp1"):
    return place.query(
        f"select {', '.join(columns)} from marts.mame_re_leaderboard where system_id = ? and failure_policy = ? "
        "and experiment = ? and not is_reference",
        system, policy, experiment,
    )  # fmt: skip


def test_three_trials_of_the_released_format_by_hand(place):
    # Annotations of (c1, m1) are landed: the dated answer of b, 0, beats the undated one; a 1, c 0: one of three is funny.
    told = (1 / 3 + 1 + 0.8 + 0.2 + 0 + 0.4) / 6
    found = board(place, "llm", "score_at_1", "score_at_1_context_mean", "chr_all", "chr_four_fifths", "context_count",
                  "trial_count", "missing_count")  # fmt: skip
    assert found == [
        (
            pytest.approx(told, abs=1e-15),
            pytest.approx(told, abs=1e-15),
            pytest.approx(1 / 6),
            pytest.approx(1 / 3),
            2,
            3,
            3,
        )
    ]


def test_a_system_called_random_does_not_collide_with_the_reference_row(place):
    columns = ("score_at_1", "context_count", "failed_count", "missing_count", "no_reference_count")
    assert board(place, "random", *columns) == [(pytest.approx(1 / 3), 1, 1, 0, 1)]
    assert board(place, "random", *columns, policy="zero") == [(pytest.approx(1 / 6), 2, 1, 0, 1)]
    both = place.value(
        "select count(*) from marts.mame_re_leaderboard where system_id = 'random' and experiment = 'exp1' and failure_policy = 'zero'"
    )
    assert both == 2


def test_a_choice_outside_its_pool_fails_and_is_told(place):
    assert board(place, "random", "failed_count", "missing_count", "status", experiment="exp3") == [
        (1, 0, "no_scored_responses")
    ]


def test_a_context_without_a_text_is_a_context(place):
    rows = place.query("select context_id, context_text, pair_count from marts.mame_re_contexts order by 1")
    assert rows == [("c1", "あ；い…", 4), ("c2", "Ｗｉ－Ｆｉ", 4), ("c3", None, 0)]


def test_the_condition_of_the_fourth_experiment_is_read_as_labels_are(place):
    told = [("exp4", 2, "High", pytest.approx(1 / 3), 1)]
    columns = ("experiment", "k", "condition", "score_at_1", "context_count")
    assert board(place, "random", *columns, experiment="exp4") == told


def test_a_listed_system_without_files_is_shown_with_nothing(place):
    assert board(place, "silent", "score_at_1", "context_count", "missing_count", "status") == [
        (None, 0, 3, "no_responses")
    ]
    assert board(place, "unlisted", "score_at_1") == []


def test_a_tied_top_is_an_expectation_and_gaps_are_flagged(place):
    # c1: m1 (1/3) and m2 (1) tie; c2: m3 (.4) alone is ranked; c3 is missing.
    found = board(place, "sim", "score_at_1", "score_at_1_best", "score_at_1_worst", "tied_at_1_count",
                  "partial_ranking_count", "tied_at_5_count", "missing_count")  # fmt: skip
    assert found == [
        (pytest.approx((2 / 3 + 0.4) / 2), pytest.approx(0.7), pytest.approx((1 / 3 + 0.4) / 2), 1, 2, 0, 1)
    ]


VOTES = {("c1", "m1"): (1, 3)} | {
    (c, m): (k, 5) for c, gains in GAINS.items() for m, k in gains.items() if (c, m) != ("c1", "m1")
}


def test_annotations_win_over_released_votes_and_the_rest_of_the_released_votes_stays(place):
    found = place.query(
        "select subject_id, label, vote_count from marts.vote_distributions "
        "where benchmark = 'mame_re' and panel = 'all' and question = 'funny'"
    )
    told = {(f"{c}/{m}", "1"): funny for (c, m), (funny, _) in VOTES.items()}
    told |= {(f"{c}/{m}", "0"): count - funny for (c, m), (funny, count) in VOTES.items()}
    assert {(s, label): n for s, label, n in found if n} == {key: n for key, n in told.items() if n}
    labels = dict(place.query("select subject_id, label from marts.labels where policy = 'strict'"))
    assert labels == {f"{c}/{m}": "1" if 2 * f > n else "0" for (c, m), (f, n) in VOTES.items()}


def test_fleiss_kappa_over_pairs_by_hand_and_alpha_by_the_package(place):
    table = [(n - f, f) for f, n in VOTES.values()]
    # Shares of agreeing pairs of votes: 1 of 3 for (2, 1), once; .4 for (3, 2), once; 1 for 5 alike, 3 times; .6 else.
    observed = (Fraction(1, 3) + Fraction(2, 5) + 3 + 3 * Fraction(3, 5)) / 8
    assert observed == sum(Fraction(a * (a - 1) + b * (b - 1), (a + b) * (a + b - 1)) for a, b in table) / 8
    mean_share = sum(Fraction(f, n) for f, n in VOTES.values()) / 8
    pooled_share = Fraction(14, 38)
    found = {
        (coefficient, marginals): (value, items, raters, ratings, pa, pe)
        for coefficient, marginals, value, items, raters, ratings, pa, pe in place.query(
            "select coefficient, marginals, value, item_count, rater_count, rating_count, observed_agreement, "
            "expected_agreement from marts.mame_re_agreement where question = 'funny' and breakdown = 'all' "
            "and weights in ('identity', 'nominal')"
        )
    }
    for marginals, share in (("mean_of_proportions", mean_share), ("pooled", pooled_share)):
        chance = share**2 + (1 - share) ** 2
        told = (observed - chance) / (1 - chance)
        value, items, raters, ratings, pa, pe = found["fleiss_kappa", marginals]
        assert value == pytest.approx(float(told), abs=1e-12)
        assert (items, raters, ratings) == (8, None, 38)
        assert (pa, pe) == (pytest.approx(float(observed)), pytest.approx(float(chance)))
    # The scale is declared with two labels: chance by equal shares is one half.
    assert found["brennan_prediger", "none"][5] == 0.5
    assert found["brennan_prediger", "none"][0] == pytest.approx(float(2 * observed - 1), abs=1e-12)
    alpha = krippendorff.alpha(value_counts=np.array(table), level_of_measurement="nominal")
    assert found["krippendorff_alpha", "none"][0] == pytest.approx(alpha, abs=1e-9)


def test_the_scale_is_not_funny_then_funny(place):
    rows = place.query(
        "select scale, label, position from intermediate.int_scales where scale = 'mame_re_funny' order by position"
    )
    assert rows == [("mame_re_funny", "0", 1), ("mame_re_funny", "1", 2)]


def test_every_fault_is_told_for_its_row(place):
    found = place.query(
        "select stage, reason, cast(split_part(source_row_id, ':', 2) as int) from marts.exclusions "
        "where benchmark = 'mame_re' order by all"
    )
    assert found == sorted(
        [
            ("annotations", "item.unknown", 7),
            ("annotations", "row.superseded", 2),
            ("annotations", "submission.failed_quality_control", 4),
            ("annotations", "submission.failed_quality_control", 5),
            ("rankings", "item.unknown", 8),
            ("rankings", "row.superseded", 4),
            ("scores", "item.unknown", 10),
            ("scores", "row.duplicate", 2),
            ("scores", "vote_count.mismatch", 11),
            ("selections", "item.unknown", 5),
            ("selections", "pool.unknown", 6),
            ("selections", "pool.unknown", 8),
            ("selections", "row.superseded", 1),
            ("selections", "selection.no_reference", 4),
            ("selections", "selection.out_of_pool", 3),
            ("selections", "selection.out_of_pool", 7),
            ("selections", "system.unknown", 1),
        ]
    )
    rejected = place.query("select reason, row_number from raw.rejects order by reason, row_number")
    assert rejected == [
        ("condition.not_in_scale", 5),
        ("condition.not_in_scale", 15),
        ("context_id.missing", 12),
        ("funny.not_in_scale", 8),
        ("funny.wrong_type", 9),
        ("id.wrong_type", 9),
        ("rater.missing", 10),
        ("score.non_finite", 7),
        ("status.not_in_scale", 10),
        ("trial.not_integer", 11),
        ("trial.out_of_range", 13),
    ]


def test_a_landed_pool_of_wrong_size_or_roles_is_flagged(place):
    found = place.query(
        "select image_id, role, vote_role, is_wrong_size, is_wrong_roles from marts.mame_re_pools where source = 'landed' order by experiment, image_id"
    )
    # The last is the fourth experiment's: its role is open, and the votes know no funny meme in it.
    assert found == [
        ("m1", "any", "somewhat", True, True),
        ("m2", "funny", "funny", True, True),
        ("m1", "any", "somewhat", True, True),
    ]


def test_counts_never_rise_along_the_waterfall(place):
    rows = place.query(
        "select system_id, expected_count, received_count, parsed_count, valid_count, scored_count from marts.waterfall "
        "where benchmark = 'mame_re' and configuration = 'exp1' order by system_id"
    )
    assert rows == [
        ("llm", 9, 6, 6, 6, 6),
        ("random", 3, 3, 3, 2, 1),
        ("silent", 3, 0, 0, 0, 0),
        ("sim", 3, 2, 2, 2, 2),
    ]


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("score.csv", "image_id,score\nm1,1\n", "context_id"),
        ("systems.csv", "system,method\ns,similarity\n", "with_description"),
        ("similarity.csv", "kind,left_id,right_id,cosine\nimage_image,a,b,0.5\n", "encoder"),
    ],
)
def test_a_file_without_a_required_column_is_refused_in_one_sentence(house, name, text, told):
    write(house.data / "mame_re", name, text)
    refused = house.ingest("load", house.data, code=1)
    assert "required column" in refused.stderr
    assert told in refused.stderr


def test_a_drawn_pool_is_kept_when_votes_change_and_drawn_anew_on_full_refresh(house):
    folder = house.data / "mame_re"
    write(folder, "context.csv", "id,text\nc,x\n")
    images = [f"m{n:02d}" for n in range(30)]
    write(folder, "image.csv", "id,text\n" + "".join(f"{m},x\n" for m in images))

    def land(shift: int) -> set[tuple[int, str]]:
        rows = "".join(f"{m},c,{(n + shift) % 6 / 5}\n" for n, m in enumerate(images))
        write(folder, "score.csv", f"image_id,context_id,score\n{rows}")
        house.ingest("load", house.data)
        house.dbt(
            "build",
            "--resource-type",
            "model",
            "--resource-type",
            "seed",
            "-s",
            "+mame_re_pools",
            *(("--full-refresh",) if shift == 3 else ()),
        )
        return set(house.query("select k, image_id from marts.mame_re_pools where experiment = 'exp3'"))

    house.ingest("load", house.data)
    first = land(0)
    assert {k for k, _ in first} == {4, 8, 12}
    assert land(2) == first
    assert house.value("select count(*) from marts.mame_re_pools where is_wrong_roles") > 0
    assert land(3) != first
    assert house.value("select count(*) from marts.mame_re_pools where is_wrong_roles") == 0


def test_row_order_and_threads_change_no_number(house, tmp_path_factory):
    house.ingest("simulate", "mame_re", "--out", house.data, "--seed", "9", "--scale", "0.004")
    other = House(tmp_path_factory.mktemp("shuffled"))
    for path in sorted((house.data / "mame_re").rglob("*")):
        if path.name in ("annotations.csv", "claude-4-sonnet-Y.jsonl") or not path.is_file():
            continue
        kept = path.read_text(encoding="utf-8")
        rows = kept.splitlines(keepends=True)
        turned = rows[::-1] if path.suffix == ".jsonl" else [rows[0], *rows[:0:-1]]
        name = path.relative_to(house.data).as_posix()
        # Descriptions hold line breaks: that file stays as it is.
        write(other.data, name, kept if path.name == "image.csv" else "".join(turned))
    (house.data / "mame_re" / "annotations.csv").unlink()
    (house.data / "mame_re" / "selections" / "claude-4-sonnet-Y.jsonl").unlink()
    relations = ["marts." + mart for mart in MARTS] + ["intermediate.int_mame_re__cluster_scores"]
    told: list[list[list[tuple]]] = []
    for place, threads in ((house, "1"), (other, "4")):
        place.variables["AFFECTMART_THREADS"] = threads
        place.ingest("load", place.data)
        place.dbt(
            "build",
            "--full-refresh",
            "--resource-type",
            "model",
            "--resource-type",
            "seed",
            "-s",
            "+path:models/marts/mame_re",
            "+int_mame_re__cluster_scores",
        )
        told.append([place.query(f"select * from {relation} order by all") for relation in relations])
    for relation, first, *others in zip(relations, *told, strict=True):
        assert first, relation
        for found in others:
            assert found == first, relation
