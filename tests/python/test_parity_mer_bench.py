"""The released code's own outputs on a synthetic population are met: replicate means, summaries and printed cells."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import duckdb
import pytest

from conftest import shared_folder

#: Metric names of the released summary.
RELEASED = {
    "vgq": "visual_generation_quality_1_5",
    "vea": "visual_emotion_accuracy_1_5",
    "tgq": "text_generation_quality_1_5",
    "tea": "text_emotion_accuracy_1_5",
    "lc": "layout_consistency_accuracy",
    "hgq": "overall_generation_quality_1_5",
    "ppe": "tgt_emotion_hit",
    "pes": "perceived_emotion_shift_1_5",
}
#: Headers of the released tables.
PRINTED = {
    "VQS": "vgq", "VEAS": "vea", "TQS": "tgq", "TEAS": "tea", "LC": "lc", "OGQS": "hgq", "OEC": "ppe", "PESM": "pes",
    "TA": "tas", "CF": "cfs", "SS": "sss", "Overall": "rfs", "RFS": "rfs",
}  # fmt: skip
#: Half a unit of the second decimal, and what a double leaves of it.
PRINTED_TOLERANCE = 0.0050001


def reference(name: str) -> Path:
    return shared_folder() / "reference" / "mer_clean" / name


@pytest.fixture(scope="module")
def warehouse(mer_clean_warehouse):
    with duckdb.connect(str(mer_clean_warehouse), read_only=True) as connection:
        yield connection


@pytest.mark.parametrize("coercion", ["released", "strict"])
def test_replicate_means_equal_the_released_summary(warehouse, coercion):
    summary = json.loads(reference("table_2_summary.json").read_text())["results"]["model_view"]["models"]
    found = {
        (system, metric, run): value
        for system, metric, run, value in warehouse.execute(
            """
            select system_id, metric, run, value_unit from marts.mer_bench_scores
            where definition = 'released' and coercion = ? and grain = 'run' and run_source = 'recorded'
            """,
            [coercion],
        ).fetchall()
    }
    compared = 0
    for system, metrics in summary.items():
        for metric, name in RELEASED.items():
            for run, mean in enumerate(metrics[name]["replicate_means"]):
                unit = (mean - 1) / 4 if name.endswith("1_5") else mean
                assert found[system, metric, run] == pytest.approx(unit, abs=1e-9)
                compared += 1
    assert compared == 14 * 8 * 10


def test_printed_cells_equal_the_released_table(warehouse):
    found = {
        (system, metric): (mean, sd, runs, outputs)
        for system, metric, mean, sd, runs, outputs in warehouse.execute(
            """
            select system_id, metric, mean_pct, sd_pct, run_count, output_count from marts.mer_bench_table_2
            where definition = 'released' and coercion = 'released' and grain = 'run' and run_source = 'recorded'
            """
        ).fetchall()
    }
    compared = 0
    with reference("table_2.csv").open() as stream:
        for row in csv.DictReader(stream):
            for header, metric in PRINTED.items():
                if header not in row:
                    continue
                mean, sd = (float(part) for part in row[header].split("±"))
                ours = found[row["model"], metric]
                assert ours[0] == pytest.approx(mean, abs=PRINTED_TOLERANCE)
                assert ours[1] == pytest.approx(sd, abs=PRINTED_TOLERANCE)
                assert ours[2:] == (10, 1000)
                compared += 1
    assert compared == 14 * 12


def test_the_paper_and_the_released_formulas_give_different_rows(warehouse):
    differing = warehouse.execute(
        """
        select count(*) from marts.mer_bench_table_2 as ours
        inner join marts.mer_bench_table_2 as theirs
            using (experiment, configuration, coercion, grain, run_source, system_id, metric)
        where ours.definition = 'paper' and theirs.definition = 'released' and metric = 'sss'
            and grain = 'run' and abs(ours.mean_pct - theirs.mean_pct) < 1e-6
        """
    ).fetchone()
    assert differing == (0,)
