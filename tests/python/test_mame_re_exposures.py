"""MaMe-Re's tables and charts from marts written by hand: every number shown is a mart's, nothing lies off the canvas."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import duckdb
import pytest

from analysis.charts.render import to_png, to_svg
from analysis.errors import NothingToShowError
from analysis.exposures import EXPOSURES
from analysis.marts import Marts
from analysis.tables.model import Table

#: Dots, ranks and ranking have one maker for all benchmarks, tested in test_statistics_exposures.
ELSEWHERE = ("_score_dots", "_ranks", "_ranking")
NAMES = [name for name in EXPOSURES if name.startswith("mame_re_") and not name.endswith(ELSEWHERE)]
CHARTS = [name for name in NAMES if EXPOSURES[name].kind == "chart"]
BOARD = (
    "experiment varchar, k bigint, condition varchar, system_id varchar, is_reference boolean, failure_policy varchar, "
    "method varchar, is_with_description boolean, score_at_1 double, chr_four_fifths double, chr_all double, "
    "ndcg_at_5 double, context_count bigint, ndcg_context_count bigint, failed_count bigint, missing_count bigint"
)
SCHEMAS = {
    "mame_re_leaderboard": BOARD,
    "mame_re_score_distribution": "system_id varchar, score double, selection_count double, share double",
    "mame_re_rerank_curve": "retriever varchar, k bigint, system_id varchar, is_reference boolean, score_at_1 double, "
    "context_count bigint, standalone_score_at_1 double",
    "mame_re_pool_scores": "experiment varchar, k bigint, system_id varchar, is_reference boolean, condition varchar, "
    "score_at_1 double, context_count bigint",
    "mame_re_pool_deltas": "k bigint, system_id varchar, is_reference boolean, delta double, paired_delta double, "
    "paired_context_count bigint, status varchar",
    "mame_re_consensus": "consensus varchar, position bigint, pair_count bigint, share double",
    "mame_re_summary": "pair_count bigint, vote_count bigint, mean_funniness double, pooled_funny_share double",
    "mame_re_description_effects": "base_model varchar, method varchar, system_with varchar, system_without varchar, "
    "difference double, context_count bigint, status varchar",
}
LONG = "a-family-of-models/with-a-very-long-checkpoint-path-v1.2.3-instruct"


def board(system: str, score: float | None, *, reference: bool = False, **changes) -> tuple:
    row = {
        "experiment": "exp1", "k": None, "condition": None, "system_id": system, "is_reference": reference,
        "failure_policy": "exclude", "method": None if reference else "preference", "is_with_description": None,
        "score_at_1": score, "chr_four_fifths": 0.25, "chr_all": 0.125, "ndcg_at_5": None, "context_count": 4,
        "ndcg_context_count": 0, "failed_count": 1, "missing_count": 2,
    }  # fmt: skip
    return tuple((row | changes).values())


ROWS: dict[str, list[tuple]] = {
    "mame_re_leaderboard": [
        board("my", 0.4, is_with_description=True),
        board("mn", 0.3125, is_with_description=False),
        board("my", 0.9, failure_policy="zero"),
        board("my", 0.8, experiment="exp3", k=4),
        board("emb", 0.35, method="similarity", ndcg_at_5=0.5, ndcg_context_count=3),
        board(LONG, 0.2, method="similarity", ndcg_at_5=0.25, ndcg_context_count=4),
        board("silent", None, context_count=0),
        board("random", 0.15, reference=True, ndcg_at_5=0.1),
        board("oracle", 0.95, reference=True, ndcg_at_5=1.0),
    ],
    "mame_re_score_distribution": [
        ("my", 0.2, 1.0, 0.25), ("my", 0.4, 2.0, 0.5), ("my", 0.6, 1.0, 0.25), ("mn", 0.0, 1.0, 0.25),
        ("mn", 0.25, 1.0, 0.25), ("mn", 0.5, 2.0, 0.5), ("emb", 0.2, 1.5, 0.375), ("emb", 0.6, 2.5, 0.625),
        (LONG, 0.2, 4.0, 1.0),
    ],
    "mame_re_rerank_curve": [
        *(("emb", k, "my", False, s, n, 0.35) for k, s, n in ((2, 0.3, 4), (4, 0.45, 3))),
        *(("emb", k, "random", True, s, 4, 0.35) for k, s in ((2, 0.25), (4, 0.2), (8, 0.15))),
        *(("emb", k, "oracle", True, s, 4, 0.35) for k, s in ((2, 0.5), (4, 0.7), (8, 0.95))),
        (LONG, 2, "random", True, 0.25, 4, 0.2),
    ],
    "mame_re_pool_scores": [
        ("exp2", 4, "my", False, "emb", 0.11, 4),
        *(("exp3", k, "my", False, None, s, 4) for k, s in ((4, 0.5), (8, 0.375))),
        *(("exp3", k, "random", True, None, s, 4) for k, s in ((4, 0.3), (8, 0.25))),
        ("exp4", 4, "my", False, "Low", 0.5, 4),
        ("exp4", 4, "my", False, "High", 0.3125, 2),
        ("exp4", 4, "other", False, "Low", None, 0),
    ],
    "mame_re_pool_deltas": [(4, "my", False, -0.1875, -0.25, 2, "ok"), (4, "other", False, None, None, None, "no_high")],
    "mame_re_consensus": [("unanimous", 1, 2, 0.25), ("high", 2, 5, 0.625), ("split", 3, 1, 0.125)],
    "mame_re_summary": [(8, 39, 0.25, 0.256)],
    "mame_re_description_effects": [
        ("m", "preference", "my", "mn", 0.0875, 4, "ok"), ("o", "preference", "oy", "on", None, 0, "ambiguous")
    ],
}  # fmt: skip


def write(path: Path, rows: dict[str, list[tuple]]) -> Path:
    with duckdb.connect(str(path)) as connection:
        connection.execute("create schema marts")
        for mart, columns in SCHEMAS.items():
            connection.execute(f"create table marts.{mart} ({columns})")
            for row in rows.get(mart, []):
                connection.execute(f"insert into marts.{mart} values ({', '.join('?' * len(row))})", list(row))
    return path


@pytest.fixture(scope="module")
def marts(tmp_path_factory):
    with Marts(write(tmp_path_factory.mktemp("hand") / "hand.duckdb", ROWS)) as opened:
        yield opened


def shown(table: Table) -> dict[tuple[str, str], list[str]]:
    """(heading, first cell) -> the other cells as printed."""
    return {
        (group.heading, str(row[0].text)): [
            cell.show(column) for cell, column in zip(row[1:], table.columns[1:], strict=True)
        ]
        for group in table.groups
        for row in group.rows
    }


def made(marts, name: str) -> Table:
    table = EXPOSURES[name].make(marts)
    assert table.name == name
    return table


def data_of(spec: Any) -> list[list[dict[str, Any]]]:
    """All rows of inline data in a chart, wherever the writer of charts put them."""
    if isinstance(spec, list):
        return [rows for part in spec for rows in data_of(part)]
    if not isinstance(spec, dict):
        return []
    found = [spec["data"]["values"]] if "values" in spec.get("data", {}) else []
    found += list(spec.get("datasets", {}).values())
    return found + [rows for key, part in spec.items() if key not in ("data", "datasets") for rows in data_of(part)]


def texts(svg: bytes) -> list[str]:
    found = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return ["".join(node.itertext()) for node in found]


def test_the_leaderboard_shows_the_first_experiment_best_first_and_exact_rows_apart(marts):
    table = made(marts, "mame_re_leaderboard")
    rows = shown(table)
    assert list(rows) == [
        *(("systems", s) for s in ("my", "emb", "mn", LONG, "silent")), ("random, exact", "random"),
        ("oracle, exact", "oracle"),
    ]  # fmt: skip
    assert rows["systems", "my"] == ["preference", "Y", "0.400", "0.250", "0.125", "–", "4", "0", "1", "2"]
    assert rows["systems", "emb"][5:7] == ["0.500", "4"]
    assert rows["systems", "silent"][2] == "–"
    marked = [
        [mark for row in table.marks(group) for mark in row if mark != "none"]
        for group in table.groups
        if "exact" in group.heading
    ]
    assert marked == [[], []]
    assert table.marks(table.groups[0])[0][3] == "best"


def test_the_distribution_has_a_column_for_each_exact_score_and_zero_where_nothing_was_chosen(marts):
    table = made(marts, "mame_re_score_distribution")
    assert [c.header for c in table.columns] == ["System", "0", "0.2", "0.25", "0.4", "0.5", "0.6", "choices"]
    rows = shown(table)
    assert rows["", "my"] == ["0.0", "25.0", "0.0", "50.0", "0.0", "25.0", "4"]
    assert rows["", "mn"] == ["25.0", "0.0", "25.0", "0.0", "50.0", "0.0", "4"]


def test_the_curve_shows_reranked_retrievers_with_the_retriever_alone(marts):
    rows = shown(made(marts, "mame_re_rerank_curve"))
    assert rows == {
        ("emb (alone 0.350): systems", "my"): ["0.300", "0.450", "–", "3 to 4"],
        ("emb (alone 0.350): random, exact", "random"): ["0.250", "0.200", "0.150", "4"],
        ("emb (alone 0.350): oracle, exact", "oracle"): ["0.500", "0.700", "0.950", "4"],
    }


def test_pool_scores_hold_both_experiments_and_the_unrounded_difference(marts):
    rows = shown(made(marts, "mame_re_pool_scores"))
    assert rows["k = 4: systems", "my"] == [
        "0.500", "4", "0.500", "4", "–", "–", "0.312", "2", "-0.188", "-0.250", "2"
    ]  # fmt: skip
    assert rows["k = 4: systems", "other"][2:4] == ["–", "0"]
    assert rows["k = 8: random, exact", "random"][:2] == ["0.250", "4"]
    assert "0.110" not in str(rows)


def test_a_missing_pool_score_says_whether_there_is_no_pool_or_no_answer(marts):
    table = made(marts, "mame_re_pool_scores")
    cells = {(group.heading, row[0].text): row for group in table.groups for row in group.rows}
    mid = next(n for n, column in enumerate(table.columns) if column.header == "Mid")
    assert "mame_re_pool_gaps" in cells["k = 4: systems", "my"][mid].reason
    assert cells["k = 4: systems", "other"][-1].reason == "marts.mame_re_pool_deltas says no_high."


def test_consensus_names_its_votes(marts):
    table = made(marts, "mame_re_consensus")
    assert shown(table) == {
        ("", "unanimous"): ["2", "25.0"], ("", "high"): ["5", "62.5"], ("", "split"): ["1", "12.5"],
        ("", "all"): ["8", "100.0"],
    }  # fmt: skip
    assert "39 votes;" in table.caption and "0.250 over pairs, 0.256 over votes" in table.caption


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_lies_on_its_canvas_and_is_drawn_alike_twice(marts, name):
    svg = to_svg(EXPOSURES[name].make(marts))
    assert to_svg(EXPOSURES[name].make(marts)) == svg
    assert to_png(EXPOSURES[name].make(marts))[:4] == b"\x89PNG"
    said = texts(svg)
    assert any(text.startswith("MaMe-Re") for text in said)
    assert not {"null", "NaN", "undefined"} & set(said)


def test_bars_hold_the_marts_shares_and_scores(marts):
    cells = data_of(EXPOSURES["mame_re_figure_4c"].make(marts).to_dict())[0]
    found = [(c["system"], c["score"], c["start"], c["end"], c["mean"]) for c in cells]
    assert found == [
        ("my", 0.2, 0.0, 25.0, 0.4), ("my", 0.4, 25.0, 75.0, 0.4), ("my", 0.6, 75.0, 100.0, 0.4),
        ("mn", 0.0, 0.0, 25.0, 0.3125), ("mn", 0.25, 25.0, 50.0, 0.3125), ("mn", 0.5, 50.0, 100.0, 0.3125),
    ]  # fmt: skip
    said = texts(to_svg(EXPOSURES["mame_re_figure_4c"].make(marts)))
    # The formatter rounds halves away from zero.
    assert "0.400" in said and re.search(r"0\.31[23]", " ".join(said))


def test_descriptions_stand_side_by_side_and_the_best_of_each_method(marts):
    said = texts(to_svg(EXPOSURES["mame_re_figure_4b"].make(marts)))
    assert {"m (preference)", "with", "without"} <= set(said)
    assert not any("o (preference)" in text for text in said)
    best = texts(to_svg(EXPOSURES["mame_re_figure_7"].make(marts)))
    assert {"emb", "my", "similarity", "preference"} <= set(best)
    assert "mn" not in best


def test_lines_hold_the_marts_numbers_and_exact_rows_are_dashed(marts):
    parts = data_of(EXPOSURES["mame_re_figure_5"].make(marts).to_dict())
    lines = {(c["line"], c["k"]): (c["value"], c["kind"]) for part in parts for c in part if "line" in c}
    assert lines["my", 4] == (0.45, "system")
    assert lines["Oracle (exact)", 8] == (0.95, "exact")
    assert len(lines) == 8
    assert [{"alone": 0.35}] in parts
    pools = data_of(EXPOSURES["mame_re_figure_6"].make(marts).to_dict())[0]
    assert {(c["line"], c["k"], c["value"]) for c in pools} == {
        ("my", 4, 0.5), ("my", 8, 0.375), ("Random (exact)", 4, 0.3), ("Random (exact)", 8, 0.25)
    }  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_nothing_landed_is_nothing_to_show_in_one_sentence(tmp_path, name):
    empty = {"mame_re_summary": [(0, 0, None, None)], "mame_re_consensus": [("split", 3, 0, None)]}
    with (
        Marts(write(tmp_path / "empty.duckdb", empty)) as opened,
        pytest.raises(NothingToShowError, match=r"marts\.mame_re"),
    ):
        EXPOSURES[name].make(opened)
