"""Table 3 and Figure 5 against the released code's outputs; its runs are rebuilt from the draws that it recorded."""

from __future__ import annotations

import csv
import gzip
import json
import shutil
from collections import defaultdict
from pathlib import Path

import pytest

import plain_mer_bench as plain
from conftest import House, shared_folder

PRINTED = {
    "VQS": "vgq", "VEAS": "vea", "TQS": "tgq", "TEAS": "tea", "LC": "lc", "OGQS": "hgq", "OEC": "ppe", "PESM": "pes",
    "TA": "tas", "CF": "cfs", "SS": "sss", "RFS": "rfs",
}  # fmt: skip
TOLERANCE = 0.0050001
FILTERS = {"Positive": "sp", "Neutral": "sp", "Negative": "sp", "SinglePanel_Meme": "lt", "MultiPanel_Meme": "lt"}


def reference(name: str) -> Path:
    return shared_folder() / "reference" / "mer_clean" / name


def experiment(name: str, stratum: str) -> str:
    """Return an experiment's folder as the released code names it, filters included."""
    chosen = {"vt": "all", "sp": "all", "lt": "all"}
    if stratum != "all":
        chosen[FILTERS.get(stratum, "vt")] = stratum
    filters = "__".join(f"{k}={v}" for k, v in chosen.items())
    return f"models={name}__{filters}__n=50__runs=10__seed=42__ra=first__im=first"


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> House:
    """Every recorded run but Table 2's, as per-run files."""
    house = House(tmp_path_factory.mktemp("strata"))
    house.data.mkdir()
    shutil.copy(reference("index_300.json"), house.data / "index_final.json")
    targets = {meme["id"]: meme["tgt_emo"] for meme in json.loads(reference("index_300.json").read_text())}
    with gzip.open(reference("population.jsonl.gz"), "rt") as stream:
        replies = {(r["model"], r["gen_id"]): r["raw"] for r in map(json.loads, stream)}
    lines = defaultdict(list)
    with gzip.open(reference("draws.csv.gz"), "rt") as stream:
        for draw in csv.DictReader(stream):
            if draw["experiment"] != "table_2":
                where = (experiment(draw["experiment"], draw["stratum"]), draw["view"], draw["model"], draw["run"])
                sample = {"sample_id": f"{draw['row_id']}::{draw['model']}", "tgt_emotion": targets[draw["row_id"]]}
                lines[where].append(
                    f'{{"run": {draw["run"]}, "row_id": "{draw["row_id"]}", "gen_id": "{draw["gen_id"]}", "model": "{draw["model"]}",'
                    f' "out": {{"sample": {json.dumps(sample)}, "judge": {replies[draw["model"], draw["gen_id"]]}}}}}'
                )
    for (name, view, model, run), rows in lines.items():
        path = house.data / "eval_outputs" / name / view / model / f"{run}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    house.ingest("load", house.data)
    house.build("mer_bench")
    return house


def cells(row: dict[str, str], columns: dict[str, str]) -> dict[str, tuple[float, float]]:
    return {columns[k]: tuple(float(x) for x in v.split("±")) for k, v in row.items() if k in columns}


@pytest.mark.parametrize("coercion", ["released", "strict"])
def test_table_3_equals_the_released_table_and_names_its_slip(place, coercion):
    found = {
        (stratum, metric): (mean, sd, slip, runs)
        for stratum, metric, mean, sd, slip, runs in place.query(
            """
            select stratum, metric, mean_pct, sd_pct, sd_pct_released, run_count from marts.mer_bench_table_3
            where definition = 'released' and coercion = ? and grain = 'run' and run_source = 'recorded'
            """,
            coercion,
        )
    }
    compared = 0
    with reference("table_3.csv").open() as stream:
        for row in csv.DictReader(stream):
            summary = json.loads(reference(f"table_3_results/{row['file']}.json").read_text())
            metrics = summary["results"]["factor_view"]["metrics"]
            for metric, (mean, sd) in cells(row, PRINTED).items():
                ours = found[row["file"], metric]
                assert ours[0] == pytest.approx(mean, abs=TOLERANCE)
                assert ours[2] == pytest.approx(sd, abs=TOLERANCE)
                assert ours[3] == 10
                compared += 1
            # The right spread: the raw one over the width of the scale.
            raw = metrics["visual_generation_quality_1_5"]["std_over_runs"]
            assert found[row["file"], "vgq"][1] == pytest.approx(100 * raw / 4, abs=1e-9)
            assert found[row["file"], "vgq"][2] == 0
    assert compared == 9 * 12


def test_figure_5_a_to_n_equals_the_released_table(place):
    found = {
        (system, stratum): (mean, sd, panel)
        for system, stratum, mean, sd, panel in place.query(
            """
            select system_id, stratum, mean_pct, sd_pct, panel from marts.mer_bench_figure_5
            where definition = 'released' and coercion = 'released' and grain = 'run' and run_source = 'recorded'
                and metric = 'rfs' and panel <> 'o'
            """
        )
    }
    compared = 0
    with reference("figure_5_a-n.csv").open() as stream:
        for row in csv.DictReader(stream):
            system = row.pop("model")
            for stratum, cell in row.items():
                mean, sd = (float(x) for x in cell.split("±"))
                assert found[system, stratum][:2] == pytest.approx((mean, sd), abs=TOLERANCE)
                compared += 1
    assert compared == len(found) == 14 * 9
    assert {panel for _, _, panel in found.values()} == set("abcdefghijklmn")
    assert found["Flux9B", "Neutral"][2] == "a"


def test_figure_5_o_equals_the_released_table(place):
    found = {
        metric: (mean, slip, outputs)
        for metric, mean, slip, outputs in place.query(
            """
            select metric, mean_pct, sd_pct_released, output_count from marts.mer_bench_figure_5
            where definition = 'released' and coercion = 'released' and grain = 'run' and run_source = 'recorded' and panel = 'o'
            """
        )
    }
    with reference("figure_5_o.csv").open() as stream:
        row = next(csv.DictReader(stream))
    for metric, printed in cells(row, PRINTED).items():
        assert found[metric][:2] == pytest.approx(printed, abs=TOLERANCE)
        assert found[metric][2] == 7000


def test_small_strata_draw_twice_in_recorded_runs_and_are_flagged(place):
    drawn_twice = place.query(
        """
        select distinct stratum from marts.mer_bench_scores
        where run_source = 'recorded' and view = 'model_view' and is_short_sample order by stratum
        """
    )
    repeated = set()
    with gzip.open(reference("draws.csv.gz"), "rt") as stream:
        for draw in csv.DictReader(stream):
            if draw["view"] == "model_view" and draw["dup_no"] != "1":
                repeated.add(draw["stratum"])
    assert {stratum for (stratum,) in drawn_twice} == repeated
    sizes = dict(place.query("select category, item_count from marts.mer_bench_taxonomy"))
    assert all(sizes[stratum] < 50 for stratum in repeated)


def test_small_strata_are_taken_whole_in_resampled_runs_and_are_flagged(place):
    sizes = dict(place.query("select stratum, count(*) from intermediate.int_mer_bench__strata group by stratum"))
    rows = place.query(
        """
        select stratum, output_count + excluded_count, is_short_sample from marts.mer_bench_scores
        where run_source = 'resampled' and view = 'model_view' and axis <> 'all' and metric = 'rfs'
            and convention_id = 'released-strict-run'
        """
    )
    assert len(rows) > 14 * 9 * 10
    for stratum, drawn, is_short in rows:
        assert drawn == min(50, sizes[stratum])
        assert is_short == (sizes[stratum] < 50)


def test_resampled_factor_runs_split_their_outputs_evenly(place):
    rows = place.query(
        """
        select stratum, run, system_id, count(*) from intermediate.int_mer_bench__factor_view_samples
        where stratum in ('Negative', 'all') group by all
        """
    )
    totals: dict[tuple[str, int], list[int]] = defaultdict(list)
    for stratum, run, _, count in rows:
        totals[stratum, run].append(count)
    for (stratum, _), counts in totals.items():
        assert sum(counts) == (700 if stratum == "all" else 50)
        assert max(counts) - min(counts) <= 1


def test_an_output_drawn_many_times_counts_once_in_the_population(place):
    items = place.value("select count(*) from marts.mer_bench_comparable_items where is_comparable")
    rows = place.query(
        """
        select distinct output_count, excluded_count from marts.mer_bench_scores
        where run_source = 'population' and convention_id = 'paper-strict-output'
        """
    )
    assert rows == [(items, 0)]


def test_population_estimates_equal_plain_python_under_four_conventions(place):
    lines = plain.read(place.data)
    comparable = {i for (i,) in place.query("select item_id from marts.mer_bench_comparable_items where is_comparable")}
    first: dict[tuple[str, str], dict[str, float]] = {}
    for row in lines:
        if row["item"] in comparable:
            first.setdefault((row["model"], row["item"]), row["strict"])
    for definition in ("paper", "released"):
        for grain in ("output", "run"):
            found = {
                (system, metric): value
                for system, metric, value in place.query(
                    """
                    select system_id, metric, value_unit from marts.mer_bench_scores
                    where run_source = 'population' and definition = ? and grain = ? and coercion = 'strict'
                    """,
                    definition, grain,
                )
            }  # fmt: skip
            for system in {s for s, _ in first}:
                rows = [scores for (s, _), scores in first.items() if s == system]
                for metric, value in plain.values(rows, definition, grain).items():
                    assert found[system, metric] == pytest.approx(value, abs=1e-12)
