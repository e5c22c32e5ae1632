"""Building ArtECulture alone, as its tests need it."""

from __future__ import annotations

from conftest import House

GENERIC = ("labels", "agreement", "cross_panel_agreement", "label_transitions", "exclusions", "waterfall")
SHAPES = ("ballots", "outputs", "judgements", "cluster_scores", "score_pairs")
SELECTED = ("+path:models/marts/arteculture", *(f"+{mart}" for mart in GENERIC), *(f"+int_{shape}" for shape in SHAPES))


def build(place: House, *arguments: str) -> None:
    """Load the house's data and build ArtECulture's marts and what the generic ones take from it."""
    place.told = place.ingest("load", place.data)  # type: ignore[attr-defined]
    place.dbt(
        "build",
        "-s",
        *SELECTED,
        "--exclude",
        "path:tests/dbt/mer_bench",
        "--exclude-resource-type",
        "unit_test",
        *arguments,
    )
