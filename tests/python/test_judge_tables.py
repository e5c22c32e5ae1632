"""Printed judges and claims, from marts written by hand."""

from __future__ import annotations

import duckdb
import pytest

from analysis.errors import NothingToShowError
from analysis.marts import Marts
from analysis.tables.judges import claims, judge_cards, mer_bench_figure_4
from analysis.tables.markdown import to_markdown

CARD = ("benchmark", "judge_id", "configuration", "metric", "statistic", "measure", "reference", "value", "n", "status")


def cards(tmp_path, rows):
    path = tmp_path / "made.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create schema marts")
        connection.execute("create schema raw")
        connection.execute("create table raw.files (path varchar, file_sha256 varchar)")
        types = {"value": "double", "n": "bigint"}
        body = ", ".join(f"{name} {types.get(name, 'varchar')}" for name in CARD)
        connection.execute(f"create table marts.judge_cards ({body})")
        for row in rows:
            connection.execute(f"insert into marts.judge_cards values ({', '.join('?' * len(CARD))})", row)
        connection.execute(
            "create view marts.mer_bench_judge_validation as select * from marts.judge_cards "
            "where benchmark = 'mer_bench' and reference = 'experts'"
        )
        connection.execute(
            "create table marts.claims as select 'c' as claim_id, 'b' as benchmark, 'all' as system_id, "
            "'It rises.' as sentence, 'Table 9' as place, cast(null as double) as estimate, "
            "cast(null as double) as ci_low, cast(null as double) as ci_high, cast(null as double) as p_value, "
            "cast(null as double) as published_value, 0 as cluster_count_a, 0 as cluster_count_b, "
            "'not computable' as verdict, 'no_data' as status"
        )
    return Marts(path)


def row(configuration, metric, measure, value, n=10, reference="experts", status="ok", judge="judge"):
    return ("mer_bench", judge, configuration, metric, measure, measure, reference, value, n, status)


ROWS = [
    row("RF-VF", "vgq", "srcc", 0.9),
    row("RF-VF", "vgq", "weighted_kappa", 0.8),
    row("RF-VF", "vgq", "expert_expert_weighted_kappa", 0.7),
    row("RL-VL", "vgq", "srcc", None, status="constant_input"),
    row("RF-VF", "all", "parse_failure_rate", 0.25, reference="none"),
    row("RF-VF", "vgq", "mean_score", 3.5, reference="none"),
]


def test_a_judges_row_has_its_rates_and_agreement(tmp_path):
    with cards(tmp_path, ROWS) as marts:
        shown = to_markdown(judge_cards(marts))
    line = next(line for line in shown.splitlines() if "RF-VF" in line)
    assert [cell.strip() for cell in line.split("|")][1:7] == ["judge", "RF-VF", "vgq", "10", "0.250", "–<sup>a</sup>"]
    assert "0.900" in line and "3.500" in line
    assert line.split("|")[-2].strip() == "0" and "no output was judged again" in shown
    assert "constant\\_input" in shown


def test_what_rests_on_repeats_stands_beside_how_many_there_are(tmp_path):
    again = row("RF-VF", "vgq", "self_equal_share", 0.5, n=4, reference="self")
    alone = row("RL-VL", "vgq", "output_count", 7.0, n=7, reference="none")
    with cards(tmp_path, [again, alone]) as marts:
        first, second = judge_cards(marts).groups[0].rows
    assert [first[-2].value, first[-1].value] == [0.5, 4]
    assert second[-1].value == 0 and second[7].reason == "no expert scored this metric."


def test_figure_4_has_the_experts_ceiling_beside_each_configuration(tmp_path):
    with cards(tmp_path, ROWS) as marts:
        shown = to_markdown(mer_bench_figure_4(marts))
    assert "0.800" in shown and "0.700" in shown
    assert "no best configuration" in shown


def test_figure_4_names_the_judge_where_there_are_several(tmp_path):
    with cards(tmp_path, [*ROWS, row("RF-VF", "vgq", "srcc", 0.5, judge="guest")]) as marts:
        (rows,) = (group.rows for group in mer_bench_figure_4(marts).groups)
    assert [(cells[0].text, cells[1].value) for cells in rows] == [
        ("guest, RF-VF", 0.5), ("judge, RF-VF", 0.9), ("judge, RL-VL", None),
    ]  # fmt: skip


def test_a_claim_that_cannot_be_computed_says_why(tmp_path):
    with cards(tmp_path, ROWS) as marts:
        shown = to_markdown(claims(marts))
    assert "not computable" in shown and "no\\_data" in shown


@pytest.mark.parametrize("make", [judge_cards, mer_bench_figure_4])
def test_without_a_judge_there_is_nothing_to_show(tmp_path, make):
    with cards(tmp_path, []) as marts, pytest.raises(NothingToShowError, match="nothing that it needs is landed"):
        make(marts)
