"""MaMe-Re's printed tables: systems by what they choose, from all memes, retrieved sets and pools; consensus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from analysis.errors import NothingToShowError
from analysis.headlines import HEADLINES
from analysis.marts import Marts
from analysis.tables.model import Cell, Column, Group, Table
from analysis.tables.statistics import ranking, ranking_conventions

#: Failed responses leave the mean; the other policy is in the mart.
PRINTED_POLICY = "exclude"
CONDITIONS = ("Low", "Mid", "High")
_NO_ROW = "the mart has no row here: nothing was answered."
_NO_POOL = "there is no such pool; marts.mame_re_pool_gaps says why none could be drawn."
_NOT_SCORED = "no response could be scored; marts.exclusions says why."
_NO_RANKING = "the system chose and ranked nothing, or no context that it ranked has any gain."


def printed_policy(_: Marts) -> tuple[str, ...]:
    """Return the convention of the means that are printed by default."""
    return (PRINTED_POLICY,)


def landed(rows: pl.DataFrame, mart: str) -> pl.DataFrame:
    """Return rows, or raise NothingToShowError when there are none."""
    if rows.is_empty():
        raise NothingToShowError(f"marts.{mart} has no rows to show. Land MaMe-Re's files, then run dbt build.")
    return rows


def leaderboard_rows(marts: Marts) -> pl.DataFrame:
    """Return the first experiment's rows under the printed policy, best Score@1 first, those without one last."""
    rows = marts.frame("mame_re_leaderboard").filter(
        (pl.col("experiment") == "exp1") & (pl.col("failure_policy") == PRINTED_POLICY)
    )
    ranked = rows.sort(["score_at_1", "system_id"], descending=[True, False], nulls_last=True)
    return landed(ranked, "mame_re_leaderboard")


def curve_rows(marts: Marts) -> pl.DataFrame:
    """Return the curves of the retrievers that a system reranked, or of all where nobody reranked."""
    rows = landed(marts.frame("mame_re_rerank_curve"), "mame_re_rerank_curve")
    reranked = rows.filter(~pl.col("is_reference"))["retriever"].unique().to_list()
    return rows.filter(pl.col("retriever").is_in(reranked)) if reranked else rows


def _percent(value: float | None, reason: str = _NOT_SCORED) -> Cell:
    return Cell(None if value is None else 100 * value, reason=reason)


def _yes_or_no(value: bool | None) -> str:
    return "" if value is None else "Y" if value else "N"


def mame_re_leaderboard(marts: Marts) -> Table:
    """Figure 4 (a): systems by mean funniness of the chosen meme, consensus hits and nDCG@5; exact rows apart."""
    rows = leaderboard_rows(marts)
    groups = []
    for heading, part in _systems_and_exact(rows):
        cells = [
            [
                Cell(text=row["system_id"]),
                Cell(text=row["method"] or ""),
                Cell(text=_yes_or_no(row["is_with_description"])),
                Cell(row["score_at_1"], reason=_NOT_SCORED),
                Cell(row["chr_four_fifths"], reason=_NOT_SCORED),
                Cell(row["chr_all"], reason=_NOT_SCORED),
                Cell(row["ndcg_at_5"], reason=_NO_RANKING),
                *(Cell(row[name]) for name in ("context_count", "ndcg_context_count", "failed_count", "missing_count")),
            ]
            for row in part.iter_rows(named=True)
        ]
        groups.append(Group(heading, cells))
    columns = [
        Column("System", is_text=True), Column("Method", is_text=True), Column("Desc.", is_text=True),
        *(Column(name, "higher", decimals=3) for name in ("Score@1", "CHR >= 4/5", "CHR all", "nDCG@5")),
        *(Column(name, decimals=0) for name in ("contexts", "contexts of nDCG", "failed", "missing")),
    ]  # fmt: skip
    notes = (
        "CHR: share of chosen memes that four fifths, or all, of their annotators found funny.",
        "Contexts in which no meme is funny have no nDCG and are left out of it.",
    )
    return Table("mame_re_leaderboard", columns, groups, notes)


def mame_re_score_distribution(marts: Marts) -> Table:
    """Systems by the share of their choices at each exact score, percent."""
    rows = landed(marts.frame("mame_re_score_distribution"), "mame_re_score_distribution")
    scores = rows["score"].unique().sort().to_list()
    shares = {(r["system_id"], r["score"]): r["share"] for r in rows.iter_rows(named=True)}
    counts = dict(rows.group_by("system_id").agg(pl.col("selection_count").sum().round(9)).iter_rows())
    order = [s for s in leaderboard_rows(marts).filter(~pl.col("is_reference"))["system_id"] if s in counts]
    # A score that a system never chose has no row: that is a share of nothing, not a missing one.
    body = [
        [Cell(text=system), *(Cell(100 * shares.get((system, score), 0.0)) for score in scores), Cell(counts[system])]
        for system in order
    ]
    columns = [
        Column("System", is_text=True),
        *(Column(f"{score:.3f}".rstrip("0").rstrip("."), decimals=1) for score in scores),
        Column("choices", decimals=0),
    ]
    return Table("mame_re_score_distribution", columns, [Group("", body)])


def mame_re_rerank_curve(marts: Marts) -> Table:
    """Figure 5's data: rerankers by Score@1 within the k memes that a retriever ranks first."""
    rows = curve_rows(marts)
    sizes = rows["k"].unique().sort().to_list()
    groups = []
    for (retriever,), own in sorted(rows.partition_by("retriever", as_dict=True).items()):
        alone = own["standalone_score_at_1"].drop_nulls()
        heading = str(retriever) if alone.is_empty() else f"{retriever} (alone {alone[0]:.3f})"
        for kind, part in _systems_and_exact(own):
            body = [
                [
                    Cell(text=str(system)),
                    *_cells_by(part.filter(pl.col("system_id") == system), "k", sizes, "score_at_1"),
                    Cell(text=_between(part.filter(pl.col("system_id") == system)["context_count"])),
                ]
                for system in part["system_id"].unique().sort()
            ]
            groups.append(Group(f"{heading}: {kind}", body))
    columns = [
        Column("System", is_text=True),
        *(Column(f"k = {size}", "higher", decimals=3) for size in sizes),
        Column("contexts", is_text=True),
    ]
    return Table("mame_re_rerank_curve", columns, groups)


def _systems_and_exact(rows: pl.DataFrame) -> list[tuple[str, pl.DataFrame]]:
    """Return the systems' rows and each exact reference row alone: those do not compete for best and second."""
    parts = [("systems", rows.filter(~pl.col("is_reference")))]
    for name in ("random", "oracle"):
        parts.append((f"{name}, exact", rows.filter(pl.col("is_reference") & (pl.col("system_id") == name))))
    return [(heading, part) for heading, part in parts if not part.is_empty()]


def _cells_by(rows: pl.DataFrame, key: str, keys: Sequence[Any], value: str) -> list[Cell]:
    """Return one cell per key, missing where there is no row."""
    found: Mapping[Any, Any] = dict(zip(rows[key], rows[value], strict=True))
    return [Cell(found.get(k), reason=_NOT_SCORED if k in found else _NO_ROW) for k in keys]


def _between(counts: pl.Series) -> str:
    values = sorted(set(counts.drop_nulls()))
    return "" if not values else str(values[0]) if len(values) == 1 else f"{values[0]} to {values[-1]}"


def mame_re_pool_scores(marts: Marts) -> Table:
    """Figure 6's data and Table 1: Score@1 in pools of k, by similarity of the candidates, and High - Low."""
    rows = marts.frame("mame_re_pool_scores").filter(pl.col("experiment").is_in(["exp3", "exp4"]))
    rows = landed(rows, "mame_re_pool_scores")
    deltas = {(r["k"], r["is_reference"], r["system_id"]): r for r in _deltas(marts).iter_rows(named=True)}
    groups = []
    for (k,), own in sorted(rows.partition_by("k", as_dict=True).items()):
        held = set(own["condition"].drop_nulls()) | {e for e in own["experiment"] if e == "exp3"}
        for kind, part in _systems_and_exact(own):
            found = {
                (r["system_id"], r["condition"] if r["experiment"] == "exp4" else "exp3"): r
                for r in part.iter_rows(named=True)
            }
            body = []
            for system in part["system_id"].unique().sort():
                cells = [Cell(text=system)]
                for place in ("exp3", *CONDITIONS):
                    row = found.get((system, place), {})
                    absent = _NO_ROW if place in held else _NO_POOL
                    cells.append(Cell(row.get("score_at_1"), reason=_NOT_SCORED if row else absent))
                    cells.append(Cell(row.get("context_count"), reason=absent))
                delta = deltas.get((k, part["is_reference"][0], system), {})
                absent = f"marts.mame_re_pool_deltas says {delta['status']}." if delta else _NO_ROW
                names = ("delta", "paired_delta", "paired_context_count")
                body.append([*cells, *(Cell(delta.get(name), reason=absent) for name in names)])
            groups.append(Group(f"k = {k}: {kind}", body))
    columns = [Column("System", is_text=True)]
    for name in ("Exp3", *CONDITIONS):
        columns += [Column(name, "higher", decimals=3), Column(f"n {name}", decimals=0)]
    columns += [Column("High - Low", decimals=3), Column("paired", decimals=3), Column("n paired", decimals=0)]
    notes = ("Differences come from unrounded means; paired: over contexts scored in both conditions.",)
    return Table("mame_re_pool_scores", columns, groups, notes)


def _deltas(marts: Marts) -> pl.DataFrame:
    try:
        return marts.frame("mame_re_pool_deltas")
    except NothingToShowError:
        # Only the third experiment is landed.
        return pl.DataFrame()


def mame_re_consensus(marts: Marts) -> Table:
    """How much annotators agree on a pair: shares of unanimous, nearly unanimous and split pairs."""
    rows = landed(marts.frame("mame_re_consensus").sort("position"), "mame_re_consensus")
    total = marts.frame("mame_re_summary").row(0, named=True)
    if not total["pair_count"]:
        raise NothingToShowError("marts.mame_re_pairs has no votes. Land MaMe-Re's files, then run dbt build.")
    body = [
        [Cell(text=r["consensus"]), Cell(r["pair_count"]), _percent(r["share"])] for r in rows.iter_rows(named=True)
    ]
    body.append([Cell(text="all"), Cell(total["pair_count"]), Cell(100.0)])
    columns = [Column("Consensus", is_text=True), Column("pairs", decimals=0), Column("%", decimals=1)]
    told = (
        f"{total['pair_count']:,} pairs with {total['vote_count']:,} votes; mean funniness "
        f"{total['mean_funniness']:.3f} over pairs, {total['pooled_funny_share']:.3f} over votes."
    )
    notes = ("high: at most a fifth of the votes differs from the rest; split: more than that.",)
    return Table("mame_re_consensus", columns, [Group("", body)], notes, caption=told)


def mame_re_ranking(marts: Marts) -> Table:
    """Systems by Score@1 with intervals, ranks and the group of the best."""
    return ranking(marts, HEADLINES["mame_re"])


def mame_re_ranking_conventions(marts: Marts) -> tuple[str, ...]:
    """Return the conventions of the ranked values."""
    return ranking_conventions(marts, HEADLINES["mame_re"])
