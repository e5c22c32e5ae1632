"""One row per claim and system that has scores on both sides: the difference of the sides."""

from analysis.claims import contrasts


def model(dbt, session):
    """Contrast both sides of every claim."""
    return contrasts(dbt.ref("int_claim_sides").to_arrow_table())
