"""The command line on a warehouse written by hand: files written, mistakes told in one sentence, repeats equal."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner

from analysis import exposures
from analysis.cli import main
from conftest import held_open
from hand_made_marts import METRICS, system, write

# Those whose mart is made by hand here.
EXPOSURES = {name: exposures.EXPOSURES[name] for name in ("mer_bench_table_2", "mer_bench_heat_map")}
FILES = ["mer_bench_heat_map.png", "mer_bench_heat_map.svg", *(f"mer_bench_table_2.{f}" for f in ("csv", "md", "tex"))]


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("AFFECTMART_WAREHOUSE", str(tmp_path / "hand.duckdb"))
    monkeypatch.setattr("analysis.cli.EXPOSURES", EXPOSURES)
    monkeypatch.setenv("AFFECTMART_EXPORTS", str(tmp_path / "exports"))

    def command(*arguments: object, code: int = 0):
        done = CliRunner().invoke(main, [str(argument) for argument in arguments])
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        assert done.exit_code == code, done.output
        if code:
            assert done.stdout == ""
            assert done.stderr.count("\n") == 1, done.stderr
            assert done.stderr.startswith("error: ")
        return done

    return command


@pytest.fixture
def built(tmp_path):
    return write(tmp_path / "hand.duckdb", system("a") + system("b", 30))


def names(folder) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_json_has_null_for_what_is_no_number_also_inside_lists_and_structs(run, built):
    query = "select ['nan'::double, 1.5] as a, {'x': 'inf'::double} as b, 'nan'::double as c"
    assert json.loads(run("sql", query, "--format", "json").stdout) == [{"a": [None, 1.5], "b": {"x": None}, "c": None}]


def test_list_shows_name_kind_and_sentence_on_one_line_each(run):
    lines = run("list").stdout.splitlines()[1:]
    assert [line.split()[:2] for line in lines] == [[name, exposure.kind] for name, exposure in EXPOSURES.items()]
    for line, exposure in zip(lines, EXPOSURES.values(), strict=True):
        assert exposure.sentence in line


def test_export_writes_every_format_and_prints_the_paths(run, built, tmp_path):
    paths = run("export", "--all").stdout.splitlines()
    assert sorted(paths) == sorted(str(tmp_path / "exports" / name) for name in [*FILES, "provenance.json"])
    assert names(tmp_path / "exports") == sorted([*FILES, "provenance.json"])


def test_export_of_one_name_and_format_into_a_new_folder(run, built, tmp_path):
    out = tmp_path / "a [b]" / "c"
    paths = run("export", "mer_bench_table_2", "--format", "tex", "--out", out).stdout.splitlines()
    assert paths == [str(out / "mer_bench_table_2.tex"), str(out / "provenance.json")]
    assert names(out) == ["mer_bench_table_2.tex", "provenance.json"]


def test_two_exports_are_byte_equal_also_from_another_process_and_row_order(run, built, tmp_path):
    run("export", "--all", "--out", tmp_path / "one")
    first = {name: (tmp_path / "one" / name).read_bytes() for name in names(tmp_path / "one")}
    run("export", "--all", "--out", tmp_path / "one")
    assert {name: (tmp_path / "one" / name).read_bytes() for name in names(tmp_path / "one")} == first
    built.unlink()
    write(built, (system("a") + system("b", 30))[::-1])
    subprocess.run(
        [sys.executable, "-m", "analysis", "export", *EXPOSURES, "--out", tmp_path / "two"],
        check=True,
        capture_output=True,
    )
    assert {name: (tmp_path / "two" / name).read_bytes() for name in names(tmp_path / "two")} == first


def test_provenance_has_sources_conventions_versions_and_digests_with_sorted_keys(run, built, tmp_path):
    run("export", "--all")
    text = (tmp_path / "exports" / "provenance.json").read_text(encoding="utf-8")
    record = json.loads(text)
    assert text == json.dumps(record, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    assert record["source_files"] == [{"path": "a.jsonl", "sha256": "aa"}, {"path": "b.jsonl", "sha256": "bb"}]
    assert record["conventions"] == ["released-strict-run"]
    assert record["packages"]["duckdb"] == duckdb.__version__
    assert sorted(record["exports"]) == sorted(FILES)
    for name, entry in record["exports"].items():
        assert entry["sha256"] == sha256((tmp_path / "exports" / name).read_bytes()).hexdigest()


def exports_told(folder) -> list[str]:
    return sorted(json.loads((folder / "provenance.json").read_text(encoding="utf-8"))["exports"])


def test_provenance_keeps_what_it_said_of_other_files_while_that_holds(run, built, tmp_path):
    folder = tmp_path / "exports"
    run("export", "mer_bench_heat_map", "--format", "svg")
    run("export", "mer_bench_table_2", "--format", "md,csv")
    assert exports_told(folder) == ["mer_bench_heat_map.svg", "mer_bench_table_2.csv", "mer_bench_table_2.md"]
    (folder / "mer_bench_heat_map.svg").write_text("edited by hand")
    run("export", "mer_bench_table_2", "--format", "tex")
    assert exports_told(folder) == ["mer_bench_table_2.csv", "mer_bench_table_2.md", "mer_bench_table_2.tex"]
    with duckdb.connect(str(built)) as connection:
        connection.execute("insert into raw.files values ('c.jsonl', 'cc')")
    run("export", "mer_bench_table_2", "--format", "tex")
    assert exports_told(folder) == ["mer_bench_table_2.tex"]
    (folder / "provenance.json").write_text("[not ours")
    run("export", "mer_bench_table_2", "--format", "tex")
    assert exports_told(folder) == ["mer_bench_table_2.tex"]


def test_an_empty_mart_is_told_and_written_nowhere(run, tmp_path):
    write(tmp_path / "hand.duckdb", [])
    told = run("export", "--all")
    assert told.stdout == ""
    assert [line.split(" is not written: ")[0] for line in told.stderr.splitlines()] == [
        f"note: {n}" for n in EXPOSURES
    ]
    assert told.stderr.count("marts.mer_bench_table_2 has no row") == 2
    assert not (tmp_path / "exports").exists()
    assert "has no row" in run("export", "mer_bench_table_2", code=1).stderr


def test_a_kind_without_the_format_is_told(run, built, tmp_path):
    told = run("export", "--all", "--format", "tex")
    assert "mer_bench_heat_map is not written: a chart has the formats svg, png, pdf, html only." in told.stderr
    assert names(tmp_path / "exports") == ["mer_bench_table_2.tex", "provenance.json"]
    assert "a table has the formats" in run("export", "mer_bench_table_2", "--format", "svg", code=1).stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("export", "mer_bench_tabel_2"), "Did you mean mer_bench_table_2?"),
        (("export", "nothing_like_it"), "There is mer_bench_table_2"),
        (("export",), "use --all"),
        (("export", "--all", "--format", "docx"), "use one or more of md, csv, tex, html, parquet, svg, png, pdf"),
        (("export", "--all", "--format", ","), "use one or more of"),
        (("export", "--all", "--out", "/dev/null/x"), "cannot be written"),
        (("sql", "select nothing from nowhere"), "nowhere"),
        (("sql", "selec 1"), "syntax error"),
        (("sql", "select 1/"), "SQL:"),
        (("sql", " -- nothing"), "one statement"),
        (("sql", "select 1; select 2"), "one statement"),
        (("sql", "create table marts.x (a int)"), "read-only"),
        (("sql", "delete from marts.mer_bench_table_2"), "read-only"),
        (("sql", "attach 'x.duckdb'"), "read-only"),
        (("sql", "set enable_external_access = true"), "read-only"),
        (("sql", "explain analyze delete from marts.mer_bench_table_2"), "read-only"),
        (("sql", "copy (select 1) to 'should_not_be_there.csv'"), "read-only"),
        (("sql", "select * from read_csv('/etc/passwd')"), "SQL:"),
        (("sql", "select 1", "--format", "xml"), "xml"),
        (("sql",), "QUERY"),
        (("exprot",), "exprot"),
        (("list", "--nope"), "--nope"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_1(run, built, arguments, says):
    assert says in run(*arguments, code=1).stderr


def test_a_missing_warehouse_says_what_to_run(run):
    assert "Run ingest load and dbt build first" in run("export", "--all", code=1).stderr
    assert "Run ingest load and dbt build first" in run("sql", "select 1", code=1).stderr


def test_a_missing_mart_says_to_build(run, tmp_path):
    write(tmp_path / "hand.duckdb", [], has_mart=False)
    assert "marts.mer_bench_table_2 is not built. Run dbt build first." in run("export", "--all", code=1).stderr


def test_a_mart_of_another_version_says_to_build_again(run, built):
    with duckdb.connect(str(built)) as connection:
        connection.execute("alter table marts.mer_bench_table_2 drop column row_order")
    told = run("export", "mer_bench_table_2", code=1).stderr
    assert "no column row_order" in told
    assert "Run dbt build again" in told


def test_a_warehouse_without_a_ledger_is_told(run, tmp_path):
    write(tmp_path / "hand.duckdb", system("a"), has_ledger=False)
    assert "raw.files is missing" in run("export", "mer_bench_table_2", code=1).stderr
    assert not (tmp_path / "exports").exists()


def test_a_file_that_is_no_warehouse_is_told(run, tmp_path):
    (tmp_path / "hand.duckdb").write_bytes(b"not a database" * 1000)
    assert "hand.duckdb" in run("export", "--all", code=1).stderr


def test_a_locked_warehouse_names_the_process(run, built):
    with held_open(built) as process:
        assert f"process {process}" in run("export", "--all", code=1).stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind the superuser")
def test_a_folder_without_permission_is_told(run, built, tmp_path):
    (tmp_path / "closed").mkdir(mode=0o500)
    assert "cannot be written" in run("export", "--all", "--out", tmp_path / "closed", code=1).stderr


def test_a_file_is_written_whole_or_not_at_all(run, built, tmp_path, monkeypatch):
    run("export", "mer_bench_table_2", "--format", "md")
    before = (tmp_path / "exports" / "mer_bench_table_2.md").read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    assert "No space left on device" in run("export", "mer_bench_table_2", "--format", "md", code=1).stderr
    assert (tmp_path / "exports" / "mer_bench_table_2.md").read_bytes() == before
    assert names(tmp_path / "exports") == ["mer_bench_table_2.md", "provenance.json"]


def test_sql_prints_every_character_into_a_pipe(run, built):
    query = "select *, repeat('x', 300) as long, '[red]a' as markup from marts.mer_bench_table_2 limit 1"
    shown = run("sql", query).stdout
    assert "x" * 300 in shown and "[red]a" in shown and "…" not in shown
    assert "mer_bench" not in shown and "released-strict-run" in shown


def test_sql_as_csv_is_defused_and_as_json_keeps_every_column(run, built):
    query = "select '=1+1' as a, -1 as a, null as b, cast('nan' as double) as c, date '2020-01-02' as d"
    read = list(csv.reader(io.StringIO(run("sql", query, "--format", "csv").stdout)))
    assert read == [["a", "a_1", "b", "c", "d"], ["'=1+1", "-1", "", "nan", "2020-01-02"]]
    record = json.loads(run("sql", query, "--format", "json").stdout)
    assert record == [{"a": "=1+1", "a_1": -1, "b": None, "c": None, "d": "2020-01-02"}]


def test_sql_reads_in_every_reading_form(run, built):
    for query in (
        "from marts.mer_bench_table_2", "show all tables", "describe marts.mer_bench_table_2", "explain select 1",
        "summarize marts.mer_bench_table_2", "values (1)", "with x as (select 1) select * from x",
        "pivot (select system_id, metric, mean_pct from marts.mer_bench_table_2) on metric using max(mean_pct)",
    ):  # fmt: skip
        assert run("sql", query, "--format", "json").stdout.startswith("[{")
    counted = json.loads(run("sql", "select count(*) as n from marts.mer_bench_table_2", "--format", "json").stdout)
    assert counted == [{"n": 2 * len(METRICS)}]


def test_a_shell_completes_commands_names_and_formats(run, tmp_path):
    def completed(words: str, place: int) -> list[str]:
        environment = {
            **os.environ,
            "_ANALYSIS_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(place),
        }
        command = [str(Path(sys.executable).parent / "analysis")]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        return [line.split(",", 1)[1] for line in done.stdout.splitlines()]

    assert "mer_bench_table_2" in completed("analysis export mer_b", 2)
    assert completed("analysis export --format tex,pa", 3) == ["tex,parquet"]


def test_every_format_of_every_kind_is_written_and_repeats(run, built, tmp_path):
    formats = "tex,md,csv,html,parquet,svg,png,pdf"
    run("export", "--all", "--format", formats, "--out", tmp_path / "one")
    run("export", "--all", "--format", formats, "--out", tmp_path / "two")
    expected = [f"mer_bench_heat_map.{f}" for f in ("html", "pdf", "png", "svg")]
    expected += [f"mer_bench_table_2.{f}" for f in ("csv", "html", "md", "parquet", "tex")]
    assert names(tmp_path / "one") == sorted([*expected, "provenance.json"])
    for name in names(tmp_path / "one"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name


def test_a_latex_table_brings_the_fonts_of_its_names(run, tmp_path):
    write(tmp_path / "hand.duckdb", system("ユーモア") + system("b"))
    out = tmp_path / "out"
    paths = run("export", "mer_bench_table_2", "--format", "tex", "--out", out).stdout.splitlines()
    assert paths == [
        str(out / name) for name in ("mer_bench_table_2.tex", "fonts/NotoSansJP-Regular.otf", "provenance.json")
    ]
    assert "fonts/NotoSansJP-Regular.otf" in exports_told(out)


def test_bold_and_width_are_options(run, built, tmp_path):
    run("export", "--all", "--format", "md,svg", "--bold", "group", "--width", "column", "--out", tmp_path / "out")
    assert 'width="240pt"' in (tmp_path / "out" / "mer_bench_heat_map.svg").read_text(encoding="utf-8")
    assert "narrow" in run("export", "--all", "--width", "narrow", code=1).stderr


@pytest.mark.parametrize("form", ["svg", "png", "pdf"])
def test_a_width_at_which_type_is_too_small_to_read_is_told_and_the_file_written(run, built, tmp_path, form):
    told = run("export", "--all", "--format", f"{form},md", "--width", "column").stderr
    assert re.fullmatch(
        r"note: mer_bench_heat_map: its smallest type is [34]\.\d pt at this width; use --width text or slide\.\n", told
    )
    assert f"mer_bench_heat_map.{form}" in names(tmp_path / "exports")
    for arguments in (("--width", "text"), (), ("--width", "column", "--format", "html")):
        assert run("export", "mer_bench_heat_map", "--format", form, *arguments).stderr == ""
