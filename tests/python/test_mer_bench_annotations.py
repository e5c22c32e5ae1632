"""MER-Bench's Table S7 from annotators' files, held against kappas worked by hand."""

from __future__ import annotations

import pytest

from conftest import House

EXACT = 1e-9

#: Answers of the annotators a, b, c, d per task and meme; native names and aliases are labels too.
ANSWERS = {
    # Agreement 1, 1/3, 1; shares 6/12, 2/12, 4/12: kappa (7/9 - 7/18) / (11/18) = 7/11; alpha 1 - (8/3) / 8 = 2/3.
    "quality_control": {"m1": "keep Keep 保留 keep", "m2": "keep revise keep 修改", "m3": "remove remove remove حذف"},
    # Agreement 1, 1, 1/2; shares 7/12 and 5/12: kappa (60/72 - 37/72) / (35/72) = 23/35; alpha 1 - 2 / (70/11) = 24/35.
    "target_verification": {"m1": "yes yes yes yes", "m2": "no no no no", "m3": "yes yes yes no"},
}
KAPPAS = {"quality_control": 7 / 11, "target_verification": 23 / 35}
ALPHAS = {"quality_control": 2 / 3, "target_verification": 24 / 35}


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> House:
    """A warehouse of annotations only, with a repeat, a change of mind, an expert's decision and two faulty rows."""
    house = House(tmp_path_factory.mktemp("annotations"))
    lines = ["row_id,annotator_id,task,label,escalated_label"]
    # Read first: both rows give way to a later answer of the same annotator.
    lines += ["m1,a,quality_control,keep,", "m2,b,quality_control,remove,"]
    for task, memes in ANSWERS.items():
        for meme, labels in memes.items():
            decided = "keep" if (task, meme) == ("quality_control", "m2") else ""
            lines += [
                f"{meme},{rater},{task},{label},{decided}" for rater, label in zip("abcd", labels.split(), strict=True)
            ]
    lines += ["m1,,quality_control,keep,", "m1,a,quality_control,maybe,"]
    folder = house.data / "mer_bench"
    folder.mkdir(parents=True)
    (folder / "annotations.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    house.ingest("load", house.data)
    marts = ("mer_bench_annotation_counts", "raters", "exclusions", "labels")
    house.dbt("build", "-s", *(f"+{mart}" for mart in marts), "--exclude", "resource_type:unit_test")
    return house


def test_each_task_has_its_kappa_and_alpha_beside_its_counts(place):
    rows = place.query("""
        select task, item_count, rater_count, rating_count, escalated_item_count, fleiss_kappa, krippendorff_alpha, status
        from marts.mer_bench_annotation_counts where task <> 'average' order by position
    """)
    assert [row[:5] for row in rows] == [("target_verification", 3, 4, 12, 0), ("quality_control", 3, 4, 12, 1)]
    for task, *_, kappa, alpha, status in rows:
        assert kappa == pytest.approx(KAPPAS[task], abs=EXACT)
        assert alpha == pytest.approx(ALPHAS[task], abs=EXACT)
        assert status == "ok"


def test_the_average_is_the_plain_mean_of_the_tasks(place):
    [(kappa, alpha, tasks, items)] = place.query("""
        select fleiss_kappa, krippendorff_alpha, task_count, item_count
        from marts.mer_bench_annotation_counts where task = 'average'
    """)
    assert kappa == pytest.approx(sum(KAPPAS.values()) / 2, abs=EXACT)
    assert alpha == pytest.approx(sum(ALPHAS.values()) / 2, abs=EXACT)
    assert (tasks, items) == (2, None)


def test_every_generic_mart_of_votes_serves_the_tasks(place):
    assert place.query("""
        select subject_id, label, leaders from marts.labels
        where benchmark = 'mer_bench' and question = 'quality_control' and policy = 'plurality' order by 1
    """) == [("m1", "keep", "keep"), ("m2", None, "keep|revise"), ("m3", "remove", "remove")]
    assert place.query("""
        select rater_id, duplicate_count, superseded_count from marts.raters
        where question = 'quality_control' order by 1
    """) == [("a", 1, 0), ("b", 1, 1), ("c", 0, 0), ("d", 0, 0)]
    # A repeated answer is listed once, though two parts of the house know of it.
    assert place.query("select stage, item_id, reason from marts.exclusions order by all") == [
        ("ballots", "m1", "row.duplicate"), ("ballots", "m2", "row.superseded"),
    ]  # fmt: skip
    assert place.query("select reason, count(*) from raw.rejects group by all order by all") == [
        ("label.not_in_scale", 1), ("rater.missing", 1),
    ]  # fmt: skip


def test_the_printed_table_stands_in_the_papers_order(place):
    place.analysis("export", "mer_bench_table_s7")
    [path] = place.exports.rglob("mer_bench_table_s7*.md")
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    assert [line.split("|")[1].strip() for line in lines[2:]] == [
        "Target emotion verification", "Quality-control decision", "Average",
    ]  # fmt: skip
    assert [cell.strip() for cell in lines[3].split("|")[2:8]] == ["0.64", "0.67", "3", "4", "12", "1"]
    assert [cell.strip() for cell in lines[4].split("|")[2:4]] == ["0.65", "0.68"]
