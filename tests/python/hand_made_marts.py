"""A tiny warehouse written by hand: schema marts and the ledger, without ingest and without dbt."""

from __future__ import annotations

from pathlib import Path

import duckdb

METRICS = ("vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe", "pes", "tas", "cfs", "sss", "rfs")
KEYS = {
    "experiment": "exp", "configuration": "RF-VF", "definition": "released", "coercion": "strict", "grain": "run",
    "run_source": "recorded", "system_id": "a", "metric": "rfs",
}  # fmt: skip
VALUES = {
    "mean_pct": 50.0, "sd_pct": 1.5, "run_count": 10, "output_count": 1000, "excluded_count": 3,
    "convention_id": "released-strict-run", "row_order": None,
}  # fmt: skip
ROW = KEYS | VALUES
TYPES = dict.fromkeys((*KEYS, "convention_id"), "varchar") | {
    "mean_pct": "double", "sd_pct": "double", "run_count": "bigint", "output_count": "bigint",
    "excluded_count": "bigint", "row_order": "bigint",
}  # fmt: skip


def system(system_id: str, base: float = 50.0, **changes) -> list[dict]:
    """Return one system's rows of the twelve metrics; the n-th metric has mean base + n."""
    keys = KEYS | changes
    convention = f"{keys['definition']}-{keys['coercion']}-{keys['grain']}"
    return [
        ROW | {"system_id": system_id, "metric": metric, "mean_pct": base + n, "convention_id": convention} | changes
        for n, metric in enumerate(METRICS)
    ]


def write(path: Path, rows: list[dict], has_ledger: bool = True, has_mart: bool = True) -> Path:
    """Write the warehouse file and return its path."""
    with duckdb.connect(str(path)) as connection:
        connection.execute("create schema marts")
        connection.execute("create schema raw")
        if has_mart:
            body = ", ".join(f"{name} {TYPES[name]}" for name in ROW)
            connection.execute(f"create table marts.mer_bench_table_2 ({body})")
            for row in rows:
                marks = ", ".join("?" * len(ROW))
                connection.execute(f"insert into marts.mer_bench_table_2 values ({marks})", [row[n] for n in ROW])
        if has_ledger:
            connection.execute("create table raw.files (path varchar, file_sha256 varchar)")
            connection.execute("insert into raw.files values ('b.jsonl', 'bb'), ('a.jsonl', 'aa')")
    return path


def write_marts(path: Path, marts: dict[str, list[dict]]) -> Path:
    """Write a warehouse of any marts, types by their first row that is not NULL, and return its path."""
    kinds = {str: "varchar", bool: "boolean", int: "bigint", float: "double"}
    with duckdb.connect(str(path)) as connection:
        connection.execute("create schema marts")
        for name, rows in marts.items():
            columns = list(rows[0])
            types = [kinds[type(next((r[c] for r in rows if r[c] is not None), 0.0))] for c in columns]
            body = ", ".join(f"{column} {kind}" for column, kind in zip(columns, types, strict=True))
            connection.execute(f"create table marts.{name} ({body})")
            marks = ", ".join("?" * len(columns))
            connection.executemany(
                f"insert into marts.{name} values ({marks})", [[r[c] for c in columns] for r in rows]
            )
    return path
