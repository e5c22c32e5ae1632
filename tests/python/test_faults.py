"""A user's mistakes: one clear message, a non-zero exit, the previous state intact."""

from __future__ import annotations

import io
import json
import random
import signal
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from conftest import BIN, House, held_open

BALLOTS = "subject_id,question,rater_id,label\ni1,q,a,x\n"


def parquet(table: pa.Table, damaged: bool = False) -> bytes:
    stream = io.BytesIO()
    pq.write_table(table, stream, compression="snappy", use_dictionary=False)
    content = bytearray(stream.getvalue())
    if damaged:
        # The first page stands before the middle of the file, the index at its end.
        content[40:200] = bytes(160)
    return bytes(content)


ANSWERS = pa.table({"subject_id": [f"i{n}" for n in range(500)], "question": ["q"] * 500, "label": ["x"] * 500})
NOT_UTF8 = pa.table(
    {"subject_id": ["i1"], "question": ["q"], "label": pa.array([b"\xff"]).cast(pa.string(), safe=False)}
)
TOO_LATE = pa.table(
    {"subject_id": ["i1"], "question": ["q"], "label": ["x"], "annotated_at": pa.array([2**62], pa.timestamp("us"))}
)


@pytest.fixture
def landed(house: House) -> House:
    (house.folder / "first.csv").write_text(BALLOTS)
    house.ingest("load", house.folder / "first.csv", "--as", "ballots", "--benchmark", "study")
    return house


def state(house: House) -> list[object]:
    return [
        house.query(f"from raw.{table} order by all") for table in ("files", "rejects", "loads", "conformed__ballots")
    ]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("empty.csv", b"", "is empty"),
        ("empty.json", b"", "is empty"),
        ("utf16.csv", BALLOTS.encode("utf-16"), "not UTF-8"),
        ("nul.csv", b"subject_id,question,label\n\x00\x00", "not UTF-8"),
        ("short.csv", b"subject_id,label\ni1,x\n", "'question'"),
        ("twice.csv", b"subject_id,question,label,label\ni1,q,x,y\n", "twice"),
        ("broken.json", b'[{"subject_id": "i1",}]', "strict JSON"),
        ("quote.csv", b'subject_id,question,"label\n', "header"),
        ("broken.parquet", b"PAR1 no", "Parquet"),
        ("page.parquet", parquet(ANSWERS, damaged=True), "Parquet"),
        ("latin1.parquet", parquet(NOT_UTF8), "utf-8"),
        ("late.parquet", parquet(TOO_LATE), "out of range"),
        ("broken.parquet.gz", b"no gzip", "damaged"),
        ("broken.csv.gz", b"no gzip", "damaged"),
        ("broken.csv.zst", b"no zstd", "damaged"),
        ("latin1.json", '[{"subject_id": "é"}]'.encode("latin-1"), "UTF-8"),
        ("picture.png", b"\x89PNG", "Convert"),
    ],
)
def test_a_file_that_is_not_what_it_should_be_is_refused_by_name(landed, name, content, says):
    before = state(landed)
    (landed.folder / name).write_bytes(content)
    told = landed.ingest("load", landed.folder / name, "--as", "ballots", "--benchmark", "study", code=1)
    assert name in told.stderr
    assert says in told.stderr
    assert told.stderr.count("\n") == 1
    assert state(landed) == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nowhere",), "does not exist"),
        ((".", "--benchmark", "nosuch"), "is not one of"),
        (("first.csv",), "is not recognised"),
        (("first.csv", "--as", "ballots"), "which benchmark"),
        (("first.csv", "--as", "nosuch", "--benchmark", "study"), "is no table of"),
        (("strange",), "holds no file"),
    ],
)
def test_a_wrong_call_says_what_to_do(landed, arguments, says):
    (landed.folder / "strange").mkdir()
    (landed.folder / "strange" / "notes.txt").write_text("hello")
    before = state(landed)
    told = landed.run("ingest", "load", *arguments, code=1)
    assert says in told.stderr
    assert state(landed) == before


def test_one_refused_file_leaves_the_whole_load_undone(landed):
    before = state(landed)
    folder = landed.folder / "many"
    folder.mkdir()
    (folder / "a.csv").write_text(BALLOTS.replace("i1", "i7"))
    (folder / "b.csv").write_text("subject_id\ni1\n")
    told = landed.ingest("load", folder, "--as", "ballots", "--benchmark", "study", code=1)
    assert "b.csv" in told.stderr
    assert state(landed) == before


def test_a_locked_warehouse_names_the_process(landed):
    with held_open(landed.warehouse) as process:
        for command in (("load", landed.folder / "first.csv", "--as", "ballots", "--benchmark", "study"), ("status",)):
            assert f"process {process}" in landed.ingest(*command, code=1).stderr


def test_a_damaged_warehouse_is_told_and_left_alone(house):
    house.warehouse.write_bytes(b"this is no database" * 1000)
    (house.folder / "first.csv").write_text(BALLOTS)
    told = house.ingest("load", house.folder / "first.csv", "--as", "ballots", "--benchmark", "study", code=1)
    assert "no DuckDB database" in told.stderr
    assert house.warehouse.read_bytes().startswith(b"this is no database")


def test_a_warehouse_of_a_newer_version_is_told_and_left_alone(landed):
    content = bytearray(landed.warehouse.read_bytes())
    # The storage version stands after the checksum and the four magic bytes.
    content[12:20] = (9999).to_bytes(8, "little")
    landed.warehouse.write_bytes(content)
    told = landed.ingest("status", code=1)
    assert "another DuckDB version" in told.stderr or "damaged" in told.stderr
    assert landed.warehouse.read_bytes() == bytes(content)


def test_a_missing_warehouse_says_how_to_start(house):
    assert "ingest load" in house.ingest("status", code=1).stderr
    assert not house.warehouse.exists()


def test_a_full_disk_leaves_the_previous_state(landed):
    before = state(landed)
    big = landed.folder / "big.csv"
    rows = random.Random(1)
    big.write_text(
        "subject_id,question,rater_id,label\n"
        + "".join(f"i{k},q,{rows.random()},x{rows.random()}\n" for k in range(200_000))
    )
    limit = landed.warehouse.stat().st_size // 1024 + 600
    done = subprocess.run(
        ["bash", "-c", f"ulimit -f {limit}; exec {BIN / 'ingest'} load {big} --as ballots --benchmark study"],
        env=landed.environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    assert "disk is full" in done.stderr
    assert "Traceback" not in done.stderr
    assert state(landed) == before
    landed.ingest("load", big, "--as", "ballots", "--benchmark", "study")
    assert landed.value("select count(*) from raw.conformed__ballots") == 200_001


#: Runs `ingest` and counts what its functions call and return: the process kills itself at the given number, or so many
#: seconds after the second entry into the transaction, which is its commit. Without either it tells the commit's number.
KILLED = """
import os, signal, sys
from ingest.cli import main
moment, seconds = int(sys.argv.pop(1)), float(sys.argv.pop(1))
seen = entries = 0
def watch(frame, event, _):
    global seen, entries
    if event in ("call", "return") and frame.f_globals.get("__name__", "").startswith("ingest."):
        seen += 1
        if seen == moment:
            os.kill(os.getpid(), signal.SIGKILL)
        if event == "call" and frame.f_code.co_name == "transaction":
            entries += 1
            if entries == 2:
                print("the commit is", seen)
                signal.setitimer(signal.ITIMER_REAL, seconds)
sys.setprofile(watch)
main()
"""


def test_a_killed_load_leaves_the_previous_state_and_the_next_completes(landed):
    big = landed.folder / "many"
    big.mkdir()
    for number in range(8):
        (big / f"{number}.csv").write_text(
            "subject_id,question,rater_id,label\n" + "".join(f"i{k},q,r{number},x\n" for k in range(1_000))
        )
    arguments = ["load", str(big), "--as", "ballots", "--benchmark", "study"]

    def load(moment: int = 0, seconds: float = 0.0) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", KILLED, str(moment), str(seconds), *arguments],
            env=landed.environment(), capture_output=True, text=True, check=False,
        )  # fmt: skip

    before = state(landed)
    copy = landed.warehouse.read_bytes()

    def restored() -> None:
        landed.warehouse.with_suffix(".duckdb.wal").unlink(missing_ok=True)
        landed.warehouse.write_bytes(copy)

    commit = int(load().stdout.partition("the commit is ")[2].split()[0])
    assert landed.value("select count(*) from raw.conformed__ballots") == 8_001
    restored()
    # Killed before its commit, a load has left nothing.
    moments = random.Random(20261130)
    for moment in [1, commit, *(moments.randrange(commit) + 1 for _ in range(8))]:
        assert load(moment=moment).returncode == -signal.SIGKILL
        assert state(landed) == before
    # Killed in its commit, it has left nothing or all.
    for seconds in (0.0001, 0.001, 0.003, 0.01):
        load(seconds=seconds)
        if landed.value("select count(*) from raw.files") == 1:
            assert state(landed) == before
        else:
            assert landed.value("select count(*) from raw.conformed__ballots") == 8_001
            restored()
    assert load().returncode == 0
    assert landed.value("select count(*) from raw.conformed__ballots") == 8_001


def test_a_folder_that_cannot_be_written_is_told(house):
    blocked = house.folder / "file"
    blocked.write_text("")
    house.variables["AFFECTMART_WAREHOUSE"] = str(blocked / "warehouse.duckdb")
    (house.folder / "first.csv").write_text(BALLOTS)
    told = house.ingest("load", house.folder / "first.csv", "--as", "ballots", "--benchmark", "study", code=1)
    assert "cannot be" in told.stderr


def test_other_locales_change_nothing(house):
    path = house.folder / "stimmen.csv"
    path.write_text("subject_id,question,label,score\nä,q,é,1.5\n", encoding="utf-8")
    house.variables.update({"LC_ALL": "C", "LANG": "C", "PYTHONIOENCODING": "utf-8"})
    house.ingest("load", path, "--as", "ballots", "--benchmark", "études")
    assert house.query("select benchmark, subject_id, label, score from raw.conformed__ballots") == [
        ("études", "ä", "é", 1.5)
    ]


def test_an_index_with_the_same_id_twice_is_landed_and_told_across_files_later(house):
    meme = {"id": "1.png", "det_emo": "sad", "tgt_emo": "happy"}
    path = house.folder / "index_final.json"
    path.write_text(json.dumps([meme, meme, {**meme, "tgt_emo": "calm"}]))
    house.ingest("load", path)
    assert house.value("select count(*) from raw.mer_bench__memes") == 3
