"""Each benchmark's headline leaderboard: which rows of the marts of scores are shown first, and in what words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl

from analysis.arteculture import MAIN, SETTINGS
from analysis.errors import NothingToShowError
from analysis.marts import Marts

#: A setting that marks bounds (an oracle, chance) and no system.
REFERENCE = "reference"
#: The intervals that are shown: the default of the marts.
METHOD = "cluster_t"
_PLACE = ("benchmark", "leaderboard", "breakdown", "breakdown_value", "metric", "convention_id", "panel", "setting")


@dataclass(frozen=True)
class Headline:
    """One leaderboard's rows and words.

    `conventions` are those of which a build holds one. `panels` and `settings` map what is shown, in that order, to its
    heading; without settings, all are shown. `preferred` is the one setting that is shown where it has rows, else the
    one with the most units. A value times `factor` has `decimals` printed decimals in the unit that `axis` names.
    """

    benchmark: str
    name: str
    leaderboard: str
    metric: str
    conventions: tuple[str, ...]
    measured: str
    axis: str
    sentence: str
    units: str
    clusters: str
    factor: float = 100.0
    decimals: int = 2
    panels: Mapping[str, str] = field(default_factory=lambda: {"all": ""})
    settings: Mapping[str, str] = field(default_factory=dict)
    preferred: str | None = None


@dataclass(frozen=True)
class Part:
    """The rows of one panel and one setting: its heading, empty where there is only one part."""

    heading: str
    rows: pl.DataFrame


HEADLINES: Mapping[str, Headline] = {
    "mer_bench": Headline(
        benchmark="mer_bench",
        name="MER-Bench",
        leaderboard="mer_bench_table_2",
        metric="rfs",
        conventions=("released-strict-output", "released-strict-output-exclude", "released-strict-output-cap"),
        measured="RFS",
        axis="mean RFS, % ↑",
        sentence=(
            "mean RFS of the whole population's outputs by the released formulas per output, replies that break the "
            "schema left out"
        ),
        units="outputs",
        clusters="memes",
        preferred="RF-VF",
    ),
    "emogenie": Headline(
        benchmark="emogenie",
        name="EmoGenie",
        leaderboard="emogenie_alignment",
        metric="alignment",
        conventions=("fractional",),
        measured="alignment",
        axis="images whose label is the prompted emotion, % ↑",
        sentence="images whose label is the prompted emotion, a tied image counting 1 / number of tied labels",
        units="images",
        clusters="prompts",
        panels={"expressed": "expressed", "evoked": "evoked"},
    ),
    "mame_re": Headline(
        benchmark="mame_re",
        name="MaMe-Re",
        leaderboard="mame_re_leaderboard",
        metric="score_at_1",
        conventions=("exclude",),
        measured="Score@1",
        axis="Score@1, mean funniness of the chosen meme, 0 to 1 ↑",
        sentence="mean funniness of the chosen meme in the first experiment, failed responses left out",
        units="choices",
        clusters="contexts",
        factor=1.0,
        decimals=3,
    ),
    "arteculture": Headline(
        benchmark="arteculture",
        name="ArtECulture",
        leaderboard="arteculture_accuracy",
        metric="accuracy",
        conventions=("all",),
        measured="accuracy",
        axis="accuracy over all cultures, % ↑",
        sentence="answers that equal the culture's label, over all cultures, prompts in the culture's own language",
        units="answers",
        clusters="images",
        settings={setting: SETTINGS[setting] for setting in MAIN},
    ),
}


def headline_parts(marts: Marts, headline: Headline, mart: str) -> list[Part]:
    """Return the headline's rows of `rankings` or `score_intervals`, part by part in the headline's order.

    Of intervals only the default method's; references stay, where the mart has them. Raises NothingToShowError when no
    system has a row, AnalysisError when the mart is not built or lacks a column.
    """
    rows = marts.frame(mart, (*_PLACE, "system_id", "value", "ci_low", "ci_high", "unit_count")).filter(
        (pl.col("benchmark") == headline.benchmark)
        & (pl.col("leaderboard") == headline.leaderboard)
        & (pl.col("breakdown") == "all")
        & (pl.col("metric") == headline.metric)
        & pl.col("convention_id").is_in(headline.conventions)
        & pl.col("panel").is_in(list(headline.panels))
    )
    if "method" in rows.columns:
        rows = rows.filter(pl.col("method") == METHOD)
    references = rows.filter(pl.col("setting") == REFERENCE)
    systems = rows.filter(pl.col("setting") != REFERENCE)
    settings = _settings(systems, headline)
    parts = [
        Part(_heading(headline, panel, setting), pl.concat([own, references.filter(pl.col("panel") == panel)]))
        for panel in headline.panels
        for setting in settings
        if len(own := systems.filter((pl.col("panel") == panel) & (pl.col("setting") == setting)))
    ]
    if not parts:
        raise NothingToShowError(
            f"marts.{mart} has no score of {headline.name}'s {headline.measured}. Land its files, then run dbt build."
        )
    return parts


def setting_of(headline: Headline, parts: list[Part]) -> str | None:
    """Return the one setting that a headline with a preferred one shows, else None."""
    if headline.preferred is None:
        return None
    return str(parts[0].rows.filter(pl.col("setting") != REFERENCE)["setting"][0])


def _settings(rows: pl.DataFrame, headline: Headline) -> list[str]:
    present = set(rows["setting"])
    if headline.settings:
        return [setting for setting in headline.settings if setting in present]
    if headline.preferred is None or not present:
        return sorted(present)
    if headline.preferred in present:
        return [headline.preferred]
    sizes = rows.group_by("setting").agg(pl.col("unit_count").sum())
    return [str(sizes.sort(["unit_count", "setting"], descending=[True, False])["setting"][0])]


def _heading(headline: Headline, panel: str, setting: str) -> str:
    named = (headline.panels[panel], headline.settings.get(setting, ""))
    return ", ".join(word for word in named if word)
