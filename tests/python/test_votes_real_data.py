"""Real public files, reshaped in a few lines and landed as conformed files: the marts give their published values."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from conftest import House, real_data_folder
from votes import Study, agreement_of, build

EXACT = 1e-9


def rows_of(path: Path, **options) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream, **options))


@pytest.fixture(scope="module")
def real(tmp_path_factory) -> House:
    """Every folder as a benchmark of its own, in one warehouse and one build."""
    data = real_data_folder()
    house = House(tmp_path_factory.mktemp("real"))
    for study in (
        goldens(data),
        ferplus(data),
        workers(data),
        imagenhub(data),
        pandalm(data),
        semeval(data),
        koniq(data),
    ):
        study.land(house)
    build(house)
    return house


def goldens(data: Path) -> Study:
    study, folder = Study("goldens"), data / "agreement_goldens"
    study.scale("diagnoses", list("12345"))
    for row in rows_of(folder / "fleiss1971_diagnoses_long.csv"):
        study.vote(row["subject"], row["rater"], row["label"], "diagnoses")
    study.scale("counts", [f"cat{k}" for k in range(1, 6)])
    for row in rows_of(folder / "fleiss_wikipedia_counts.csv"):
        for label, votes in list(row.items())[1:]:
            study.count(row["subject"], label, int(votes), "counts")
    coded = [line.split() for line in (folder / "artstein_poesio_example.txt").read_text().splitlines() if line.strip()]
    study.scale("acts", sorted({label for _, _, label in coded}))
    for coder, item, label in coded:
        study.vote(item, coder, label, "acts")
    return study


def ferplus(data: Path) -> Study:
    study = Study("ferplus")
    rows = rows_of(data / "ferplus" / "fer2013new.csv")
    labels = list(rows[0])[2:]
    study.scale("emotion", labels)
    for number, row in enumerate(rows):
        for label in labels:
            if row[label] != "0":
                study.count(f"face{number:05d}", label, int(row[label]), "emotion")
    return study


def workers(data: Path) -> Study:
    study, folder = Study("workers"), data / "get_another_label"
    study.scale("barzan", ["0", "1"])
    study.scale("copyright", ["broken", "no", "yes"])
    for question, name in (("barzan", "BarzanMozafari"), ("copyright", "CopyrightInfringement")):
        for line in (folder / name / "labels.txt").read_text().splitlines():
            worker, item, label = line.split("\t")
            study.vote(item, worker, label, question)
    return study


def imagenhub(data: Path) -> Study:
    study = Study("imagenhub")
    for question in ("sc", "pq"):
        study.scale(question, ["0", "0.5", "1"], [0, 0.5, 1])
    for task in sorted((data / "imagenhub" / "eval" / "human_ratings").iterdir()):
        for path in sorted(task.glob("*.tsv")):
            for row in rows_of(path, delimiter="\t"):
                for model, cell in list(row.items())[1:]:
                    for question, score in zip(("sc", "pq"), re.findall(r"[\d.]+", cell or ""), strict=False):
                        study.ballots.append(
                            {
                                "panel": f"{task.name}/{model}",
                                "subject_id": row["uid"],
                                "question": question,
                                "rater_id": path.stem[-6:],
                                "score": score,
                            }
                        )
    return study


def pandalm(data: Path) -> Study:
    study = Study("pandalm")
    study.scale("preference", ["0", "1", "2"])
    rows = json.loads((data / "pandalm" / "testset-v1.json").read_text())
    for row in rows:
        for rater in (1, 2, 3):
            study.vote(str(row["idx"]), f"annotator{rater}", row[f"annotator{rater}"], "preference")
        for a, b in ((1, 2), (1, 3), (2, 3)):
            for rater in (a, b):
                study.vote(str(row["idx"]), f"annotator{rater}", row[f"annotator{rater}"], "preference", f"{a}-{b}")
    return study


def semeval(data: Path) -> Study:
    study = Study("semeval")
    for emotion in ("anger", "disgust", "fear", "joy", "sadness", "surprise"):
        study.scale(emotion, list("0123"), [0, 1, 2, 3])
    for row in rows_of(data / "semeval_emotion" / "arq_individuals.csv"):
        for rater in range(1, 11):
            if row[f"Annotator-{rater}"] != "":
                study.vote(row["text_id"], f"a{rater}", row[f"Annotator-{rater}"], row["emotion"].lower())
    return study


def koniq(data: Path) -> Study:
    study = Study("koniq")
    study.scale("quality", list("12345"), [1, 2, 3, 4, 5])
    for row in rows_of(data / "koniq" / "koniq10k_distributions_sets.csv"):
        for k in "12345":
            study.count(row["image_name"], k, round(float(row[f"c{k}"]) * int(row["c_total"])), "quality")
    return study


def test_goldens_have_their_printed_values(real):
    rows = agreement_of(real, "goldens")
    diagnoses, acts = rows["diagnoses"], rows["acts"]
    assert diagnoses["fleiss_kappa", "identity", "pooled"]["value"] == pytest.approx(0.43024, abs=5e-6)
    assert diagnoses["gwet_ac", "identity", "mean_of_proportions"]["value"] == pytest.approx(0.44788, abs=5e-6)
    assert diagnoses["krippendorff_alpha", "nominal", "none"]["value"] == pytest.approx(0.43341, abs=5e-6)
    assert diagnoses["brennan_prediger", "identity", "none"]["value"] == pytest.approx(0.44444, abs=5e-6)
    assert rows["counts"]["fleiss_kappa", "identity", "pooled"]["value"] == pytest.approx(0.20993, abs=5e-6)
    assert acts["observed_agreement", "identity", "none"]["value"] == pytest.approx(0.88, abs=EXACT)
    assert acts["krippendorff_alpha", "nominal", "none"]["value"] == pytest.approx(0.80053, abs=5e-6)
    assert acts["gwet_ac", "identity", "mean_of_proportions"]["value"] == pytest.approx(0.82874, abs=5e-6)
    assert acts["cohen_kappa_mean", "identity", "none"]["value"] == pytest.approx(0.80132, abs=5e-6)


def test_faces_tie_and_agree_as_measured(real):
    rows = agreement_of(real, "ferplus")["emotion"]
    assert rows["krippendorff_alpha", "nominal", "none"]["value"] == pytest.approx(0.5151, abs=5e-5)
    assert rows["krippendorff_alpha", "nominal", "none"]["item_count"] == 35887
    counts = (
        "select count_if(leader_count > 1), count(label) from marts.labels where benchmark = 'ferplus' and policy = ?"
    )
    assert real.query(counts, "plurality") == [(1776, 35887 - 1776)]
    assert real.query(counts, "strict")[0][1] == 27604


def test_workers_answers_twice_are_listed_and_counted_once(real):
    excluded = dict(
        real.query("select reason, count(*) from marts.exclusions where benchmark = 'workers' group by reason")
    )
    assert excluded == {"row.duplicate": 1588 - 269, "row.superseded": 269}
    counted = real.query(
        "select sum(duplicate_count), sum(superseded_count) from marts.raters where benchmark = 'workers'"
    )
    assert counted == [(1588, 269)]


def test_majority_votes_are_right_as_often_as_measured(real):
    rows = agreement_of(real, "workers")["barzan"]
    assert rows["krippendorff_alpha", "nominal", "none"]["value"] == pytest.approx(0.4059, abs=5e-5)
    folder = real_data_folder() / "get_another_label" / "BarzanMozafari"
    truth = dict(line.split() for line in (folder / "evaluation.txt").read_text().splitlines())
    labels = dict(
        real.query(
            "select subject_id, label from marts.labels where benchmark = 'workers' and question = 'barzan' "
            "and policy = 'strict'"
        )
    )
    assert sum(labels[item] == label for item, label in truth.items() if item in labels) / len(labels) == 0.696


def test_image_ratings_agree_as_published(real):
    published = {"sc": (0.37, 0.47), "pq": (0.39, 0.42)}
    rows = agreement_of(real, "imagenhub", "Text-To-Image/DALLE")
    for question, (kappa, alpha) in published.items():
        assert rows[question]["fleiss_kappa", "identity", "pooled"]["value"] == pytest.approx(kappa, abs=0.005)
        assert rows[question]["krippendorff_alpha", "ordinal", "none"]["value"] == pytest.approx(alpha, abs=0.005)


def test_preferences_agree_as_published(real):
    for pair, kappa in (("1-2", 0.85), ("1-3", 0.88), ("2-3", 0.86)):
        row = agreement_of(real, "pandalm", pair)["preference"]["cohen_kappa_mean", "identity", "none"]
        assert row["value"] == pytest.approx(kappa, abs=0.005)
    found = real.query(
        "select label, count(*) from marts.labels where benchmark = 'pandalm' and panel = 'all' and policy = 'strict' "
        "group by label order by label"
    )
    assert found == [("0", 105), ("1", 422), ("2", 472)]


def test_mean_intensity_above_a_half_is_the_gold_label(real):
    means = {
        (text, emotion): mean
        for text, emotion, mean in real.query(
            "select subject_id, question, mean from marts.opinion_scores where benchmark = 'semeval'"
        )
    }
    folder = real_data_folder() / "semeval_emotion"
    texts: dict[str, set[str]] = {}
    for row in rows_of(folder / "arq_individuals.csv"):
        texts.setdefault(row["text"], set()).add(row["text_id"])
    joined = set()
    for split in ("train", "dev", "test"):
        for row in rows_of(folder / f"gold_track_a_{split}.csv"):
            ids = texts.get(row["text"], set())
            if len(ids) == 1:
                for emotion in ("anger", "disgust", "fear", "joy", "sadness", "surprise"):
                    key = (next(iter(ids)), emotion)
                    if key in means:
                        joined.add(key)
                        assert (means[key] > 0.5) == (row[emotion] == "1"), key
    # One text stands twice among the gold rows.
    assert len(joined) == 11088


def test_quality_has_the_published_sample_sd(real):
    spread = dict(real.query("select subject_id, sd from marts.opinion_scores where benchmark = 'koniq'"))
    rows = rows_of(real_data_folder() / "koniq" / "koniq10k_distributions_sets.csv")
    assert len(spread) == len(rows) == 10073
    for row in rows:
        assert spread[row["image_name"]] == pytest.approx(float(row["SD"]), abs=1e-10)
