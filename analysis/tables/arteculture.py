"""ArtECulture's tables of the data set: labels, funnel, statistics, agreement, split and knowledge base."""

from __future__ import annotations

import polars as pl

from analysis.arteculture import REGIONS, culture_name, cultures, label_shares
from analysis.marts import Marts
from analysis.numbers import printed
from analysis.tables.model import Cell, Column, Group, Table

#: Concepts shown, those with the most training images; the mart holds all.
SHOWN_CONCEPTS = 25
_STAGES = {"images_in": "Images in", "retained": "Retained: a label in every culture"}
#: Columns of the statistics: header, decimals, and the factor that makes percent of a share.
_STATISTICS = {
    "image_count": ("images", 0, 1),
    "annotation_count": ("annotations", 0, 1),
    "annotations_per_image": ("per image", 2, 1),
    "majority_share_mean": ("majority share %", 2, 100),
    "western_share": ("Western %", 2, 100),
    "non_western_share": ("non-Western %", 2, 100),
    "western_share:artelingo": ("Western before %", 2, 100),
    "non_western_share:artelingo": ("non-Western before %", 2, 100),
}
_STATISTICS_NOTES = (
    "per image: annotations per image and culture; majority share: mean vote share of the culture-level label.",
    "before: released images alone, without those that were newly collected.",
)
_ONCE = "regions are the images' own and the same in every culture; see overall."
_NO_PAIR = "nothing is there to divide by."
_AGREEMENT = (
    ("alpha", "krippendorff_alpha", "nominal"),
    ("Fleiss' kappa", "fleiss_kappa", "identity"),
    ("observed", "observed_agreement", "identity"),
)


def _percent(share: float | None, reason: str = _NO_PAIR) -> Cell:
    return Cell(None if share is None else 100 * share, reason=reason)


def _counts(*headers: str) -> list[Column]:
    return [Column(header, decimals=0) for header in headers]


def arteculture_labels(marts: Marts) -> Table:
    """Culture-level labels of retained images: each label's native name, images and share in each culture."""
    rows = label_shares(marts)
    values = {(r["label"], r["culture"]): r for r in rows.iter_rows(named=True)}
    labels = rows.filter(pl.col("culture") == "all").sort("label_position")["label"].to_list()
    shown = [culture for culture in cultures(rows["culture"]) if culture != "all"]
    columns = [Column("Label", is_text=True)]
    for culture in shown:
        name = culture_name(culture)
        columns += [Column(f"{name} name", is_text=True), Column(name, decimals=0), Column(f"{name} %")]
    body = []
    for label in labels:
        cells = [Cell(text=label)]
        for culture in shown:
            row = values[label, culture]
            cells += [Cell(text=row["native_name"]), Cell(row["label_count"]), _percent(row["share"])]
        body.append(cells)
    told = f"Retained images: {values[labels[0], shown[0]]['labelled_count']:,}."
    return Table("arteculture_labels", columns, [Group("retained", body)], caption=told)


def arteculture_retention(marts: Marts) -> Table:
    """The funnel: images in, by number of cultures with a label, with a majority per culture, and retained."""
    rows = marts.frame("arteculture_retention").sort("stage_position")
    cells = [
        [Cell(text=_stage(r["stage"])), Cell(r["image_count"]), _percent(r["share"])]
        for r in rows.iter_rows(named=True)
    ]
    columns = [Column("Stage", is_text=True), *_counts("images"), Column("%")]
    return Table("arteculture_retention", columns, [Group("", cells)])


def _stage(stage: str) -> str:
    if stage.startswith("labelled_in_"):
        number = stage.removeprefix("labelled_in_")
        return f"A label in {number} culture" + ("" if number == "1" else "s")
    if stage.startswith("majority:"):
        return f"A majority in {culture_name(stage.removeprefix('majority:'))}"
    return _STAGES.get(stage, stage)


def arteculture_statistics(marts: Marts) -> Table:
    """Table 1: images, annotations and shares of regions per culture, over retained images and over all."""
    rows = marts.frame("arteculture_statistics")
    values = {(r["population"], r["culture"], r["statistic"]): r["value"] for r in rows.iter_rows(named=True)}
    groups = []
    for population in ("retained", "all"):
        body = []
        for culture in cultures(rows["culture"]):
            cells = []
            for statistic, (_, _, factor) in _STATISTICS.items():
                value = values.get((population, culture, statistic))
                is_elsewhere = culture != "all" and "western" in statistic
                cells.append(
                    Cell(None if value is None else factor * value, reason=_ONCE if is_elsewhere else _NO_PAIR)
                )
            body.append([Cell(text=culture_name(culture)), *cells])
        groups.append(Group(f"{population} images", body))
    columns = [Column("Culture", is_text=True)]
    columns += [Column(header, decimals=decimals) for header, decimals, _ in _STATISTICS.values()]
    return Table("arteculture_statistics", columns, groups, _STATISTICS_NOTES)


def arteculture_agreement(marts: Marts) -> Table:
    """Agreement within each culture, over retained images and over every vote; across cultures as a note."""
    rows = marts.frame("arteculture_agreement")
    groups = []
    for heading, breakdown, part in (("retained images", "is_retained", "true"), ("all images", "all", "all")):
        own = rows.filter((pl.col("breakdown") == breakdown) & (pl.col("breakdown_value") == part))
        values = {(r["culture"], r["coefficient"], r["weights"]): r for r in _by_marginals(own).iter_rows(named=True)}
        body = []
        for culture in cultures(own["culture"]):
            found = [values[culture, name, weights] for _, name, weights in _AGREEMENT]
            cells = [Cell(r["value"], reason=f"undefined: {r['status']}.") for r in found]
            body.append(
                [Cell(text=culture_name(culture)), *cells, Cell(found[0]["item_count"]), Cell(found[0]["rating_count"])]
            )
        groups.append(Group(heading, body))
    columns = [Column("Culture", is_text=True), *(Column(header, decimals=3) for header, *_ in _AGREEMENT)]
    columns += _counts("images", "annotations")
    return Table("arteculture_agreement", columns, groups, (_across(marts),))


def _by_marginals(rows: pl.DataFrame) -> pl.DataFrame:
    """Leave one rule for marginals: Fleiss' own, which pools all votes."""
    return rows.filter(pl.col("marginals").is_in(["none", "pooled"]))


def _across(marts: Marts) -> str:
    """Say how far the cultures' labels agree, each culture taken as one rater."""
    rows = marts.frame("cross_panel_agreement").filter(
        (pl.col("benchmark") == "arteculture") & (pl.col("policy") == "strict")
    )
    if rows.is_empty() or rows["fleiss_kappa"][0] is None:
        return "Across cultures: Fleiss' kappa is undefined, since no image has a label in every culture."
    kappa, count, panels = rows.select("fleiss_kappa", "item_count", "panel_count").row(0)
    return (
        f"Across cultures, with the {panels} culture-level labels as raters: Fleiss' kappa {printed(kappa, 3)} "
        f"over {count:,} images."
    )


def arteculture_divergence(marts: Marts) -> Table:
    """Retained images by the number of different labels across cultures."""
    rows = marts.frame("arteculture_divergence").sort("distinct_label_count")
    cells = [
        [Cell(text=str(r["distinct_label_count"])), Cell(r["image_count"]), _percent(r["share"])]
        for r in rows.iter_rows(named=True)
    ]
    columns = [Column("Different labels", is_text=True), *_counts("images"), Column("%")]
    return Table("arteculture_divergence", columns, [Group("", cells)], (_across(marts),))


def arteculture_split(marts: Marts) -> Table:
    """The hashed split by region: images, share, and what 8 : 1 : 1 allows."""
    rows = marts.frame("arteculture_split_shares")
    groups = []
    for region, words in REGIONS.items():
        own = {r["split"]: r for r in rows.filter(pl.col("region") == region).iter_rows(named=True)}
        body = [
            [
                Cell(text=split),
                Cell(own[split]["image_count"]),
                _percent(own[split]["share"]),
                _percent(own[split]["expected_share"]),
                _percent(own[split]["tolerance"]),
                Cell(text="yes" if own[split]["is_within_tolerance"] else "no"),
            ]
            for split in ("train", "validation", "test")
            if split in own
        ]
        groups += [Group(words, body)] if body else []
    columns = [Column("Split", is_text=True), *_counts("images"), Column("%")]
    columns += [Column("expected %"), Column("tolerance, points"), Column("within", is_text=True)]
    notes = ("tolerance: four binomial standard deviations of the share.",)
    return Table("arteculture_split", columns, groups, notes)


def arteculture_concept_emotions(marts: Marts) -> Table:
    """The concepts with most training images and the label that each culture most often gives those images."""
    rows = marts.frame("arteculture_concept_emotions").filter(pl.col("is_dominant"))
    held = rows.select("concept", "support_count").unique().sort(["support_count", "concept"], descending=[True, False])
    shown = cultures(rows["culture"])
    body = []
    for concept, support in held.head(SHOWN_CONCEPTS).iter_rows():
        cells = [Cell(text=concept), Cell(support)]
        for culture in shown:
            own = rows.filter((pl.col("concept") == concept) & (pl.col("culture") == culture)).sort("label")
            cells += [Cell(text=", ".join(own["label"])), _percent(own["probability"][0])]
        body.append(cells)
    columns = [Column("Concept", is_text=True), *_counts("training images")]
    for culture in shown:
        columns += [Column(culture_name(culture), is_text=True), Column(f"{culture_name(culture)} %", decimals=0)]
    told = f"Shown: {len(body)} of {len(held):,} concepts."
    return Table("arteculture_concept_emotions", columns, [Group("", body)], caption=told)


def arteculture_knowledge_base(marts: Marts) -> Table:
    """The size of each culture's knowledge base, beside what was claimed and flagged."""
    rows = {r["culture"]: r for r in marts.frame("arteculture_knowledge_base_size").iter_rows(named=True)}
    names = ("concept_count", "tuple_count", "rationale_count", "claimed_tuple_count", "flagged_tuple_count")
    body = [[Cell(text=culture_name(c)), *(Cell(rows[c][name]) for name in names)] for c in cultures(rows)]
    columns = [Column("Culture", is_text=True)]
    columns += _counts("concepts", "tuples", "rationales", "tuples claimed", "tuples flagged")
    return Table("arteculture_knowledge_base", columns, [Group("", body)])
