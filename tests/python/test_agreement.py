"""Agreement held against trusted packages' values and the textbook formulas, through files as users land them."""

from __future__ import annotations

import json
import math

import krippendorff
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from conftest import House, shared_folder
from plain_agreement import chance_corrected, cohen_mean, count_table, weight_matrix
from votes import Study, agreement_of, build

EXACT = 1e-9
CASES = (
    "kripp2011_E",
    "all_same",
    "perfect_opposite_2x2",
    "single_ratings_only",
    "singletons_ignored",
    "likert9_observed_only",
    "likert9_declared",
    "string_ordinal_alpha_sorted",
    "numeric_categories_unsorted",
)


def oracle_values() -> dict:
    return json.loads((shared_folder() / "oracles" / "agreement.json").read_text())


def declared_labels(case: dict) -> list:
    """Return the case's labels in the order that its peers used."""
    given_labels = {answer for unit in case["units_x_raters"] for answer in unit if answer is not None}
    return sorted(case["declared_categories"] or given_labels)


@pytest.fixture(scope="module")
def oracles(tmp_path_factory) -> tuple[dict, dict]:
    """The cases, and the agreement mart's rows for them."""
    cases = oracle_values()
    house = House(tmp_path_factory.mktemp("oracles"))
    study = Study("oracle")
    for name in CASES:
        labels = declared_labels(cases[name])
        # The peers code text labels 0, 1, 2, … in their order.
        values = labels if isinstance(labels[0], int | float) else range(len(labels))
        study.scale(name, [str(label) for label in labels], values)
        study.table(name, cases[name]["units_x_raters"])
    study.scale("counts", list("abcde"))
    for subject, counts in enumerate(cases["_fleiss_wikipedia_table"]["count_table"]):
        for label, votes in zip("abcde", counts, strict=True):
            study.count(f"s{subject}", label, votes, "counts")
    study.land(house)
    build(house)
    return cases, agreement_of(house, "oracle")


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval", "ratio"])
def test_alpha_equals_krippendorff(oracles, name, metric):
    cases, rows = oracles
    expected = cases[name]["krippendorff"][metric]
    row = rows[name]["krippendorff_alpha", metric, "none"]
    if "error" in expected:
        assert row["value"] is None
        assert row["status"] in {"single_category", "no_pairable_items"}
    else:
        assert row["value"] == pytest.approx(expected["value"], abs=EXACT)
        assert row["status"] == "ok"


#: irrCAC pairs the weights of sorted numbers with the counts of unsorted ones there.
IRRCAC_IS_WRONG = {("numeric_categories_unsorted", "linear"), ("numeric_categories_unsorted", "quadratic")}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic"])
def test_chance_corrected_coefficients_equal_irrcac(oracles, name, weights):
    cases, rows = oracles
    peers = cases[name]["irrCAC"][weights]
    names = {
        "gwet_ac": ("gwet", "mean_of_proportions"),
        "fleiss_kappa": ("fleiss", "mean_of_proportions"),
        "brennan_prediger": ("bp", "none"),
    }
    for coefficient, (peer, marginals) in names.items():
        row = rows[name][coefficient, weights, marginals]
        expected = peers[peer]
        if name == "all_same":
            assert row["status"] == "single_category"
            assert row["value"] == (None if coefficient == "fleiss_kappa" else 1)
        elif expected.get("coefficient_value") is None:
            assert row["value"] is None
            assert row["status"] == "no_pairable_items"
        elif (name, weights) not in IRRCAC_IS_WRONG:
            assert row["value"] == pytest.approx(expected["coefficient_value"], abs=EXACT)
            assert row["standard_error"] == pytest.approx(expected["se"], abs=EXACT)
            assert row["observed_agreement"] == pytest.approx(expected["pa"], abs=EXACT)
            assert row["expected_agreement"] == pytest.approx(expected["pe"], abs=EXACT)


@pytest.mark.parametrize("name", CASES)
def test_both_rules_for_marginals_equal_fleiss_with_unequal_raters(oracles, name):
    cases, rows = oracles
    expected = cases[name].get("fleiss_unequal")
    if expected is None or name == "all_same":
        return
    for marginals, key in (("pooled", "pooled_marginals"), ("mean_of_proportions", "gwet_mean_proportions")):
        row = rows[name]["fleiss_kappa", "identity", marginals]
        assert row["value"] == pytest.approx(expected[key], abs=EXACT)
        assert row["observed_agreement"] == pytest.approx(expected["P_bar"], abs=EXACT)
    assert rows[name]["fleiss_kappa", "identity", "pooled"]["standard_error"] is None


def test_released_counts_give_fleiss_kappa_without_raters(oracles):
    cases, rows = oracles
    row = rows["counts"]["fleiss_kappa", "identity", "pooled"]
    assert row["value"] == pytest.approx(cases["_fleiss_wikipedia_table"]["statsmodels"], abs=EXACT)
    assert row["rater_count"] is None
    assert rows["counts"]["cohen_kappa_mean", "identity", "none"]["status"] == "anonymous_raters"
