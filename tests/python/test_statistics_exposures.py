"""Dots, ranks, forest, judge panels and ranking tables from marts written by hand: their numbers, words and canvas."""

from __future__ import annotations

import csv
import io
import json
import re
from xml.etree import ElementTree

import polars as pl
import pytest

from analysis.charts.canvas import outside, overlapping
from analysis.charts.emogenie import emogenie_assessment_dots
from analysis.charts.judges import mer_bench_judge_panels
from analysis.charts.render import to_svg
from analysis.charts.statistics import agreement_forest, ticks
from analysis.errors import AnalysisError, NothingToShowError
from analysis.export import render
from analysis.exposures import EXPOSURES
from analysis.headlines import HEADLINES
from analysis.marts import Marts
from analysis.tables.markdown import to_markdown
from hand_made_marts import write_marts

BENCHMARKS = tuple(HEADLINES)
LONG = "family-of-models/with-a-very-long-checkpoint-path-v1.2.3-instruct-"
PLACES = {
    "mer_bench": ("mer_bench_table_2", "rfs", "released-strict-output", (("all", "RF-VF"),)),
    "emogenie": ("emogenie_alignment", "alignment", "fractional", (("expressed", "all"), ("evoked", "all"))),
    "mame_re": ("mame_re_leaderboard", "score_at_1", "exclude", (("all", "all"),)),
    "arteculture": ("arteculture_accuracy", "accuracy", "all", (("all", "orig"), ("all", "know"), ("all", "sft"))),
}


def ranked(benchmark: str, systems: list[str], **changes) -> list[dict]:
    """Rows of marts.rankings: the n-th system has rank n, value 0.9 - 0.01 n, interval ± 0.05; the first two are best."""
    leaderboard, metric, convention, parts = PLACES[benchmark]
    count = len(systems)
    return [
        {
            "benchmark": benchmark, "leaderboard": leaderboard, "panel": panel, "breakdown": "all",
            "breakdown_value": "all", "metric": metric, "convention_id": convention, "system_id": system,
            "setting": setting, "value": 0.9 - 0.01 * n, "ci_low": 0.85 - 0.01 * n, "ci_high": 0.95 - 0.01 * n,
            "rank": n, "rank_low": max(1, n - 1), "rank_high": min(count, n + 1), "is_in_best_group": n <= 2,
            "best_probability": 0.25, "system_count": count * len({s for _, s in parts}), "unit_count": 40,
            "cluster_count": 10, "status": "ok",
        }
        | changes
        for panel, setting in parts
        for n, system in enumerate(systems, 1)
    ]  # fmt: skip


def scored(benchmark: str, systems: list[str], **changes) -> list[dict]:
    """The same rows as marts.score_intervals, and a second method that must not be drawn."""
    dropped = ("rank", "rank_low", "rank_high", "is_in_best_group", "best_probability", "system_count")
    rows = [
        {name: value for name, value in row.items() if name not in dropped} | {"method": "cluster_t"} | changes
        for row in ranked(benchmark, systems)
    ]
    return rows + [row | {"method": "wald", "ci_low": 0.0, "ci_high": 1.0} for row in rows]


def made(tmp_path, name: str, rows: list[dict], mart: str | None = None):
    mart = mart or ("score_intervals" if name.endswith("_score_dots") else "rankings")
    with Marts(write_marts(tmp_path / "made.duckdb", {mart: rows})) as marts:
        return EXPOSURES[name].make(marts)


def behind(spec: dict, panel: dict, layer: int) -> list[dict]:
    """The rows behind one layer of a panel, wherever the chart keeps them."""
    own = panel["layer"][layer].get("data") or panel.get("data") or spec["data"]
    return own["values"] if "values" in own else spec["datasets"][own["name"]]


def values(chart) -> list[list[dict]]:
    """The rows behind each panel."""
    spec = chart.to_dict()
    return [behind(spec, panel, 0) for panel in spec["hconcat"]]


def words(chart) -> str:
    return json.dumps(chart.to_dict(), ensure_ascii=False)


@pytest.mark.parametrize("benchmark", BENCHMARKS)
def test_dots_stand_at_the_marts_values_with_the_default_interval(tmp_path, benchmark):
    chart = made(tmp_path, f"{benchmark}_score_dots", scored(benchmark, ["a", "b"]))
    panels = values(chart)
    assert len(panels) == len(PLACES[benchmark][3])
    factor = HEADLINES[benchmark].factor
    for dots in panels:
        assert [d["system"] for d in dots] == ["a", "b"]
        drawn = [factor * end for end in (0.89, 0.84, 0.94, 0.88, 0.83, 0.93)]
        assert [d[name] for d in dots for name in ("value", "low", "high")] == pytest.approx(drawn, abs=1e-12)
        assert [d["shown"] for d in dots] == (["0.890", "0.880"] if benchmark == "mame_re" else ["89.0", "88.0"])
    assert to_svg(chart) == to_svg(chart)


@pytest.mark.parametrize("benchmark", BENCHMARKS)
def test_ranks_show_their_interval_and_the_best_group_by_shape(tmp_path, benchmark):
    chart = made(tmp_path, f"{benchmark}_ranks", ranked(benchmark, ["a", "b", "c"]))
    for marks in values(chart):
        assert [(m["rank"], m["low"], m["high"], m["shown"]) for m in marks] == [
            (1, 1, 2, "1 [1, 2]"), (2, 1, 3, "2 [1, 3]"), (3, 2, 3, "3 [2, 3]"),
        ]  # fmt: skip
        assert [m["group"] for m in marks] == [*2 * ["cannot be told from the best"], "worse than the best"]
    points = chart.to_dict()["hconcat"][0]["layer"][3]["encoding"]
    assert points["shape"]["scale"]["range"] == ["diamond", "circle"]
    is_joint = benchmark == "arteculture"
    assert ("Ranked together are 9: each system under each setting counts as one." in words(chart)) == is_joint


@pytest.mark.parametrize("kind", ["score_dots", "ranks"])
@pytest.mark.parametrize("benchmark", BENCHMARKS)
@pytest.mark.parametrize("systems", [["a"], [f"{LONG}{n}" for n in range(25)], ["日本語" * 30, "<script>&", "W" * 300]])
def test_texts_stay_on_the_canvas_and_apart(tmp_path, benchmark, kind, systems):
    rows = (scored if kind == "score_dots" else ranked)(benchmark, systems)
    svg = to_svg(made(tmp_path, f"{benchmark}_{kind}", rows))
    assert outside(svg) == []
    assert overlapping(svg) == []


@pytest.mark.parametrize("kind", ["score_dots", "ranks", "ranking"])
@pytest.mark.parametrize("benchmark", BENCHMARKS)
def test_without_a_value_a_sentence_stands_instead(tmp_path, benchmark, kind):
    make = scored if kind == "score_dots" else ranked
    other = next(name for name in BENCHMARKS if name != benchmark)
    with pytest.raises(NothingToShowError, match=f"no score of {HEADLINES[benchmark].name}"):
        made(tmp_path, f"{benchmark}_{kind}", make(other, ["a"]))
    (tmp_path / "made.duckdb").unlink()
    missing = {
        "value": None,
        "ci_low": None,
        "ci_high": None,
        "unit_count": 0,
        "cluster_count": 0,
        "status": "no_units",
    }
    if kind != "score_dots":
        missing |= dict.fromkeys(("rank", "rank_low", "rank_high", "is_in_best_group", "best_probability"))
        missing["system_count"] = 0
    rows = make(benchmark, ["a"], **missing)
    if kind == "ranking":
        # Names and counts are still worth a row; every number is a dash with its reason.
        shown = to_markdown(made(tmp_path, f"{benchmark}_{kind}", rows))
        assert "| a | –<sup>a</sup> |" in shown and "no unit could be scored" in shown
        return
    with pytest.raises(NothingToShowError, match="has no value"):
        made(tmp_path, f"{benchmark}_{kind}", rows)


def test_a_system_without_a_value_stands_last_with_a_dash(tmp_path):
    rows = ranked("mame_re", ["a", "b"])
    rows[0] |= dict.fromkeys(("value", "ci_low", "ci_high", "rank", "rank_low", "rank_high", "is_in_best_group"))
    chart = made(tmp_path, "mame_re_ranks", rows)
    assert {m["system"]: m["shown"] for m in values(chart)[0]} == {"a": "–", "b": "2 [1, 2]"}
    assert chart.to_dict()["hconcat"][0]["layer"][0]["encoding"]["y"]["sort"] == ["b", "a"]
    assert "null" not in to_svg(chart).decode()


def test_a_bound_stands_below_the_systems_and_apart_from_one_of_its_name(tmp_path):
    bound = [
        row | {"setting": "reference", "system_id": "oracle", "value": 0.99} for row in scored("mame_re", ["oracle"])
    ]
    rows = scored("mame_re", ["a", "oracle"]) + bound
    chart = made(tmp_path, "mame_re_score_dots", rows)
    assert chart.to_dict()["hconcat"][0]["layer"][0]["encoding"]["y"]["sort"] == ["a", "oracle", "oracle (reference)"]
    found = {dot["system"]: (dot["is_reference"], dot["shown"]) for dot in values(chart)[0]}
    assert found == {"a": (False, "0.890"), "oracle": (False, "0.880"), "oracle (reference)": (True, "0.990")}


def test_one_judge_configuration_is_shown_rf_vf_or_else_the_largest(tmp_path):
    small, large = (
        ranked("mer_bench", ["a"], setting="RL-VL"),
        ranked("mer_bench", ["a"], setting="RF-VL", unit_count=90),
    )
    shown = words(made(tmp_path, "mer_bench_ranks", small + large))
    assert "judge configuration RF-VL" in shown and "RL-VL" not in shown
    (tmp_path / "made.duckdb").unlink()
    rows = ranked("mer_bench", ["a"], system_count=3) + small + large
    shown = words(made(tmp_path, "mer_bench_ranks", rows))
    assert "judge configuration RF-VF" in shown
    assert "Ranked together are 3: each system under each judge configuration counts as one." in shown


@pytest.mark.parametrize("benchmark", BENCHMARKS)
def test_a_ranking_prints_value_rank_best_group_probability_and_counts(tmp_path, benchmark):
    table = made(tmp_path, f"{benchmark}_ranking", ranked(benchmark, ["a", "b", "c"]))
    lines = to_markdown(table).splitlines()
    first = next(line for line in lines if line.startswith("| a "))
    value = r"**0.890 \[0.840, 0.940\]**" if benchmark == "mame_re" else r"**89.00 \[84.00, 94.00\]**"
    assert first == rf"| a | {value} | 1 \[1, 2\] | yes<sup>†</sup> | 0.25 | 40 | 10 |"
    assert next(line for line in lines if line.startswith("| c ")).split(" | ")[3] == "no"
    assert any("cannot be told from the system of the highest value" in line for line in lines)
    convention = PLACES[benchmark][2]
    assert (f"Convention {convention}." in table.caption) == (convention != "all")
    with Marts(tmp_path / "made.duckdb") as marts:
        assert EXPOSURES[f"{benchmark}_ranking"].conventions(marts) == (() if convention == "all" else (convention,))


def test_an_interval_without_spread_or_beyond_the_scale_has_a_note(tmp_path):
    rows = ranked("emogenie", ["a", "b", "c"])
    for row, ends in zip(rows, ((1.0, 1.0), (0.7, 1.1), (0.6, 0.9)), strict=False):
        row |= dict(zip(("ci_low", "ci_high"), ends, strict=True))
    notes = {row[0].text: row[1].note for row in made(tmp_path, "emogenie_ranking", rows).groups[0].rows}
    assert "no spread" in notes["a"] and "beyond the scale" in notes["b"] and notes["c"] is None


def test_a_rank_that_the_tests_contradict_has_a_dagger_that_says_so(tmp_path):
    rows = ranked("mame_re", ["a", "b"], status="unequal_clusters")
    sentence = "ranked by the mean over the system's own contexts"
    with Marts(write_marts(tmp_path / "made.duckdb", {"rankings": rows})) as marts:
        table = EXPOSURES["mame_re_ranking"].make(marts)
        chart = EXPOSURES["mame_re_ranks"].make(marts)
    (sign,) = (sign for sign, note in table.below if note.startswith(sentence))
    assert [table.signs(row[2]) for row in table.groups[0].rows] == [sign, sign]
    assert [mark["shown"] for mark in values(chart)[0]] == ["1 [1, 2]†", "2 [1, 2]†"]
    assert f"† {sentence}" in words(chart)


def test_a_ranking_holds_the_same_in_every_format(tmp_path):
    made(tmp_path, "emogenie_ranking", ranked("emogenie", ["a", "b", "c"]))
    forms = ("tex", "md", "csv", "html", "parquet")
    with Marts(tmp_path / "made.duckdb") as marts:
        files = {name.rpartition(".")[2]: content for name, content in render(marts, "emogenie_ranking", forms)}
    assert set(files) == set(forms)
    parsed = list(csv.DictReader(io.StringIO(files["csv"].decode())))
    data = pl.read_parquet(io.BytesIO(files["parquet"]))
    for rows in (parsed, data.to_dicts()):
        assert [row["best group"] for row in rows] == 2 * ["yes", "yes", "no"]
        assert [float(row["alignment, % low"]) for row in rows] == pytest.approx(2 * [84, 83, 82], abs=1e-12)
        assert [int(row["rank high"]) for row in rows] == 2 * [2, 3, 3]
    assert "89.00" in files["tex"].decode() and "89.00" in files["html"].decode()


@pytest.mark.parametrize(
    ("domain", "limits", "most", "expected"),
    [
        ((-3.0, 68.0), (0, 100), 6, [0, 20, 40, 60]),
        ((55.0, 120.0), (0, 100), 4, [60, 80, 100]),
        ((0.21, 0.29), (0, 1), 4, [0.22, 0.24, 0.26, 0.28]),
        ((45.0, 55.0), (0, 100), 4, [45, 50, 55]),
        ((101.0, 102.0), (0, 100), 4, []),
    ],
)
def test_ticks_are_round_and_inside_what_can_be(domain, limits, most, expected):
    assert ticks(domain, limits, most) == expected


AGREEMENT = {
    "benchmark": "toy", "panel": "all", "question": "q", "breakdown": "all", "breakdown_value": "all",
    "coefficient": "krippendorff_alpha", "weights": "nominal", "marginals": "none", "method": "cluster_bootstrap_bca",
    "value": 0.5, "ci_low": 0.4, "ci_high": 0.6, "item_count": 30, "cluster_count": 30, "replicate_count": 100,
    "status": "ok",
}  # fmt: skip
FLEISS = {"coefficient": "fleiss_kappa", "weights": "identity", "marginals": "pooled"}
AC1 = {"coefficient": "gwet_ac", "weights": "identity", "marginals": "mean_of_proportions"}


def forest(tmp_path, rows):
    with Marts(write_marts(tmp_path / "made.duckdb", {"agreement_intervals": rows})) as marts:
        return agreement_forest(marts)


def test_the_forest_shows_three_coefficients_with_bootstrap_intervals_over_all_items(tmp_path):
    rows = [
        AGREEMENT,
        AGREEMENT | {"method": "gwet_t", "ci_low": None, "ci_high": None},
        AGREEMENT | {"breakdown": "region", "value": 0.1},
        AGREEMENT | {"weights": "ordinal", "value": 0.2},
        AGREEMENT | FLEISS | {"value": -0.12, "ci_low": -0.2, "ci_high": 0.0},
        AGREEMENT | FLEISS | {"marginals": "mean_of_proportions", "value": 0.3},
        AGREEMENT | AC1 | {"value": None, "ci_low": None, "ci_high": None, "status": "single_category"},
        AGREEMENT | {"benchmark": "mer_bench", "panel": "experts", "question": "lc"},
    ]
    spec = forest(tmp_path, rows).to_dict()
    blocks = [[behind(spec, p, 1) for p in block["hconcat"]] for block in spec["vconcat"]]
    assert [block["title"]["text"] for block in spec["vconcat"]] == ["MER-Bench", "toy"]
    assert [dots[0]["row"] if dots else None for dots in blocks[0]] == ["experts, lc", None, None]
    assert [(d["row"], d["value"], d["low"], d["high"], d["shown"]) for dots in blocks[1] for d in dots] == [
        ("q", 0.5, 0.4, 0.6, "0.50"), ("q", -0.12, -0.2, 0.0, "−0.12"), ("q", None, None, None, "–"),
    ]  # fmt: skip
    assert spec["vconcat"][0]["hconcat"][0]["layer"][1]["encoding"]["x"]["scale"]["domain"] == [-0.2, 1.0]
    assert "not defined; marts.agreement_intervals says why" in json.dumps(spec)


def test_a_long_forest_stays_on_its_canvas(tmp_path):
    rows = [
        AGREEMENT | key | {"benchmark": benchmark, "panel": panel, "question": f"{LONG}{n}"}
        for key in ({}, FLEISS, AC1)
        for benchmark in ("arteculture", "mame_re")
        for panel in ("english", "all")
        for n in range(13)
    ]
    svg = to_svg(forest(tmp_path, rows))
    assert outside(svg) == [] and overlapping(svg) == []
    assert svg.decode().count(">0.50<") == len(rows)


def places(svg: bytes) -> tuple[list[float], list[float]]:
    """Where the dashed lines and the labels 0.0 of a picture stand, from left to right."""
    lines, labels = [], []

    def walk(node, across):
        for moved in re.findall(r"translate\(([-\d.e]+),", node.get("transform", "")):
            across += float(moved)
        if node.get("stroke-dasharray"):
            lines.append(across)
        if node.text == "0.0":
            labels.append(across)
        for child in node:
            walk(child, across)

    walk(ElementTree.fromstring(svg), 0.0)
    return sorted(lines), sorted(labels)


@pytest.mark.parametrize("low", [0.1, -0.12])
def test_every_zero_line_of_a_column_stands_over_the_zero_of_its_axis(tmp_path, low):
    rows = [
        AGREEMENT | key | {"benchmark": benchmark, "question": question, "value": value, "ci_low": value}
        for key in ({}, FLEISS, AC1)
        for benchmark, question, value in (("arteculture", "a long question", low), ("mame_re", "q", 0.5))
    ]
    undefined = AGREEMENT | {"benchmark": "toy", "value": None, "ci_low": None, "ci_high": None}
    lines, labels = places(to_svg(forest(tmp_path, [*rows, undefined])))
    assert len(labels) == 3 and lines == [lines[n] for n in (0, 3, 6) for _ in range(3)]
    assert labels == pytest.approx([lines[0], lines[3], lines[6]], abs=1)


def test_a_forest_without_a_value_is_a_sentence(tmp_path):
    with pytest.raises(NothingToShowError, match="no coefficient with a value"):
        forest(tmp_path, [AGREEMENT | {"value": None, "ci_low": None, "ci_high": None}])


PAIR = {
    "judge_id": "j", "configuration": "RF-VF", "metric": "vgq", "system_id": "a", "item_id": "1", "judge_score": 4.0,
    "expert_mean": 4.25, "expert_count": 4,
}  # fmt: skip
CARD = {
    "judge_id": "j", "configuration": "RF-VF", "metric": "vgq", "statistic": "srcc", "measure": "srcc",
    "value": 0.815, "ci_low": 0.7, "ci_high": 0.9, "n": 3,
}  # fmt: skip


def panels(tmp_path, pairs, cards):
    tables = {"mer_bench_judge_pairs": pairs, "mer_bench_judge_validation": cards}
    with Marts(write_marts(tmp_path / "made.duckdb", tables)) as marts:
        return mer_bench_judge_panels(marts)


def test_a_panel_counts_equal_pairs_and_prints_its_correlation(tmp_path):
    pairs = [
        PAIR, PAIR | {"item_id": "2"}, PAIR | {"item_id": "3", "judge_score": 1.0},
        PAIR | {"metric": "lc", "judge_score": 1.0, "expert_mean": 0.75, "expert_count": 3},
        *(PAIR | {"configuration": "RL-VL", "item_id": str(n), "metric": "tea"} for n in range(9)),
    ]  # fmt: skip
    cards = [CARD, CARD | {"configuration": "RL-VL", "value": 0.1}, CARD | {"statistic": "plcc", "value": 0.2},
             CARD | {"metric": "mean", "value": 0.8, "ci_low": None}]  # fmt: skip
    spec = panels(tmp_path, pairs, cards).to_dict()
    assert [p["title"]["text"] for p in spec["concat"]] == ["VGQ", "LC"]
    assert [p["title"]["subtitle"] for p in spec["concat"]] == [["SRCC 0.81 [0.70, 0.90], n 3"], ["SRCC –, n 1"]]
    assert behind(spec, spec["concat"][0], 1) == [
        {"judge": 1.0, "experts": 4.25, "count": 1}, {"judge": 4.0, "experts": 4.25, "count": 2},
    ]  # fmt: skip
    told = " ".join(spec["title"]["subtitle"])
    assert "configuration RF-VF, one of 2 that were judged" in told
    assert "over 3 to 4 experts" in told and "six metrics with points: 0.80." in told


def test_all_panels_stay_on_the_canvas_and_without_a_pair_there_is_a_sentence(tmp_path):
    metrics = {"vgq": 4.0, "vea": 5.0, "tgq": 1.0, "tea": 2.0, "lc": 1.0, "hgq": 3.0, "ppe": 0.0, "pes": 1.0, "tas": 0.5,
               "cfs": 0.1, "sss": 1.0, "rfs": 0.0}  # fmt: skip
    pairs = [
        PAIR | {"metric": m, "judge_score": v, "expert_mean": v, "judge_id": "judge" * 30} for m, v in metrics.items()
    ]
    svg = to_svg(panels(tmp_path, pairs, [CARD]))
    assert outside(svg) == [] and overlapping(svg) == []
    (tmp_path / "made.duckdb").unlink()
    with pytest.raises(NothingToShowError, match="no output was scored by both"):
        panels(tmp_path, [PAIR | {"judge_score": None}], [CARD])


def test_a_mart_of_another_version_is_a_sentence(tmp_path):
    rows = [{name: value for name, value in row.items() if name != "ci_low"} for row in ranked("mame_re", ["a"])]
    with pytest.raises(AnalysisError, match="has no column ci_low"):
        made(tmp_path, "mame_re_ranks", rows)


def test_labels_of_neighbouring_panels_of_correlations_stand_apart(tmp_path):
    rows = [
        {"model": model, "dimension": dimension, "coefficient": coefficient, "value": value}
        for model, value in (("a", -0.3), ("b", 0.9))
        for dimension in ("valence", "arousal", "dominance", "aesthetics", "mean")
        for coefficient in ("srcc", "plcc")
    ]
    with Marts(write_marts(tmp_path / "made.duckdb", {"emogenie_assessment": rows})) as marts:
        svg = to_svg(emogenie_assessment_dots(marts))
    assert overlapping(svg, tolerance=0) == []
