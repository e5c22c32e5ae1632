"""Simulated EmoGenie: what was planted and what plain Python makes of the files stands in the marts."""

from __future__ import annotations

import itertools
import json
import random
import re
import shlex
import shutil
from collections import Counter, defaultdict
from pathlib import Path
from statistics import fmean, stdev

import plain_emogenie as plain
import pytest
from scipy import stats

from analysis.exposures import EXPOSURES
from conftest import ROOT, House
from ingest.simulate.emogenie import simulate


@pytest.fixture(scope="session")
def emogenie(tmp_path_factory) -> House:
    house = House(tmp_path_factory.mktemp("emogenie"))
    house.ingest("simulate", "emogenie", "--out", house.data / "sample", "--seed", "7", "--scale", "0.03")
    house.ingest("load", house.data)
    # What EmoGenie's marts need and what its shapes feed, tests included; not the other benchmarks' marts.
    shapes = ("cluster_scores", "overlapping_clusters", "score_pairs", "outputs", "judgements")
    served = ("+exclusions", "+waterfall", *(f"+int_{shape}" for shape in shapes))
    house.dbt("build", "-s", "+path:models/marts/emogenie", *served, "--indirect-selection", "cautious")
    return house


@pytest.fixture(scope="module")
def folder(emogenie) -> Path:
    return emogenie.data / "sample" / "emogenie"


@pytest.fixture(scope="module")
def truths(emogenie) -> dict[str, int]:
    return json.loads((emogenie.data / "sample" / "truths.json").read_text())


@pytest.fixture(scope="module")
def images(folder) -> plain.Images:
    return plain.Images(folder)


def close(found: dict, expected: dict) -> None:
    assert found.keys() == expected.keys()
    for key, value in expected.items():
        assert found[key] == pytest.approx(value, abs=1e-9), key


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(tmp_path):
    for name, seed in (("a", 7), ("b", 7), ("c", 8)):
        simulate(tmp_path / name, seed, 0.02)

    def content(name: str) -> dict[str, bytes]:
        return {
            p.relative_to(tmp_path / name).as_posix(): p.read_bytes()
            for p in (tmp_path / name).rglob("*")
            if p.is_file()
        }

    assert content("a") == content("b")
    assert content("a") != content("c")


def test_planted_faults_are_rejected_or_excluded_with_their_reason(emogenie, truths):
    rejected = dict(
        emogenie.query("select reason, count(distinct file_id || ':' || row_number) from raw.rejects group by reason")
    )
    assert {f"reason:{k}": v for k, v in rejected.items()} == {
        k: v for k, v in truths.items() if k.startswith("reason:")
    }
    excluded = {
        f"excluded:{stage}:{reason}": count
        for stage, reason, count in emogenie.query("select stage, reason, count(*) from marts.exclusions group by all")
    }
    assert excluded == {k: v for k, v in truths.items() if k.startswith("excluded:")}


def test_every_record_is_a_vote_or_rejected_or_excluded(emogenie, truths, images):
    votes = emogenie.value(
        "select sum(vote_count) from marts.emogenie_labels where question = 'emotion' and policy = 'plurality'"
    )
    reasons = Counter(
        dict(
            emogenie.query("select reason, count(*) from marts.exclusions where stage = 'annotations' group by reason")
        )
    )
    whole_rows = reasons["row.duplicate"] + reasons["row.superseded"] + reasons["item.unknown"]
    assert truths["annotations_received"] == images.received
    assert images.rejected == truths["rejected_annotations"]
    assert images.received == votes + reasons["label.not_in_scale"] + whole_rows + images.rejected
    ratings = dict(
        emogenie.query(
            "select question, sum(rating_count) from marts.opinion_scores where benchmark = 'emogenie' group by question"
        )
    )
    assert ratings["aesthetics"] == images.received - images.rejected - whole_rows
    for dimension in ("valence", "arousal", "dominance"):
        expected = sum(len(v) for v in images.ratings("evoked", dimension).values())
        assert ratings[dimension] == expected
    assert (
        emogenie.value(
            "select count(*) from marts.opinion_scores where benchmark = 'emogenie' and question <> 'intensity'"
        )
        == truths["images"] * 5 // 2
    )


@pytest.mark.parametrize("rule", ["any", "fractional", "sole", "votes"])
def test_alignment_equals_plain_python_under_each_tie_credit(emogenie, images, rule):
    found = {
        (p, s, b, v): (value, n)
        for p, s, b, v, value, n in emogenie.query(
            """
            select perspective, system_id, breakdown, breakdown_value, alignment_unit, image_count
            from marts.emogenie_alignment where tie_credit = ? and image_count > 0
            """,
            rule,
        )
    }
    close(found, images.alignment(rule))


@pytest.mark.parametrize("rule", ["fractional", "sole", "votes"])
def test_confusion_equals_plain_python_and_its_rows_sum_to_one(emogenie, images, rule):
    rows = emogenie.query(
        """
        select perspective, system_id, prompted_label, assigned_label, share, image_count
        from marts.emogenie_confusion where tie_credit = ?
        """,
        rule,
    )
    found = {tuple(row[:4]): row[4] for row in rows if row[5]}
    expected = images.confusion(rule)
    close(found, expected)
    sums: Counter[tuple[str, ...]] = Counter()
    for key, share in found.items():
        sums[key[:3]] += share
    assert all(total == pytest.approx(1, abs=1e-12) for total in sums.values())
    assert all(row[4] is None for row in rows if row[5] == 0)


def test_the_confusion_diagonal_is_alignment_exactly(emogenie):
    pairs = emogenie.query(
        """
        select confusion.share, alignment.alignment_unit
        from marts.emogenie_confusion as confusion
        inner join marts.emogenie_alignment as alignment
            on alignment.perspective = confusion.perspective
            and alignment.system_id = confusion.system_id
            and alignment.tie_credit = confusion.tie_credit
            and alignment.breakdown = 'category'
            and alignment.breakdown_value = confusion.prompted_label
        where confusion.assigned_label = confusion.prompted_label
        """
    )
    assert len(pairs) == 3 * 8 * (7 + 8)
    assert all(share == alignment for share, alignment in pairs)


def test_substitutions_are_the_largest_shares_off_the_diagonal(emogenie, images):
    expected = {k: v for k, v in images.confusion("fractional").items() if k[2] != k[3] and k[1] != "all" and v > 0}
    rows = emogenie.query(
        "select perspective, system_id, prompted_label, assigned_label, share, rank from marts.emogenie_substitutions"
    )
    close({tuple(row[:4]): row[4] for row in rows}, expected)
    for perspective, system, *_, share, rank in rows:
        better = sum(v > share + 1e-12 for k, v in expected.items() if k[:2] == (perspective, system))
        assert rank == better + 1


@pytest.mark.parametrize("screening", ["none", "bt500"])
def test_mean_opinion_scores_equal_plain_python(emogenie, images, screening):
    expected = {}
    for perspective, dimensions in plain.DIMENSIONS.items():
        for dimension in dimensions:
            means = images.image_means(perspective, dimension, screening == "bt500")
            for system in {image["system"] for image in images.of.values()}:
                values = [m for name, m in means.items() if images.of[name]["system"] == system]
                quartiles = [plain.quantile(values, q) for q in (0.25, 0.5, 0.75)]
                expected[perspective, dimension, system] = (fmean(values), stdev(values), *quartiles, len(values))
    found = {
        tuple(row[:3]): tuple(row[3:])
        for row in emogenie.query(
            """
            select perspective, dimension, system_id, mean, sd, q1, median, q3, image_count
            from marts.emogenie_mos where screening = ?
            """,
            screening,
        )
    }
    close(found, expected)


def test_an_images_interval_is_students(emogenie, images):
    rows = emogenie.query(
        """
        select subject_id, mean, sd, ci_low, ci_high from marts.opinion_scores
        where benchmark = 'emogenie' and panel = 'evoked' and question = 'valence'
        """
    )
    ratings = images.ratings("evoked", "valence")
    assert {row[0] for row in rows} == set(ratings)
    for name, mean, sd, low, high in rows:
        values = list(ratings[name].values())
        interval = stats.t.interval(0.95, len(values) - 1, fmean(values), stats.sem(values))
        assert (mean, sd, low, high) == pytest.approx((fmean(values), stdev(values), *interval), abs=1e-9)


def test_screening_equals_plain_python_and_finds_the_erratic_rater(emogenie, images):
    expected = {
        (perspective, dimension, rater): verdict
        for perspective, dimensions in plain.DIMENSIONS.items()
        for dimension in dimensions
        for rater, verdict in images.screening(perspective, dimension).items()
    }
    found = {
        tuple(row[:3]): tuple(row[3:])
        for row in emogenie.query(
            "select panel, question, rater_id, is_rejected, image_count, high_count, low_count from marts.emogenie_screening"
        )
    }
    assert found == expected
    assert {rater for (_, _, rater), verdict in expected.items() if verdict[0]} == {"ex-r00", "ev-r00"}


@pytest.mark.parametrize(
    ("perspective", "dimension"), [("evoked", "valence"), ("evoked", "aesthetics"), ("expressed", "intensity")]
)
def test_ac2_uses_the_declared_scale(emogenie, images, perspective, dimension):
    ratings = [list(found.values()) for found in images.ratings(perspective, dimension).values()]
    found = emogenie.value(
        """
        select value from marts.emogenie_agreement
        where panel = ? and question = ? and breakdown = 'all' and coefficient = 'gwet_ac' and weights = 'quadratic'
        """,
        perspective, dimension,
    )  # fmt: skip
    assert found == pytest.approx(plain.quadratic_ac2(ratings, plain.HIGH[dimension]), abs=1e-9)


def test_agreement_is_told_by_model_category_and_intensity(emogenie):
    found = dict(
        emogenie.query(
            """
            select breakdown, count(distinct breakdown_value) from marts.emogenie_agreement
            where panel = 'expressed' and question = 'emotion' and coefficient = 'gwet_ac' and weights = 'identity'
            group by breakdown
            """
        )
    )
    assert found == {"all": 1, "model": 8, "category": 7, "intensity": 3}


def test_accuracy_equals_plain_python_and_what_was_planted(emogenie, folder, truths):
    found = {
        tuple(row[:4]): Counter(dict(zip(("expected", "correct", "unparsable", "missing"), row[4:8], strict=True)))
        for row in emogenie.query(
            """
            select model, perspective, dimension, format, expected_count, correct_count, unparsable_count, missing_count,
            from marts.emogenie_qa_accuracy where rule = 'micro' and split = 'test' and expected_count > 0
            """
        )
    }
    expected = plain.accuracy(folder)
    assert found.keys() == expected.keys()
    for key, counts in expected.items():
        assert found[key] == {k: counts[k] for k in found[key]}, key
    for (model, *rest), counts in found.items():
        if rest == ["all", "all", "all"]:
            assert counts["correct"] == truths[f"correct:{model}"]
            assert counts["unparsable"] == truths.get(f"unparsable:{model}", 0)
            assert counts["missing"] == truths.get(f"missing:{model}", 0)
    silent = emogenie.query(
        "select expected_count, accuracy_unit, status from marts.emogenie_qa_accuracy where model = 'silent'"
    )
    assert silent == [(0, None, "no_answers")]


def test_descriptions_equal_plain_python(emogenie, folder):
    names = ("correctness", "completeness", "relevance", "conciseness", "score")
    found = {
        tuple(row[:3]): tuple(row[3:])
        for row in emogenie.query(
            f"""
            select model, perspective, format, {", ".join(f"{n}_unit" for n in names)}, description_count, scored_count
            from marts.emogenie_description_scores
            """
        )
    }
    expected = {}
    for model, rows in plain.descriptions(folder).items():
        for perspective in ("expressed", "evoked", "all"):
            for form in ("single", "pair", "all"):
                group = [
                    row for row in rows
                    if perspective in (row["question"]["perspective"], "all") and form in (row["question"]["format"], "all")
                ]  # fmt: skip
                means = [fmean(v) if (v := [row[n] for row in group if row[n] is not None]) else None for n in names]
                expected[model, perspective, form] = (
                    *means,
                    len(group),
                    sum(row["score"] is not None for row in group),
                )
    close(found, expected)


def test_the_judges_consistency_equals_krippendorffs_package(emogenie, folder):
    krippendorff = pytest.importorskip("krippendorff")
    found = {
        tuple(row[:2]): row[2:]
        for row in emogenie.query(
            "select model, dimension, equal_share, mean_sd, alpha_ordinal from marts.emogenie_description_consistency"
        )
    }
    for model, rows in plain.descriptions(folder).items():
        for dimension in ("correctness", "completeness", "relevance"):
            units = [[r[dimension] for r in sorted(row["ratings"], key=lambda r: r["evaluation"])] for row in rows]
            raters = list(zip(*units, strict=True))
            alpha = krippendorff.alpha(reliability_data=raters, level_of_measurement="ordinal", value_domain=[0, 1, 2])
            equal = fmean(len(set(unit)) == 1 for unit in units)
            assert found[model, dimension] == pytest.approx((equal, fmean(map(stdev, units)), alpha), abs=1e-9)


def test_the_papers_overall_is_the_mean_of_four_numbers(emogenie, folder):
    counts, described = plain.accuracy(folder), plain.descriptions(folder)
    for model, value in emogenie.query(
        "select model, accuracy_unit from marts.emogenie_qa_accuracy where rule = 'paper'"
    ):
        parts = [
            counts[model, p, "all", "all"]["correct"] / counts[model, p, "all", "all"]["expected"]
            for p in ("expressed", "evoked")
        ]
        parts += [
            fmean(r["score"] for r in described[model] if r["question"]["perspective"] == p and r["score"] is not None)
            for p in ("expressed", "evoked")
        ]
        assert value == pytest.approx(fmean(parts), abs=1e-12)


def test_assessment_equals_scipy(emogenie, folder, images):
    expected: dict[tuple[str, str, str], float | None] = {}
    predicted = plain.predictions(folder, images)
    means = {d: images.image_means("evoked", d, False) for d in plain.DIMENSIONS["evoked"]}
    means["aesthetics"] |= images.image_means("expressed", "aesthetics", False)
    for (model, dimension), scores in predicted.items():
        x, y = zip(*((s, means[dimension][i]) for i, s in scores.items() if i in means[dimension]), strict=True)
        constant = len(set(x)) == 1 or len(set(y)) == 1
        for name, function in (("srcc", stats.spearmanr), ("plcc", stats.pearsonr)):
            expected[model, dimension, name] = None if constant else function(x, y).statistic
    for model in {model for model, _ in predicted}:
        for name in ("srcc", "plcc"):
            values = [expected[model, d, name] for d in plain.DIMENSIONS["evoked"]]
            expected[model, "mean", name] = None if None in values else fmean(values)  # type: ignore[arg-type]
    found = {
        tuple(row[:3]): row[3]
        for row in emogenie.query("select model, dimension, coefficient, value from marts.emogenie_assessment")
    }
    close(found, expected)
    assert any(value is None for value in expected.values())
    out_of_scale = sum(
        not 1 <= s <= plain.HIGH[d] for (m, d), scores in predicted.items() for s in scores.values() if m != "moss-1.5b"
    )
    assert out_of_scale == emogenie.value(
        "select sum(out_of_scale_count) from marts.emogenie_assessment where dimension = 'mean' and coefficient = 'srcc'"
    )
    assert out_of_scale > 0


def scores(house: House, leaderboard: str, condition: str, *columns: str) -> dict[tuple[str, ...], tuple[float, int]]:
    """Return (mean over units, number of units) of each group of a leaderboard's cluster scores."""
    rows = house.query(
        f"""
        select {", ".join(columns)}, sum(score_sum) / sum(score_count), sum(score_count)
        from intermediate.int_cluster_scores where leaderboard = ? and {condition} group by all
        """,
        leaderboard,
    )
    return {tuple(row[:-2]): (row[-2], row[-1]) for row in rows}


def test_cluster_scores_are_the_marts_scores_by_prompt(emogenie):
    alignment = {
        tuple(row[:5]): tuple(row[5:])
        for row in emogenie.query(
            """
            select perspective, breakdown, breakdown_value, system_id, tie_credit, alignment_unit, image_count
            from marts.emogenie_alignment where image_count > 0
            """
        )
    }
    keys = ("panel", "breakdown", "breakdown_value", "system_id", "convention_id")
    close(scores(emogenie, "emogenie_alignment", "panel <> 'all'", *keys), alignment)
    assert {key[1] for key in alignment} == {"all", "category", "intensity"}
    opinions = {
        tuple(row[:4]): tuple(row[4:])
        for row in emogenie.query(
            "select perspective, dimension, system_id, screening, mean, image_count from marts.emogenie_mos"
        )
    }
    keys = ("panel", "metric", "system_id", "convention_id")
    close(scores(emogenie, "emogenie_mos", "panel <> 'all' and breakdown = 'all'", *keys), opinions)


def test_the_perspectives_are_paired_on_models_and_on_emotions(emogenie, images):
    by_model = images.alignment("fractional")
    paired = "breakdown = 'paired_on' and convention_id = 'fractional' and breakdown_value = "
    found = scores(
        emogenie, "emogenie_alignment", f"{paired} 'image_model'", "panel", "system_id", "setting", "cluster_id"
    )
    close(found, {("all", "all", p, s): v for (p, s, b, _), v in by_model.items() if b == "all"})
    found = scores(
        emogenie, "emogenie_alignment", f"{paired} 'category'", "panel", "system_id", "setting", "cluster_id"
    )
    close(found, {("all", s, p, value): v for (p, s, b, value), v in by_model.items() if b == "category"})
    clusters = [{key[3] for key in found if key[2] == p} for p in ("expressed", "evoked")]
    assert clusters[0] & clusters[1] == {"anger", "disgust", "fear", "sadness"}
    metrics = emogenie.query(
        "select distinct metric from intermediate.int_cluster_scores "
        "where benchmark = 'emogenie' and breakdown = 'paired_on' order by 1"
    )
    assert metrics == [("aesthetics",), ("alignment",)]


def test_answers_and_descriptions_cluster_by_image_or_pair_and_pairs_are_marked(emogenie, folder):
    counts = plain.accuracy(folder)
    found = scores(
        emogenie, "emogenie_qa_accuracy", "true", "system_id", "panel", "breakdown", "breakdown_value", "convention_id"
    )
    expected = {}
    for (model, perspective, dimension, form), c in counts.items():
        if perspective == "all" or not c["expected"]:
            continue
        if dimension == form == "all":
            part = ("all", "all")
        elif dimension == "all":
            part = ("format", form)
        elif form != "all":
            part = (f"{form}_dimension", dimension)
        else:
            continue
        convention = "test" if form == "single" else "test-anti_conservative"
        expected[model, perspective, *part, convention] = (c["correct"] / c["expected"], c["expected"])
    close(found, expected)
    slices = "distinct leaderboard, panel, breakdown, breakdown_value, convention_id"
    holding_pairs = emogenie.query(
        f"select {slices} from intermediate.int_cluster_scores where leaderboard in "
        "('emogenie_qa_accuracy', 'emogenie_description_scores') and contains(cluster_id, '|')"
    )
    assert {row[2] for row in holding_pairs} == {"all", "format", "pair_dimension"}
    assert set(emogenie.query(f"select {slices} from intermediate.int_overlapping_clusters")) == set(holding_pairs)
    marked = "select distinct leaderboard from intermediate.int_cluster_scores where convention_id like '%-anti_%'"
    assert len(emogenie.query(marked)) == 2
    described = {
        tuple(row[:3]): tuple(row[3:])
        for row in emogenie.query(
            """
            select model, perspective, format, score_unit, scored_count from marts.emogenie_description_scores
            where perspective <> 'all' and scored_count > 0
            """
        )
    }
    close(scores(emogenie, "emogenie_description_scores", "true", "system_id", "panel", "breakdown_value"), described)


def test_score_pairs_and_the_waterfall_count_as_the_marts_do(emogenie):
    assert emogenie.value(
        "select count(*) from intermediate.int_score_pairs where comparison = 'assessment:probe-8b'"
    ) == (
        emogenie.value(
            "select sum(pair_count) from marts.emogenie_assessment where model = 'probe-8b' and coefficient = 'srcc' and dimension <> 'mean'"
        )
    )
    falling = "expected_count >= received_count and received_count >= parsed_count and parsed_count >= valid_count"
    assert emogenie.value(
        f"select bool_and({falling} and valid_count >= scored_count and scored_count >= comparable_count) from marts.waterfall"
    )


def test_no_image_stands_on_both_sides(emogenie):
    assert emogenie.value("select count(*) from marts.emogenie_split_leaks") == 0


def test_every_table_and_chart_is_exported(emogenie):
    # Headlines read the generic rankings, which are not built here.
    headlines = {"emogenie_score_dots", "emogenie_ranks", "emogenie_ranking"}
    names = [name for name in EXPOSURES if name.startswith("emogenie_") and name not in headlines]
    assert len(names) == 17
    emogenie.analysis("export", *names)
    written = {path.name for path in emogenie.exports.iterdir()}
    kinds = {"table": ("md", "csv", "tex"), "chart": ("svg", "png")}
    assert {f"{name}.{kind}" for name in names for kind in kinds[EXPOSURES[name].kind]} <= written
    assert "paper's overall" in (emogenie.exports / "emogenie_qa_accuracy.md").read_text()


def test_the_documented_query_prints_what_it_shows(emogenie):
    block = next(
        b
        for b in re.findall(r"```text\n(.*?)```", (ROOT / "docs" / "emogenie.md").read_text("utf-8"), re.DOTALL)
        if "emogenie" in b
    )
    assert "--seed 7 --scale 0.03" in block
    part = next(part for part in re.split(r"(?m)^\$ ", block) if "analysis sql" in part)
    command, *lines = part.rstrip("\n").split("\n")
    told = emogenie.analysis(*shlex.split(command)[1:])
    assert [line.rstrip() for line in told.stdout.rstrip("\n").split("\n")] == lines


def shuffled(path: Path, draw: random.Random, key: str) -> None:
    """Write a file's rows in another order; rows of one key keep theirs, since the later of two answers stands."""
    lines = path.read_text("utf-8").splitlines()
    head, rows = (lines[:1], lines[1:]) if path.suffix == ".csv" else ([], lines)
    place = head[0].split(",").index(key) if head else 0
    blocks: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        blocks[row.split(",")[place] if head else str(json.loads(row).get(key))].append(row)
    mixed = draw.sample(list(blocks.values()), len(blocks))
    path.write_text("\n".join([*head, *itertools.chain(*mixed)]) + "\n", "utf-8")


def content(house: House) -> dict[str, list[str]]:
    """Return every row of EmoGenie's marts and of the shapes behind other marts, doubles to their last bit."""
    marts = [
        f"marts.{name}"
        for (name,) in house.query(
            "select table_name from information_schema.tables where table_schema = 'marts' and table_name like 'emogenie%'"
        )
    ]
    assert len(marts) >= 14
    found = {}
    for name in [*marts, "marts.exclusions", "intermediate.int_cluster_scores", "intermediate.int_score_pairs"]:
        # Where a row came from says which line it was on.
        places = {"source_row_id", "detail"}
        columns = [column for column, *_ in house.query(f"describe {name}") if column not in places]
        found[name] = sorted(map(repr, house.query(f"select {', '.join(columns)} from {name}")))
    return found


@pytest.mark.parametrize("threads", [1, 4])
def test_the_order_of_rows_and_the_number_of_threads_change_nothing(emogenie, tmp_path, threads):
    other = House(tmp_path, {"AFFECTMART_THREADS": str(threads)})
    shutil.copytree(emogenie.data / "sample", other.data / "sample")
    folder = other.data / "sample" / "emogenie"
    draw = random.Random(threads)
    keys = {
        "annotations.csv": "image_id",
        "images.csv": "image_id",
        "prompts.csv": "prompt_id",
        "questions.jsonl": "question_id",
    }
    for name, key in keys.items():
        shuffled(folder / name, draw, key)
    for kind, key in (("answers", "question_id"), ("descriptions", "question_id"), ("assessments", "image_id")):
        for path in (folder / kind).iterdir():
            shuffled(path, draw, key)
    other.ingest("load", other.data)
    tests = ("--exclude-resource-type", "test", "unit_test")
    other.dbt(
        "build", "-s", "+path:models/marts/emogenie", "+exclusions", "+int_cluster_scores", "+int_score_pairs", *tests
    )
    expected, found = content(emogenie), content(other)
    assert expected.keys() == found.keys()
    for name, rows in expected.items():
        assert found[name] == rows, name
