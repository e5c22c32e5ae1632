"""One module per benchmark: its raw tables and release layouts; discovered, not registered by hand."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from ingest.benchmarks._conformed import CONFORMED
from ingest.spec import Benchmark, Table

__all__ = ["CONFORMED", "benchmarks", "raw_table"]


@cache
def benchmarks() -> dict[str, Benchmark]:
    """Return every shipped benchmark by name: each public module here that has a BENCHMARK."""
    names = sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_"))
    found = [importlib.import_module(f"{__name__}.{name}").BENCHMARK for name in names]
    return {benchmark.name: benchmark for benchmark in found}


def raw_table(benchmark: str, table: str) -> tuple[str, Table] | None:
    """Return (prefix, table) of the raw table that holds a ledger entry's rows: the shapes' own, or the benchmark's."""
    shape = CONFORMED.table(table)
    if shape is not None:
        return CONFORMED.name, shape
    known = benchmarks().get(benchmark)
    own = known.table(table) if known else None
    return (benchmark, own) if own is not None else None
