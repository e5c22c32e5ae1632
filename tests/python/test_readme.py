"""The README's commands run, and what it shows is what they print."""

from __future__ import annotations

import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest

from conftest import BIN, ROOT, House


def transcripts() -> list[tuple[str, list[str]]]:
    """Return (command, lines shown after it) of every console block."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"```console\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL):
        for part in re.split(r"(?m)^\$ ", block)[1:]:
            command, *lines = part.rstrip("\n").split("\n")
            found.append((command, [line.rstrip() for line in lines]))
    return found


@pytest.mark.parametrize(
    ("command", "lines"), transcripts(), ids=lambda value: value[:60] if isinstance(value, str) else ""
)
def test_a_transcript_is_what_the_command_prints(sample: House, command, lines):
    name, *arguments = shlex.split(command)
    arguments = [str(sample.data) if argument == "data" else argument for argument in arguments]
    told = sample.run(Path(name).name, *arguments)
    printed = [line.rstrip() for line in told.stdout.split("\n")]
    assert printed[: len(lines)] == lines


def test_the_conformed_example_lands(house):
    (house.folder / "my_votes.csv").write_text("subject_id,question,rater_id,label\ni1,q,a,x\n")
    command = next(
        line for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines() if "my_votes.csv" in line
    )
    name, *arguments = shlex.split(command)
    house.run(Path(name).name, *arguments)


def test_make_lists_its_targets():
    shown = subprocess.run(
        ["make", "-C", str(ROOT), "--no-print-directory"], capture_output=True, text=True, check=True
    ).stdout
    for target in ("setup", "run", "build", "test", "lint", "docs", "bench", "clean"):
        assert f"make {target}" in shown


def test_every_command_has_an_example_in_its_help():
    for tool, commands in (
        ("ingest", ("load", "check", "status", "rejects", "trace", "simulate")),
        ("analysis", ("list", "export", "compare", "sql")),
    ):
        for command in commands:
            shown = subprocess.run([BIN / tool, command, "--help"], capture_output=True, text=True, check=True).stdout
            assert re.search(rf"{tool} {command}\b", shown.split("Usage:", 1)[1].split("\n", 1)[1]), command


def test_the_lock_holds_every_dependency_by_hash_and_no_address():
    """`make setup`, which every run of these tests goes through, installs the lock; this says what it may hold."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in re.sub(r"(?m)^\s*#.*$", "", lock)
    pinned = {
        name.lower(): entry
        for name, entry in re.findall(r"(?m)^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==((?:.*\\\n)*.*)", lock)
    }
    assert all("--hash=sha256:" in entry for entry in pinned.values())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    wanted += [
        *project["project"]["optional-dependencies"]["test"],
        *project["project"]["optional-dependencies"]["lint"],
    ]
    assert {re.match(r"[A-Za-z0-9._-]+", text)[0].lower() for text in wanted} <= set(pinned)
