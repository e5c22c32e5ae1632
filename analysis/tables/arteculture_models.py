"""ArtECulture's tables of models: accuracy, gains, ablation, prompt languages, explanations, preferences, retrieval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from analysis.arteculture import (
    ABLATION,
    MAIN,
    OWN_SET,
    REGIONS,
    SETTINGS,
    UNKNOWN_SETTING,
    culture_name,
    cultures,
    settings,
    some,
)
from analysis.headlines import HEADLINES
from analysis.marts import Marts
from analysis.tables.model import Cell, Column, Group, Table
from analysis.tables.statistics import ranking, ranking_conventions

Row = Mapping[str, Any]
_NOTES = (
    "answers, unreadable, missing: over all cultures; an unreadable answer is wrong, a missing one is not scored.",
)
_NO_ROW = "nothing is landed for this."
_NO_ANSWER = "no answer that counts was landed."
_NO_SETTING = "its file has no usable row."
_NO_ORIG = "there is no accuracy under Orig. to compare with."
_COUNTS = (("answers", "prediction_count"), ("unreadable", "unparsable_count"), ("missing", "missing_count"))


def _accuracies(marts: Marts) -> pl.DataFrame:
    """Return accuracies over all splits: the main rows are those with prompts in the culture's own language."""
    return marts.frame("arteculture_accuracy").filter(pl.col("split") == "all")


def _own_language(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.filter((pl.col("prompt_language") == pl.col("culture")) | (pl.col("prompt_language") == "own"))


def _contamination(rows: pl.DataFrame) -> tuple[str, ...]:
    """Say how many answers are on training images, if any."""
    count = int(rows.filter(pl.col("culture") == "all")["training_prediction_count"].sum())
    if not count:
        return ()
    return (f"Answers on training images of the split: {count:,}; after fine-tuning on those they tell nothing.",)


def _accuracy(row: Row | None) -> Cell:
    if row is None:
        return Cell(reason=_NO_ROW)
    return Cell(_times_100(row["accuracy_unit"]), reason=_NO_ANSWER)


def _gain(row: Row | None) -> Cell:
    if row is None:
        return Cell(reason=_NO_ROW)
    if row["setting"] == "orig":
        return Cell(text="")
    return Cell(_times_100(row["gain_unit"]), reason=_NO_ANSWER if row["accuracy_unit"] is None else _NO_ORIG)


def _times_100(value: float | None) -> float | None:
    return None if value is None else 100 * value


def _only(groups: Sequence[Group]) -> str:
    """Return the heading for the caption where it is the only one, since the table then shows none."""
    return f"Shown: {groups[0].heading.removesuffix('.')}." if len(groups) == 1 else ""


def _counted(row: Row | None) -> list[Cell]:
    return [Cell(reason=_NO_ROW) if row is None else Cell(row[name]) for _, name in _COUNTS]


def _by_setting(rows: pl.DataFrame, wanted: Sequence[str], shown: Sequence[str]) -> list[Group]:
    """Return one group per model with its settings as rows: accuracy, and gains over orig, per culture `shown`."""
    found = {(r["model"], r["setting"], r["culture"]): r for r in rows.iter_rows(named=True)}
    groups = []
    for model in sorted(set(rows["model"])):
        body = []
        for setting in settings(rows.filter(pl.col("model") == model)["setting"], wanted):
            own = [found.get((model, setting, culture)) for culture in shown]
            name = Cell(text=SETTINGS.get(setting), reason=_NO_SETTING)
            counts = _counted(found.get((model, setting, "all")))
            body.append([name, *map(_accuracy, own), *map(_gain, own), *counts])
        groups.append(Group(model, body))
    return groups


def _setting_columns(shown: Sequence[str]) -> list[Column]:
    """Return the columns of `_by_setting`."""
    columns = [Column("Setting", is_text=True), *(Column(culture_name(c), "higher") for c in shown)]
    columns += [Column(f"gain {culture_name(c)}") for c in shown]
    return [*columns, *(Column(header, decimals=0) for header, _ in _COUNTS)]


def arteculture_accuracy(marts: Marts) -> Table:
    """Table 2: every model under orig, know and sft, per culture and overall, with gains; best within each model."""
    shown = (*MAIN, UNKNOWN_SETTING)
    rows = _own_language(_accuracies(marts)).filter(
        (pl.col("region") == "all") & (pl.col("evaluation_set") == OWN_SET) & pl.col("setting").is_in(shown)
    )
    across = cultures(some(rows, "arteculture_accuracy")["culture"])
    groups = _by_setting(rows, shown, across)
    notes = (*_NOTES, *_contamination(rows))
    return Table("arteculture_accuracy", _setting_columns(across), groups, notes, caption=_only(groups))


def arteculture_accuracy_by_region(marts: Marts) -> Table:
    """Accuracy on Western and on non-Western images, per model, setting and culture."""
    rows = _own_language(_accuracies(marts)).filter(
        (pl.col("region") != "all") & (pl.col("evaluation_set") == OWN_SET) & pl.col("setting").is_in(MAIN)
    )
    across = cultures(some(rows, "arteculture_accuracy")["culture"])
    groups: list[Group] = []
    for region in REGIONS:
        parts = _by_setting(rows.filter(pl.col("region") == region), MAIN, across)
        groups += [Group(f"{part.heading}, {REGIONS[region]}", part.rows) for part in parts]
    groups.sort(key=lambda group: group.heading.rsplit(", ", 1)[0])  # Regions of one model stand together.
    notes = (*_NOTES, *_contamination(rows))
    return Table("arteculture_accuracy_by_region", _setting_columns(across), groups, notes, caption=_only(groups))


def arteculture_ablation(marts: Marts) -> Table:
    """Table 4: what replaces retrieved knowledge, for the models that were run so."""
    rows = _own_language(_accuracies(marts)).filter((pl.col("region") == "all") & (pl.col("evaluation_set") == OWN_SET))
    ablated = rows.filter(~pl.col("setting").is_in((*MAIN, UNKNOWN_SETTING)))["model"].unique()
    rows = rows.filter(pl.col("model").is_in(ablated.implode()) & pl.col("setting").is_in(ABLATION))
    across = cultures(some(rows, "arteculture_accuracy")["culture"])
    groups = _by_setting(rows, ABLATION, across)
    notes = (*_NOTES, *_contamination(rows))
    return Table("arteculture_ablation", _setting_columns(across), groups, notes, caption=_only(groups))


def arteculture_other_sets(marts: Marts) -> Table:
    """Table 3: accuracy on other evaluation sets, which bring their own labels."""
    rows = _own_language(_accuracies(marts)).filter(pl.col("evaluation_set") != OWN_SET)
    across = cultures(some(rows, "arteculture_accuracy")["culture"])
    groups: list[Group] = []
    for name in sorted(set(rows["evaluation_set"])):
        parts = _by_setting(rows.filter(pl.col("evaluation_set") == name), tuple(SETTINGS), across)
        groups += [Group(f"{name}, {part.heading}", part.rows) for part in parts]
    return Table("arteculture_other_sets", _setting_columns(across), groups, _NOTES, caption=_only(groups))


def arteculture_prompt_languages(marts: Marts) -> Table:
    """Table 5: prompt language by target culture, for the models that were prompted in several languages."""
    rows = _accuracies(marts).filter(
        (pl.col("region") == "all") & (pl.col("evaluation_set") == OWN_SET) & (pl.col("culture") != "all")
    )
    foreign = rows.filter(pl.col("prompt_language") != pl.col("culture")).select("model", "setting").unique()
    rows = some(rows.join(foreign, on=["model", "setting"], how="semi"), "arteculture_accuracy")
    shown = cultures(rows["culture"])
    found = {
        (r["model"], r["setting"], r["prompt_language"], r["culture"]): r for r in rows.iter_rows(named=True)
    }  # fmt: skip
    groups = []
    for model, setting in sorted(foreign.iter_rows()):
        body = []
        for language in cultures(
            rows.filter((pl.col("model") == model) & (pl.col("setting") == setting))["prompt_language"]
        ):
            own = [found.get((model, setting, language, culture)) for culture in shown]
            answers = sum(row["prediction_count"] for row in own if row)
            body.append([Cell(text=culture_name(language)), *map(_accuracy, own), Cell(answers)])
        groups.append(Group(f"{model}, {SETTINGS[setting]}", body))
    columns = [Column("Prompt", is_text=True), *(Column(culture_name(c)) for c in shown), Column("answers", decimals=0)]
    return Table("arteculture_prompt_languages", columns, groups, caption=_only(groups))


def arteculture_explanations(marts: Marts) -> Table:
    """Table 6: mean score of explanations per judge and setting, all cultures and each."""
    rows = marts.frame("arteculture_explanations")
    judges, shown = sorted(set(rows["judge"])), settings(rows["setting"])
    values = {(r["culture"], r["model"], r["judge"], r["setting"]): r for r in rows.iter_rows(named=True)}
    groups = []
    for culture in ("all", *(c for c in cultures(rows["culture"]) if c != "all")):
        own = rows.filter(pl.col("culture") == culture)
        body = []
        for model in sorted(set(own["model"])):
            found = [values.get((culture, model, judge, setting)) for judge in judges for setting in shown]
            cells = [Cell(reason=_NO_ROW) if row is None else Cell(row["mean_score"]) for row in found]
            body.append([Cell(text=model), *cells, Cell(sum(row["score_count"] for row in found if row))])
        groups.append(Group(culture_name(culture), body))
    columns = [Column("Model", is_text=True)]
    columns += [Column(f"{judge} {SETTINGS[setting]}", "higher") for judge in judges for setting in shown]
    columns.append(Column("scores", decimals=0))
    return Table("arteculture_explanations", columns, groups, caption=_only(groups))


def arteculture_explanation_lengths(marts: Marts) -> Table:
    """Mean words of explanations per model, setting and culture; Han and kana characters are words."""
    rows = marts.frame("arteculture_explanation_lengths")
    shown = cultures(rows["culture"])
    values = {(r["model"], r["setting"], r["culture"]): r for r in rows.iter_rows(named=True)}
    groups = []
    for model in sorted(set(rows["model"])):
        body = []
        for setting in settings(rows.filter(pl.col("model") == model)["setting"]):
            found = [values.get((model, setting, culture)) for culture in shown]
            cells = [
                Cell(None if row is None else row["mean_word_count"], reason="no explanation was landed.")
                for row in found
            ]
            whole = found[-1] if shown[-1] == "all" else None
            body.append(
                [Cell(text=SETTINGS[setting]), *cells, Cell(None if whole is None else whole["explanation_count"])]
            )
        groups.append(Group(model, body))
    columns = [Column("Setting", is_text=True), *(Column(culture_name(c), decimals=1) for c in shown)]
    columns.append(Column("explanations", decimals=0))
    return Table("arteculture_explanation_lengths", columns, groups, caption=_only(groups))


def arteculture_preferences(marts: Marts) -> Table:
    """Table 7: how often raters preferred one setting's explanation to another's, with interval and sign test."""
    rows = marts.frame("arteculture_preferences")
    pairs = sorted(
        set(rows.select("model", "setting_a", "setting_b").iter_rows()),
        key=lambda p: (p[0], *(list(SETTINGS).index(s) for s in (p[2], p[1]))),
    )
    groups = []
    for model, a, b in pairs:
        own = rows.filter((pl.col("model") == model) & (pl.col("setting_a") == a) & (pl.col("setting_b") == b))
        found = {r["culture"]: r for r in own.iter_rows(named=True)}
        body = [[Cell(text=culture_name(c)), *_preference(found[c])] for c in cultures(found)]
        groups.append(Group(f"{model}, {SETTINGS[a]} against {SETTINGS[b]}", body))
    columns = [Column("Culture", is_text=True), *(Column(f"{part} %") for part in ("win", "tie", "loss"))]
    columns += [
        Column("win low %"),
        Column("win high %"),
        Column("p", decimals=4, is_p_value=True),
        Column("first shown won %"),
    ]
    columns += [Column("ratings", decimals=0), Column("images", decimals=0)]
    notes = (
        "low, high: Wilson's interval over ratings; p: exact sign test without ties. Both take ratings as independent, "
        "though several raters see one image.",
        "first shown won: of decided ratings whose first side is known.",
    )
    return Table("arteculture_preferences", columns, groups, notes, caption=_only(groups))


def _preference(row: Row) -> list[Cell]:
    shares = [100 * row[name] / row["rating_count"] for name in ("win_count", "tie_count", "loss_count")]
    tested = "no rating was decided."
    return [
        *map(Cell, shares),
        Cell(_times_100(row["win_share_low"])),
        Cell(_times_100(row["win_share_high"])),
        Cell(row["sign_test_p"], reason=tested),
        Cell(_times_100(row["first_shown_win_share"]), reason="no decided rating says which side was shown first."),
        Cell(row["rating_count"]),
        Cell(row["image_count"]),
    ]


def arteculture_retrieval(marts: Marts) -> Table:
    """How many images get knowledge, and how it is found, per model and culture."""
    rows = marts.frame("arteculture_retrieval")
    found = {(r["model"], r["culture"]): r for r in rows.iter_rows(named=True)}
    groups = []
    for culture in cultures(rows["culture"]):
        models = sorted({model for model, own in found if own == culture})
        groups.append(Group(culture_name(culture), [_retrieved(model, found[model, culture]) for model in models]))
    columns = [Column("Model", is_text=True), Column("covered %", "higher"), Column("exact %"), Column("similar %")]
    columns += [Column(header, decimals=0) for header in ("images", "concepts", "found")]
    return Table("arteculture_retrieval", columns, groups, caption=_only(groups))


def _retrieved(model: str, row: Row) -> list[Cell]:
    shares = [Cell(_times_100(row[name]), reason="no concept found any.") for name in ("exact_share", "semantic_share")]
    counts = [Cell(row[name]) for name in ("image_count", "concept_count", "retrieved_count")]
    return [Cell(text=model), Cell(_times_100(row["coverage_share"])), *shares, *counts]


def arteculture_ranking(marts: Marts) -> Table:
    """Systems by accuracy per setting with intervals, ranks and the group of the best."""
    return ranking(marts, HEADLINES["arteculture"])


def arteculture_ranking_conventions(marts: Marts) -> tuple[str, ...]:
    """Return the conventions of the ranked values."""
    return ranking_conventions(marts, HEADLINES["arteculture"])
