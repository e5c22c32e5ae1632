"""ArtECulture's marts hold the same bytes for any order of rows and files and for any number of threads."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from conftest import House

SELECTED = ("+path:models/marts/arteculture", "+labels", "+agreement", "+cross_panel_agreement", "+label_transitions")
GENERIC = ("labels", "agreement", "cross_panel_agreement", "label_transitions")
#: Of two rows of one fact the later one stands, so those rows keep their order; all others are shuffled.
FACTS = {
    "annotations.csv": ("image_id", "culture", "annotator_id"),
    "predictions": ("setting", "culture", "image_id", "prompt_language", "evaluation_set"),
}


def shuffled(path: Path, draw: random.Random) -> str:
    """Return a file's text with its rows in another order; the last of two rows of one rater stays the last."""
    header, *rows = path.read_text(encoding="utf-8").splitlines(keepends=True)
    if path.suffix == ".jsonl":
        header, rows = "", [header, *rows]
    keys = [fact(header, row, path) for row in rows]
    moved = list(range(len(rows)))
    draw.shuffle(moved)
    # Places of one fact are filled in the order of its rows.
    places: dict[object, list[int]] = {}
    for row in sorted(moved):
        places.setdefault(keys[row], []).append(row)
    taken = {key: iter(found) for key, found in places.items()}
    return header + "".join(rows[next(taken[keys[row]])] for row in moved)


def fact(header: str, row: str, path: Path) -> object:
    """Return what a row is about; a row of which any order is right is about itself."""
    if path.suffix == ".jsonl":
        record = json.loads(row)
        return tuple(record.get(name) for name in FACTS["predictions"])
    names, cells = header.strip().split(","), row.strip().split(",")
    if path.name == "annotations.csv":
        return tuple(cells[names.index(name)] for name in FACTS["annotations.csv"])
    return row


def content(place: House) -> dict[str, list[tuple[object, ...]]]:
    names = [
        name
        for (name,) in place.query(
            "select table_name from information_schema.tables where table_schema = 'marts' "
            "and table_name like 'arteculture%'"
        )
    ]
    found = {name: place.query(f"select * from marts.{name} order by all") for name in names}
    for name in GENERIC:
        found[name] = place.query(f"select * from marts.{name} where benchmark = 'arteculture' order by all")
    return found


def built(place: House, threads: str) -> dict[str, list[tuple[object, ...]]]:
    place.variables["AFFECTMART_THREADS"] = threads
    kinds = ("--resource-type", "model", "--resource-type", "seed")
    place.dbt("build", *kinds, "-s", *SELECTED)
    return content(place)


@pytest.fixture(scope="module")
def first(tmp_path_factory) -> tuple[House, dict[str, list[tuple[object, ...]]]]:
    place = House(tmp_path_factory.mktemp("ordered"))
    place.ingest("simulate", "arteculture", "--out", place.data, "--seed", "3", "--scale", "0.004")
    place.ingest("load", place.data)
    return place, built(place, "1")


@pytest.mark.parametrize(("seed", "threads"), [(1, "2"), (2, "4")])
def test_shuffled_rows_and_more_threads_give_the_same_bytes(first, tmp_path, seed, threads):
    place, expected = first
    assert len(expected) == 24
    assert all(expected[name] for name in expected)
    other, draw, moved_files = House(tmp_path), random.Random(seed), 0
    for path in sorted((place.data / "arteculture").rglob("*")):
        if path.is_file():
            target = other.data / path.relative_to(place.data)
            target.parent.mkdir(parents=True, exist_ok=True)
            text = shuffled(path, draw)
            moved_files += text != path.read_text(encoding="utf-8")
            assert sorted(text.splitlines()) == sorted(path.read_text(encoding="utf-8").splitlines())
            target.write_text(text, encoding="utf-8")
    assert moved_files > 20
    other.ingest("load", other.data)
    found = built(other, threads)
    for name, rows in expected.items():
        # Equal doubles to the last bit: repr writes each one apart.
        assert list(map(repr, found[name])) == list(map(repr, rows)), name
