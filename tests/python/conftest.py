"""Fixtures: commands run as a user runs them, each test with a warehouse, data and export folder of its own."""

from __future__ import annotations

import atexit
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import hypothesis
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent

# The same examples on every machine, and none refused because the machine is slow.
hypothesis.settings.register_profile(
    "everywhere", derandomize=True, deadline=None, suppress_health_check=list(hypothesis.HealthCheck)
)
hypothesis.settings.load_profile("everywhere")


@dataclass
class House:
    """One user's place: a folder with a warehouse, data and exports; commands run with those."""

    folder: Path
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def warehouse(self) -> Path:
        return self.folder / "warehouse.duckdb"

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def exports(self) -> Path:
        return self.folder / "exports"

    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "AFFECTMART_WAREHOUSE": str(self.warehouse),
            "AFFECTMART_DATA": str(self.data),
            "AFFECTMART_EXPORTS": str(self.exports),
            "DBT_SEND_ANONYMOUS_USAGE_STATS": "false",
            "COLUMNS": "200",
            **self.variables,
        }

    def run(
        self, *command: str | Path, code: int | None = 0, cwd: Path | None = None, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [str(BIN / str(command[0])), *map(str, command[1:])],
            cwd=cwd or self.folder,
            env=self.environment() | variables | self.variables,
            capture_output=True,
            text=True,
            check=False,
        )
        told = f"{command} gave {done.returncode}\n{done.stdout}\n{done.stderr}"
        assert "Traceback (most recent call last)" not in done.stdout + done.stderr, told
        if code is not None:
            assert done.returncode == code, told
        return done

    def ingest(self, *arguments: str | Path, code: int | None = 0) -> subprocess.CompletedProcess[str]:
        return self.run("ingest", *arguments, code=code)

    def analysis(self, *arguments: str | Path, code: int | None = 0) -> subprocess.CompletedProcess[str]:
        return self.run("analysis", *arguments, code=code)

    def dbt(self, command: str, *arguments: str, code: int | None = 0) -> subprocess.CompletedProcess[str]:
        """Run dbt on this place; where only a part is built, without unit tests and with few replicates."""
        if command == "build" and {"-s", "--select"} & set(arguments):
            if not {"unit_test", "resource_type:unit_test", "--resource-type"} & set(arguments):
                arguments += ("--exclude-resource-type", "unit_test")
            if "--vars" not in arguments:
                arguments += ("--vars", '{"replicates": 200}')
        places = (
            "--project-dir", ROOT, "--profiles-dir", ROOT,
            "--target-path", self.folder / "target", "--log-path", self.folder / "logs",
        )  # fmt: skip
        given = arguments[arguments.index("--vars") + 1] if "--vars" in arguments else ""
        parsed = stage() / hashlib.sha256(json.dumps([given, self.variables]).encode()).hexdigest()
        own = self.folder / "target" / "partial_parse.msgpack"
        if parsed.exists():
            own.parent.mkdir(exist_ok=True)
            shutil.copy(parsed, own)
        link = stage() / "place"
        link.unlink(missing_ok=True)
        link.symlink_to(self.folder)
        warehouse = str(link / self.warehouse.name)
        done = self.run("dbt", command, *places, "--quiet", *arguments, code=code, AFFECTMART_WAREHOUSE=warehouse)
        if own.exists() and not parsed.exists():
            shutil.copy(own, parsed)
        return done

    def build(
        self, *benchmarks: str, data_tests: bool = False, **variables: object
    ) -> subprocess.CompletedProcess[str]:
        """Build these benchmarks' marts and the generic ones over them alone.

        Intervals take few replicates. The whole project with every test of dbt's is built by `sample` and by test_build.py.
        """
        shapes = yaml.safe_load((ROOT / "dbt_project.yml").read_text(encoding="utf-8"))["vars"]["benchmarks"]
        chosen = {"benchmarks": {name: shapes[name] for name in benchmarks}, "replicates": 200, **variables}
        marts = [f"+path:models/marts/{name}" for name in ("generic", *benchmarks)]
        left_out = ["unit_test"] if data_tests else ["unit_test", "test"]
        flags = [word for kind in left_out for word in ("--exclude-resource-type", kind)]
        return self.dbt("build", "-s", *marts, *flags, "--vars", json.dumps(chosen))

    def query(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with duckdb.connect(str(self.warehouse), read_only=True) as connection:
            return connection.execute(sql, list(values)).fetchall()

    def value(self, sql: str, *values: Any) -> Any:
        return self.query(sql, *values)[0][0]


@cache
def stage() -> Path:
    """Return this process's folder of what dbt has parsed, and of the link to the place that it runs for.

    dbt parses anew when its profile names another path; half of a small build would be that. Through a link every place
    of a process has the same path, so that what was parsed under the same variables serves again.
    """
    folder = Path(tempfile.mkdtemp(prefix="affectmart-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@contextmanager
def held_open(warehouse: Path) -> Iterator[int]:
    """Let another process hold the warehouse open, for as long as the block runs; gives its number."""
    code = f"import duckdb, sys; held = duckdb.connect({str(warehouse)!r}); print('open', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process.pid


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def shared_folder() -> Path:
    """Return the folder of reference values, or skip with the reason."""
    found = os.environ.get("AFFECTMART_SHARED")
    if not found:
        pytest.skip("AFFECTMART_SHARED is not set: the reference values are not here")
    return Path(found)


def real_data_folder() -> Path:
    """Return the folder of real public files, or skip with the reason."""
    found = os.environ.get("AFFECTMART_REAL_DATA")
    if not found:
        pytest.skip("AFFECTMART_REAL_DATA is not set: the real public files are not here")
    return Path(found)


def built_once(tmp_path_factory: pytest.TempPathFactory, name: str, build: Callable[[House], None]) -> House:
    """Return this process's own copy of a place that only the first process of the session builds."""
    common = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        common = common.parent
    with (common / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        place = House(common / name)
        if not (common / f"{name}.built").exists():
            shutil.rmtree(place.folder, ignore_errors=True)
            place.folder.mkdir()
            build(place)
            (common / f"{name}.built").touch()
        own = tmp_path_factory.mktemp(name) / "own"
        shutil.copytree(place.folder, own, ignore=shutil.ignore_patterns("target", "logs"))
    return House(own)


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> House:
    """The bundled sample, landed and built as `make run` does it; dbt's own tests run elsewhere."""

    def build(place: House) -> None:
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        for part in re.search(r"^SAMPLES := (.*)$", makefile, re.MULTILINE)[1].split():
            name, scale = part.split(":")
            place.ingest("simulate", name, "--out", place.data / "sample" / name, "--seed", "42", "--scale", scale)
        place.ingest("load", place.data)
        place.dbt("build", "--exclude-resource-type", "unit_test", "--exclude-resource-type", "test")

    return built_once(tmp_path_factory, "sample", build)


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A whole build with nothing landed: the place where all of dbt's tests run, unit tests too."""

    def build(place: House) -> None:
        place.dbt("build")

    return built_once(tmp_path_factory, "empty", build)


@pytest.fixture(scope="session")
def mer_clean_warehouse(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The released MER-Bench code's own files, landed and built."""
    reference = shared_folder() / "reference" / "mer_clean"
    place = House(tmp_path_factory.mktemp("mer_clean"))
    place.data.mkdir()
    shutil.copy(reference / "index_300.json", place.data / "index_final.json")
    with tarfile.open(reference / "eval_outputs_table_2.tar.gz") as archive:
        archive.extractall(place.data, filter="data")
    place.ingest("load", place.data)
    place.build("mer_bench", data_tests=True)
    yield place.warehouse
