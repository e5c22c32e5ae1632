"""Building ArtECulture alone, as its tests need it."""

from __future__ import annotations

from conftest import House

SHAPES = ("ballots", "outputs", "judgements", "cluster_scores", "score_pairs")
SELECTED = ("+path:models/marts/arteculture", "+exclusions", "+waterfall", *(f"+int_{shape}" for shape in SHAPES))


def build(place: House, *arguments: str) -> None:
    """Load the house's data and build ArtECulture's marts and what the generic ones take from it."""
    place.told = place.ingest("load", place.data)  # type: ignore[attr-defined]
    place.dbt("build", "-s", *SELECTED, "--exclude-resource-type", "unit_test", *arguments)
