"""What the report says, section by section; every number comes from a mart or from the ledger."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from analysis.charts.render import title_of, to_svg
from analysis.errors import AnalysisError
from analysis.exposures import EXPOSURES, Exposure
from analysis.marts import Marts
from analysis.provenance import about
from analysis.report.generic import ROW_LIMIT, as_table
from analysis.tables.model import Table
from analysis.tables.web import fragment

#: A longer table is folded, so that a page can be read through.
FOLDED_FROM = 40
_ARIA = re.compile(r' (?:role|aria-[a-z]+)="[^"]*"')
_NAMED = re.compile(r'(?<=id=")(?=gradient_|clip)|(?<=url\(#)(?=gradient_|clip)')


@dataclass(frozen=True)
class Section:
    """One section: its id, a title without markup, and a body of HTML."""

    id: str
    title: str
    body: str


def sections(marts: Marts) -> list[Section]:
    """Return the sections of a warehouse in reading order. Raises AnalysisError when it is not built."""
    found = benchmarks(marts)
    told: list[str] = []
    parts = [_landed(marts, found), _waterfall(marts)]
    parts += [_benchmark(marts, name, told) for name in found]
    parts += [_agreement(marts, told), _judges(marts), _claims(marts), _warnings(marts, told), _conventions(marts)]
    return [*parts, _provenance(marts)]


def benchmarks(marts: Marts) -> list[str]:
    """Return the names of the benchmarks that have landed files, sorted."""
    named = marts.read("select distinct benchmark from raw.files where benchmark is not null order by benchmark")
    return [str(name) for name in named["benchmark"]]


def _shown(name: str) -> str:
    return name.replace("_", " ")


def _paragraph(text: str) -> str:
    return f"<p>{html.escape(text)}</p>"


def shown_table(table: Table, is_open: bool = True) -> str:
    """Return a table as HTML, folded when it is long."""
    text = fragment(table)
    count = sum(len(group.rows) for group in table.groups)
    if is_open and count <= FOLDED_FROM:
        return text
    return f"<details><summary>{html.escape(_shown(table.name))}: {count} rows</summary>\n{text}</details>"


def shown_chart(name: str, exposure: Exposure, marts: Marts) -> str:
    """Return a chart as a figure: an inline SVG with a name for readers who do not see it, and a sentence."""
    chart = exposure.make(marts)
    picture = embedded(to_svg(chart), name, f"{title_of(chart.to_dict()) or name}. {exposure.sentence}")
    caption = f"{html.escape(exposure.sentence)} <code>analysis export {html.escape(name)}</code>"
    return f'<figure id="{html.escape(name)}">{picture}<figcaption>{caption}</figcaption></figure>'


def embedded(svg: bytes, name: str, label: str) -> str:
    """Return an SVG as part of a page, with a name for readers who do not see it.

    One page holds many charts, so that the parts of each are named after it. A wide picture is scrolled on a phone, so
    its frame can be reached by keys.
    """
    text = _NAMED.sub(f"{name}-", _ARIA.sub("", svg.decode()))
    named = text.replace("<svg ", f'<svg role="img" aria-label="{html.escape(label)}" ', 1)
    return f'<div class="scroll picture" tabindex="0" role="group" aria-label="Chart {html.escape(name)}">{named}</div>'


def _landed(marts: Marts, found: Sequence[str]) -> Section:
    rows = marts.read(
        """
        select benchmark, table_name, count(*) as files, cast(sum(row_count) as bigint) as landed,
            cast(sum(reject_count) as bigint) as rejected
        from raw.files group by benchmark, table_name order by benchmark, table_name
        """
    )
    headers = {"table_name": "table", "files": "files", "landed": "landed rows", "rejected": "rejected rows"}
    table = as_table(
        "landed", "Files and rows by table; a rejected row has a reason in raw.rejects.", rows, headers, "benchmark"
    )
    words = ", ".join(map(_shown, found)) if found else "none"
    return Section("landed", "What is landed", _paragraph(f"Benchmarks with files: {words}.") + shown_table(table))


_COUNTS = {f"{name}_count": name for name in ("expected", "received", "parsed", "valid", "scored", "comparable")}


def _waterfall(marts: Marts) -> Section:
    def body(rows: pl.DataFrame) -> str:
        headers = {"leaderboard": "leaderboard", "configuration": "configuration", "system_id": "system", **_COUNTS}
        tables = [
            as_table(f"waterfall_{benchmark}", f"{_shown(str(benchmark))}: outputs left at each step.", part, headers)
            for (benchmark,), part in rows.partition_by("benchmark", as_dict=True, maintain_order=True).items()
        ]
        return "\n".join(map(shown_table, tables))

    intro = "How many outputs each system should have, has, and keeps until its mean; counts never rise to the right."
    return Section("waterfall", "Waterfall", _paragraph(intro) + _of_mart(marts, "waterfall", body))


def _of_mart(marts: Marts, name: str, body: Callable[[pl.DataFrame], str], columns: str = "*") -> str:
    """Return what a function makes of a mart, or a sentence when the mart is absent or has no row for it."""
    if name not in marts.names():
        return _paragraph(f"marts.{name} is not built.")
    rows = marts.read(f"select {columns} from marts.{name} group by all order by all")
    return body(rows) if len(rows) else _paragraph(f"marts.{name} has no row for this.")


def _benchmark(marts: Marts, benchmark: str, told: list[str]) -> Section:
    parts = [_exposed(marts, name, told) for name, own in EXPOSURES.items() if own.benchmark == benchmark]
    if not any(parts):
        parts.append(_paragraph("No table or chart of this benchmark could be made; the warnings say why."))
    for name, caption, headers in _GENERIC:
        if name in marts.names():
            parts.append(_generic(marts, name, caption, headers, benchmark))
    return Section(benchmark.replace("_", "-"), _shown(benchmark), "\n".join(filter(None, parts)))


def _exposed(marts: Marts, name: str, told: list[str]) -> str:
    exposure = EXPOSURES[name]
    try:
        if exposure.kind == "chart":
            return shown_chart(name, exposure, marts)
        return f"<h3>{html.escape(_shown(name))}</h3>\n{shown_table(exposure.make(marts))}"
    except AnalysisError as error:
        told.append(f"{name} is left out: {error}")
        return ""


_KEYS = {
    "leaderboard": "leaderboard", "panel": "panel", "breakdown": "breakdown", "breakdown_value": "of",
    "metric": "metric", "convention_id": "convention", "system_id": "system", "setting": "setting",
}  # fmt: skip
_GENERIC: Sequence[tuple[str, str, Mapping[str, str]]] = (
    (
        "score_intervals",
        "Scores with 95 % intervals over clusters.",
        {
            **_KEYS, "method": "method", "value": "value", "unit_count": "units", "cluster_count": "clusters",
            "status": "status",
        },
    ),
    (
        "rankings",
        "Ranks with the lowest and highest that the data allow, and who cannot be told from the best.",
        {
            **_KEYS, "value": "value", "rank": "rank", "rank_low": "from", "rank_high": "to",
            "is_in_best_group": "best group", "best_probability": "probability of being best",
            "status": "status",
        },
    ),
)  # fmt: skip


def _generic(marts: Marts, name: str, caption: str, headers: Mapping[str, str], benchmark: str) -> str:
    """Return the rows of a generic mart for one benchmark, over all of it and under its printed conventions."""
    rows = marts.read(f"select * from marts.{name} where benchmark = ? order by all", benchmark)
    if "breakdown" in rows.columns:
        rows = rows.filter(pl.col("breakdown") == "all").drop("breakdown", "breakdown_value", strict=False)
    printed = sorted(_printed_conventions(marts, benchmark))
    if {"convention_id", "leaderboard"} <= set(rows.columns):
        # A leaderboard without a printed convention keeps all of its rows.
        is_printed = pl.col("convention_id").is_in(printed)
        rows = rows.filter(is_printed | ~is_printed.any().over("leaderboard"))
    if rows.is_empty():
        return _paragraph(f"marts.{name} has no row for this benchmark.")
    table = as_table(f"{benchmark}_{name}", f"{_shown(benchmark)}: {caption}", rows, headers)
    return f"<h3>{html.escape(_shown(name))}</h3>\n{shown_table(table)}"


def _printed_conventions(marts: Marts, benchmark: str) -> set[str]:
    found: set[str] = set()
    for name, exposure in EXPOSURES.items():
        if name.startswith(f"{benchmark}_"):
            try:
                found |= set(exposure.conventions(marts))
            except AnalysisError:
                continue
    return found


def _agreement(marts: Marts, told: list[str]) -> Section:
    body = "".join(_exposed(marts, name, told) for name in ("agreement", "agreement_forest") if name in EXPOSURES)
    if "cross_panel_agreement" in marts.names():
        headers = {
            "question": "question", "policy": "label policy", "fleiss_kappa": "Fleiss' kappa", "item_count": "items",
            "panel_count": "panels", "status": "status",
        }  # fmt: skip
        caption = "Agreement of panels on their labels."
        rows = marts.read("select * from marts.cross_panel_agreement order by all")
        if len(rows):
            body += "<h3>between panels</h3>\n"
            body += shown_table(as_table("cross_panel_agreement", caption, rows, headers, "benchmark"))
    return Section("agreement", "Agreement", body or _paragraph("No agreement could be computed: no votes are landed."))


def _judges(marts: Marts) -> Section:
    headers = {
        "judge_id": "judge", "configuration": "configuration", "metric": "metric", "statistic": "statistic",
        "value": "value", "n": "n", "status": "status",
    }  # fmt: skip

    def body(rows: pl.DataFrame) -> str:
        return shown_table(as_table("judge_cards", "How far each judge can be trusted.", rows, headers, "benchmark"))

    return Section("judges", "Judge cards", _of_mart(marts, "judge_cards", body))


def _claims(marts: Marts) -> Section:
    headers = {
        "claim_id": "claim",
        "estimate": "estimate",
        "ci_low": "low",
        "ci_high": "high",
        "p_value": "p",
        "verdict": "verdict",
    }

    def body(rows: pl.DataFrame) -> str:
        renamed = rows.rename({"estimate": "value"}) if "estimate" in rows.columns else rows
        shown = {("value" if name == "estimate" else name): header for name, header in headers.items()}
        return shown_table(as_table("claims", "Claims of the papers, tested on what is landed.", renamed, shown))

    return Section("claims", "Claims", _of_mart(marts, "claims", body))


def _warnings(marts: Marts, told: Sequence[str]) -> Section:
    def excluded(rows: pl.DataFrame) -> str:
        headers = {"stage": "stage", "reason": "reason", "rows": "rows"}
        return shown_table(as_table("exclusions", "Rows that landed and are not used.", rows, headers, "benchmark"))

    rejected = marts.read("select field, reason, count(*) as rows from raw.rejects group by all order by all")
    headers = {"field": "field", "reason": "reason", "rows": "rows"}
    parts = [_of_mart(marts, "exclusions", excluded, "benchmark, stage, reason, count(*) as rows")]
    if len(rejected):
        parts.append(shown_table(as_table("rejects", "Faults of rows that did not land.", rejected, headers)))
    if told:
        parts.append("<ul>" + "".join(f"<li>{html.escape(sentence)}</li>" for sentence in told) + "</ul>")
    return Section("warnings", "Warnings", "\n".join(parts))


def _conventions(marts: Marts) -> Section:
    parts = []
    for name in marts.convention_tables():
        rows = marts.read(f'select * from seeds."{name}" order by all')
        headers = {"convention_id": "convention", "sentence": "what it means"}
        parts.append(shown_table(as_table(name, f"Conventions: {_shown(name)}.", rows, headers)))
    return Section("conventions", "Conventions", "\n".join(parts) or _paragraph("No convention is registered."))


def _provenance(marts: Marts) -> Section:
    record = about(marts)
    files = pl.DataFrame(record.pop("source_files"), schema={"path": pl.String, "sha256": pl.String})
    table = as_table("source_files", "Landed files and their hashes.", files, {"path": "file", "sha256": "SHA-256"})
    text = html.escape(json.dumps(record, ensure_ascii=False, indent=2, sort_keys=True))
    box = f'<pre tabindex="0" role="region" aria-label="Provenance record">{text}</pre>'
    return Section("provenance", "Provenance", box + shown_table(table, is_open=len(files) <= ROW_LIMIT))
