"""The report as a file: what it says of each mart, of marts that are not there, and of mistakes."""

from __future__ import annotations

import html
import json
import re

import duckdb
import pytest
from click.testing import CliRunner

from analysis.cli import main
from analysis.exposures import EXPOSURES
from analysis.marts import Marts
from analysis.report.generic import ROW_LIMIT
from analysis.report.page import report
from hand_made_house import NAMES, SCRIPT, write_house

#: Charts cost seconds: most tests are about what stands between them.
PLAIN = {name: EXPOSURES[name] for name in ("agreement", "mer_bench_table_2", "mer_bench_table_3")}


@pytest.fixture(autouse=True)
def without_charts(request, monkeypatch):
    if "with_charts" not in request.fixturenames:
        monkeypatch.setattr("analysis.report.sections.EXPOSURES", PLAIN)


@pytest.fixture
def with_charts():
    pass


@pytest.fixture
def made(tmp_path):
    def of(**options) -> str:
        with Marts(write_house(tmp_path / "hand.duckdb", **options)) as marts:
            return report(marts).decode()

    return of


def section(page: str, name: str) -> str:
    found = re.search(rf'<section id="{name}".*?</section>', page, re.DOTALL)
    assert found, name
    return found[0]


def cells(text: str) -> list[list[str]]:
    rows = re.findall(r"<tr>(.*?)</tr>", text)
    return [
        [html.unescape(re.sub(r"<[^>]*>", "", c)) for c in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row)]
        for row in rows
    ]


def test_every_mart_is_shown_with_its_numbers(made):
    page = made(names=("plain", "other"))
    assert ["verdicts", "2", "80", "4"] in cells(section(page, "landed"))
    assert ["mer_bench_table_2", "RF-VF", "second", "100", "90", "80", "70", "60", "50"] in cells(
        section(page, "waterfall")
    )
    bench = cells(section(page, "mer-bench"))
    assert any("61.500 [60.250, 62.750]" in row for row in bench)
    assert [
        "mer_bench_table_2",
        "all",
        "rfs",
        "released-strict-run",
        "plain",
        "all",
        "61.500",
        "1",
        "1",
        "2",
        "yes",
        "0.750",
    ] in bench
    assert "raters agree on 90% of pairs" in section(page, "agreement")
    assert ["judge", "RF-VF", "rfs", "repeat_agreement", "0.875 [0.800, 0.900]", "12", "ok"] in cells(
        section(page, "judges")
    )
    assert ["a_claim", "1.500 [1.250, 1.750]", "0.030", "supported"] in cells(section(page, "claims"))
    assert ["verdicts", "item.unknown", "3"] in cells(section(page, "warnings"))
    assert ["score", "score.not_integer", "2"] in cells(section(page, "warnings"))
    assert ["released-strict-run", "The released formulas."] in cells(section(page, "conventions"))
    assert "duckdb" in section(page, "provenance") and ["b.jsonl", "bb"] in cells(section(page, "provenance"))


def test_a_benchmark_whose_name_begins_another_s_shows_none_of_its_tables(made, tmp_path):
    made()
    with duckdb.connect(str(tmp_path / "hand.duckdb")) as connection:
        connection.execute("insert into raw.files select * replace ('mer' as benchmark) from raw.files limit 1")
    with Marts(tmp_path / "hand.duckdb") as marts:
        page = report(marts).decode()
    assert "mer_bench_table_2" not in section(page, "mer").replace("marts.mer_bench_table_2", "")
    found = re.findall(r'\bid="([^"]+)"', page)
    assert len(found) == len(set(found))


def test_a_leaderboard_shows_its_printed_conventions_and_one_without_any_all_of_its_rows(made, tmp_path):
    made(names=("plain",))
    with duckdb.connect(str(tmp_path / "hand.duckdb")) as connection:
        copied = "insert into marts.score_intervals select * replace (? as leaderboard, ? as convention_id)"
        for leaderboard, convention in (("mer_bench_table_2", "unprinted"), ("another_board", "its-own")):
            connection.execute(
                f"{copied} from marts.score_intervals where convention_id like 'released%'", [leaderboard, convention]
            )
    with Marts(tmp_path / "hand.duckdb") as marts:
        bench = section(report(marts).decode(), "mer-bench")
    assert "released-strict-run" in bench and "its-own" in bench
    assert "unprinted" not in bench


def test_absent_and_empty_marts_are_left_out_with_a_sentence(made, tmp_path):
    page = made(has_later=False)
    assert "marts.judge_cards is not built." in section(page, "judges")
    assert "marts.claims is not built." in section(page, "claims")
    assert "score intervals" not in section(page, "mer-bench")
    with duckdb.connect(str(tmp_path / "hand.duckdb")) as connection:
        connection.execute("delete from marts.waterfall")
        connection.execute("delete from marts.agreement")
    with Marts(tmp_path / "hand.duckdb") as marts:
        page = report(marts).decode()
    assert "marts.waterfall has no row for this." in section(page, "waterfall")
    assert "agreement is left out: marts.agreement has no row" in section(page, "warnings")
    assert "mer_bench_table_3 is left out" in section(page, "warnings")


def test_the_page_asks_for_nothing_and_escapes_names(made, with_charts):
    page = made()
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert page.count("<script>") == 1 == page.count("</script>")
    assert SCRIPT not in page and html.escape(SCRIPT) in page
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert all(html.escape(" ".join(name.split())) in page for name in NAMES)


def test_a_character_that_html_forbids_is_replaced_also_in_charts(made, with_charts):
    page = made(names=("bell\x07", "end\uffff"))
    assert "bell\ufffd" in page and "end\ufffd" in page
    assert not re.search(r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\uffff]", page)


def test_two_reports_are_byte_equal(made, tmp_path, with_charts):
    assert made(names=("a", "b")).encode() == made_again(tmp_path) == made_again(tmp_path)


def made_again(folder) -> bytes:
    with Marts(folder / "hand.duckdb") as marts:
        return report(marts)


def test_long_marts_are_cut_and_say_so(made, tmp_path):
    made(has_later=True)
    with duckdb.connect(str(tmp_path / "hand.duckdb")) as connection:
        connection.execute(
            f"insert into marts.judge_cards by name (select 'mer_bench' as benchmark, 'j' || i as judge_id from range({ROW_LIMIT}) t(i))"
        )
    page = made_again(tmp_path).decode()
    assert f"The first {ROW_LIMIT} of {ROW_LIMIT + 1} rows" in section(page, "judges")


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("AFFECTMART_WAREHOUSE", str(tmp_path / "hand.duckdb"))
    monkeypatch.setenv("AFFECTMART_EXPORTS", str(tmp_path / "exports"))

    def command(*arguments: object, code: int = 0):
        done = CliRunner().invoke(main, [str(argument) for argument in arguments])
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        assert done.exit_code == code, done.output
        assert not code or done.stderr.count("\n") == 1
        return done

    return command


def test_the_command_writes_the_page_and_its_provenance(run, tmp_path):
    write_house(tmp_path / "hand.duckdb")
    with duckdb.connect(str(tmp_path / "hand.duckdb")) as connection:
        connection.execute(
            "create table raw.builds as select 'an-id' as invocation_id, 'build' as command, '{\"mame_re_pool_seed\": 7}' as variables"
        )
    assert run("report").stdout.splitlines() == [
        str(tmp_path / "exports" / name) for name in ("report.html", "provenance.json")
    ]
    record = json.loads((tmp_path / "exports" / "provenance.json").read_text(encoding="utf-8"))
    assert record["dbt"] == {"command": "build", "invocation_id": "an-id"}
    assert record["seed"] == {"arteculture_split_seed": 42, "mame_re_pool_seed": 7}
    assert record["variables"]["min_votes"] == 1
    assert list(record["exports"]) == ["report.html"]


def test_mistakes_are_one_sentence(run, tmp_path):
    assert "Run ingest load and dbt build first" in run("report", code=1).stderr
    duckdb.connect(str(tmp_path / "hand.duckdb")).close()
    assert "Run dbt build first" in run("report", code=1).stderr
    (tmp_path / "hand.duckdb").unlink()
    write_house(tmp_path / "hand.duckdb")
    assert "is a folder" in run("report", "--out", tmp_path, code=1).stderr
    assert "cannot be written" in run("report", "--out", "/dev/null/x/report.html", code=1).stderr
