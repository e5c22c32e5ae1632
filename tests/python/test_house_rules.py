"""The house's rules over dbt's manifest and the tree. Each test says why, and how to mend what it finds."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from analysis.exposures import EXPOSURES
from conftest import ROOT, House

Node = dict[str, Any]


@pytest.fixture(scope="module")
def manifest(tmp_path_factory) -> Node:
    house = House(tmp_path_factory.mktemp("manifest"))
    house.dbt("parse")
    found: Node = json.loads((house.folder / "target" / "manifest.json").read_text())
    return found


@pytest.fixture(scope="module")
def models(manifest) -> list[Node]:
    return [n for n in manifest["nodes"].values() if n["resource_type"] == "model"]


@pytest.fixture(scope="module")
def marts(models) -> list[Node]:
    return [n for n in models if n["fqn"][1] == "marts"]


def code(node: Node) -> str:
    """The model's SQL without comments and without what stands in quotes."""
    text = re.sub(r"--[^\n]*", "", node["raw_code"])
    return re.sub(r"'[^']*'", "''", re.sub(r"\{#.*?#\}", "", text, flags=re.DOTALL))


def sql_models(models: list[Node]) -> list[Node]:
    return [n for n in models if n["language"] == "sql"]


def blamed(nodes: list[Node], rule: Any) -> list[str]:
    return sorted(n["name"] for n in nodes if not rule(n))


def test_models_read_as_imports_steps_and_final(models):
    """A reader finds the inputs first and the result last. Mend: end with `select * from final`."""
    shape = re.compile(r"^\s*with\b.*\bfinal as \(.*\)\s*select \*\s*from final\s*$", re.DOTALL)
    assert blamed(sql_models(models), lambda n: shape.match(code(n))) == []


def test_no_model_is_longer_than_120_lines(models):
    """A long model holds several ideas. Mend: name one of them as a model of its own."""
    assert blamed(models, lambda n: len(n["raw_code"].splitlines()) <= 120) == []


def test_models_hold_no_jinja_logic(models):
    """Logic belongs to macros, where it has a test. Mend: move the block into macros/."""
    assert blamed(models, lambda n: "{%" not in code(n) and "target." not in code(n)) == []


#: What gives other digits or rows from run to run, or another result on another engine.
FORBIDDEN = {
    "a cast that only some engines read": r"::",
    "a type name that only some engines know": r"\bvarchar\b",
    "the first of tied rows": r"\b(arg_max|arg_min|mode|first|last|any_value)\(",
    "a sum of doubles that depends on threads": r"\b(avg|stddev\w*|var_samp|var_pop|corr|covar_\w+|regr_\w+|median)\(",
    "chance": r"\b(random|hash|uuid)\(",
    "JSON": r"\b(json\w*|from_json|to_json)\(|->>",
    "a file": r"\bread_(csv|json|parquet|blob|text)\w*\(",
    "a power sign": r"\^",
    "an inexact quantile": r"\bquantile\w*\(",
    "a nested value": r"\b(unnest|struct_pack|list_\w+|map)\(",
    "a column by its place": r"\b(group|order) by \d",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_models_use_only_what_is_deterministic_and_portable(models, what):
    """Two builds of one input are byte-equal on any engine. Mend: use macros/portable.sql or integers."""
    found = re.compile(FORBIDDEN[what])
    assert blamed(sql_models(models), lambda n: not found.search(code(n))) == []


def test_row_numbers_have_an_order(models):
    """A row_number without an order picks any row. Mend: order by a key that is unique."""
    rows = re.compile(r"row_number\(\)\s*over\s*\((?:(?!order by)[^()]|\([^()]*\))*\)")
    assert blamed(sql_models(models), lambda n: not rows.search(code(n))) == []


def test_decimal_literals_are_doubles(models):
    """`0.5` is a decimal and changes quotients between engines. Mend: write 5e-1."""
    found = re.compile(r"(?<![\w.'])\d+\.\d+(?!e)")
    assert blamed(sql_models(models), lambda n: not found.search(code(n))) == []


def test_generic_models_name_no_benchmark(models, manifest):
    """A new benchmark is new files only. Mend: read a conformed shape."""
    names = set(yaml.safe_load((ROOT / "dbt_project.yml").read_text())["vars"]["benchmarks"])
    generic = [n for n in models if n["fqn"][2] not in names]
    assert generic
    assert blamed(generic, lambda n: not any(name in code(n) for name in names)) == []


def test_names_say_layer_and_benchmark(models):
    """A newcomer guesses the file from the question. Mend: stg_<benchmark>__, int_, or a mart's benchmark first."""

    def is_named(node: Node) -> bool:
        layer, group, name = node["fqn"][1], node["fqn"][2], node["name"]
        if layer == "staging":
            return name.startswith(f"stg_{group}__")
        if layer == "intermediate":
            return name.startswith("int_")
        return layer != "marts" or group == "generic" or name.startswith(f"{group}_")

    assert blamed(models, is_named) == []


def test_staging_reads_one_source_and_joins_nothing(models):
    """Staging renames; what belongs together is decided later. Mend: join in intermediate."""
    staging = [n for n in models if n["fqn"][1] == "staging"]
    assert blamed(staging, lambda n: len(n["sources"]) == 1 and " join " not in code(n)) == []


def test_models_above_staging_read_no_source(models):
    """Every raw table has one staging model. Mend: ref() it. Users' scales are the one conformed exception."""
    above = [n for n in models if n["fqn"][1] != "staging" and n["fqn"][2] != "conformed"]
    assert blamed(above, lambda n: not n["sources"]) == []


def test_every_mart_says_its_grain_first(marts):
    """People join on what the description promises. Mend: begin with `One row per`."""
    assert blamed(marts, lambda n: n["description"].startswith("One row per ")) == []


def test_every_mart_says_what_it_must_not_be_used_for(marts):
    """Most wrong numbers are right numbers in the wrong place. Mend: add a sentence with `Do not` or `never`."""
    assert blamed(marts, lambda n: re.search(r"\b(do not|never)\b", n["description"], re.IGNORECASE)) == []


def test_every_mart_has_an_enforced_contract_with_described_columns(marts):
    """A column that changes type breaks somebody's paper. Mend: give data_type and description."""

    def is_kept(node: Node) -> bool:
        columns = node["columns"].values()
        return (
            node["config"]["contract"]["enforced"]
            and columns
            and all(c["data_type"] and c["description"] for c in columns)
        )

    assert blamed(marts, is_kept) == []


def test_every_mart_has_a_grain_test(marts, manifest):
    """Duplicates hide in joins. Mend: add unique_grain to the mart's YAML."""
    tested = {
        n["attached_node"]
        for n in manifest["nodes"].values()
        if n["resource_type"] == "test" and (n.get("test_metadata") or {}).get("name") == "unique_grain"
    }
    assert blamed(marts, lambda n: n["unique_id"] in tested) == []


def test_every_mart_has_a_unit_test_worked_by_hand(marts, manifest):
    """A test on data cannot know the right value. Mend: add a dbt unit test."""
    tested = {name for u in manifest["unit_tests"].values() for name in u["depends_on"]["nodes"]}
    assert blamed(marts, lambda n: n["unique_id"] in tested) == []


def test_exposures_of_dbt_and_of_analysis_are_the_same(manifest):
    """One name finds a table's mart and its file. Mend: add the missing one."""
    told = {e["name"]: " ".join(e["description"].split()) for e in manifest["exposures"].values()}
    assert told == {name: exposure.sentence for name, exposure in EXPOSURES.items()}


def test_only_portable_macros_dispatch_and_none_guesses():
    """An engine without its own line must fail. Mend: put the difference in macros/portable.sql."""
    for path in (ROOT / "macros").rglob("*.sql"):
        text = path.read_text()
        assert "default__" not in text.replace("no `default__`", "").replace("No `default__`", ""), path.name
        if path.name != "portable.sql":
            assert "adapter.dispatch" not in text, path.name


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("this copy of the project is no git repository")
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name]


def test_no_committed_file_names_a_package_index_or_a_machine():
    """A lock with an address works in one place only. Mend: names, versions and hashes."""
    index = re.compile(r"(?m)^\s*(--(extra-)?index-url|--find-links|-i )|https?://\S*(pypi|pythonhosted)")
    machine = re.compile(r"(?<![\w.])/(root|home/[a-z]+)/\w")
    for path in tracked():
        if path.suffix in {".png", ".svg"} or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.name != Path(__file__).name:
            assert not index.search(text), path
            assert not machine.search(text), path


def test_run_time_never_imports_pandas():
    """pandas is heavy and types columns by what it sees. Mend: Arrow or Polars."""
    for folder in ("ingest", "analysis"):
        for path in (ROOT / folder).rglob("*.py"):
            assert not re.search(r"^\s*(import|from) pandas", path.read_text(), re.MULTILINE), path


def test_names_of_dbt_modules_are_not_taken():
    """dbt imports every top-level module named dbt_*. Mend: choose another name."""
    assert not list(ROOT.glob("dbt_*.py")) + [p for p in ROOT.glob("dbt_*") if p.is_dir()]
