"""Agreement held against trusted packages' values and the textbook formulas, through files as users land them."""

from __future__ import annotations

import json
import math

import krippendorff
import numpy as np
import pytest
from hypothesis import Phase, given, settings
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


# --- Cohen ---


def test_cohen_reads_the_declared_scale(tmp_path):
    """sklearn's values: only the declared scale of a gap or of unsorted text gives the right weights."""
    expected = oracle_values()["_cohen"]
    house = House(tmp_path)
    study = Study("cohen")
    pairs = {
        "constant_both": ([["a", "a"]] * 3, list("ab"), None),
        "constant_one": ([["a", "a"], ["a", "b"], ["a", "a"]], list("ab"), None),
    }
    for name, (units, labels, values) in pairs.items():
        study.scale(name, labels, values)
        study.table(name, units)
    study.land(house)
    build(house)
    rows = agreement_of(house, "cohen")
    assert rows["constant_both"]["cohen_kappa_mean", "identity", "none"]["status"] == "single_category"
    assert rows["constant_both"]["cohen_kappa_mean", "identity", "none"]["undefined_pair_count"] == 1
    assert rows["constant_one"]["cohen_kappa_mean", "identity", "none"]["value"] == expected["constant_one"]["value"]


# --- random tables ---


@st.composite
def random_tables(draw) -> tuple[list, list, list]:
    """A scale of 2 to 6 labels (perhaps with numbers, ends perhaps unused) and a table of units by raters with gaps."""
    q = draw(st.integers(2, 6))
    numbers = draw(
        st.one_of(
            st.none(),
            st.lists(st.integers(0, 40), min_size=q, max_size=q, unique=True).map(lambda x: [v / 4 for v in sorted(x)]),
        )
    )
    used = draw(st.lists(st.integers(0, q - 1), min_size=1, max_size=q, unique=True))
    raters = draw(st.integers(1, 6))
    units = draw(
        st.lists(
            st.lists(
                st.one_of(st.none(), st.sampled_from(used), st.sampled_from(used)), min_size=raters, max_size=raters
            ),
            min_size=1,
            max_size=12,
        )
    )
    return [f"k{k}" for k in range(q)], numbers, units


@settings(max_examples=2, phases=[Phase.generate])
@given(st.lists(random_tables(), min_size=60, max_size=60))
def test_random_tables_equal_reference_formulas(tmp_path_factory, tables):
    house = House(tmp_path_factory.mktemp("random"))
    study = Study("random")
    for number, (labels, numbers, units) in enumerate(tables):
        study.scale(f"t{number}", labels, numbers)
        study.table(f"t{number}", [[None if a is None else labels[a] for a in unit] for unit in units])
    study.land(house)
    build(house)
    rows = agreement_of(house, "random")
    for number, (labels, numbers, units) in enumerate(tables):
        data = np.array([[np.nan if a is None else a for a in unit] for unit in units], dtype=float)
        if np.isnan(data).all():
            assert f"t{number}" not in rows
            continue
        check_table(rows[f"t{number}"], data, len(labels), numbers)


def check_table(rows: dict, data: np.ndarray, q: int, numbers: list | None) -> None:
    x = np.array(numbers if numbers is not None else range(1, q + 1), dtype=float)
    table = count_table(data, q)
    n_i = table.sum(axis=1)
    raters = int((~np.isnan(data)).any(axis=0).sum())
    used = int((table.sum(axis=0) > 0).sum())
    pairable = bool((n_i >= 2).any())
    for (coefficient, weights, marginals), row in rows.items():
        where = (coefficient, weights, marginals, data.tolist())
        assert row["rating_count"] == n_i.sum(), where
        assert row["pairable_item_count"] == (n_i >= 2).sum(), where
        assert row["rater_count"] == raters, where
        if raters == 1 or not pairable:
            assert row["value"] is None, where
            assert row["status"] == ("single_rater" if raters == 1 else "no_pairable_items"), where
            continue
        if coefficient == "krippendorff_alpha":
            values = np.where(np.isnan(data), np.nan, x[np.nan_to_num(data).astype(int)])
            if len(np.unique(data[n_i >= 2][~np.isnan(data[n_i >= 2])])) == 1:
                assert (row["value"], row["status"]) == (None, "single_category"), where
                continue
            peer = krippendorff.alpha(reliability_data=values.T, level_of_measurement=weights)
            assert row["value"] == pytest.approx(peer, abs=EXACT), where
            continue
        w = weight_matrix(x, weights)
        if coefficient == "cohen_kappa_mean":
            mean, pairs, undefined = cohen_mean(data, w)
            assert (row["rater_pair_count"], row["undefined_pair_count"]) == (pairs, undefined), where
            if math.isnan(mean):
                assert (row["value"], row["status"]) == (None, "single_category"), where
            else:
                assert row["value"] == pytest.approx(mean, abs=EXACT), where
            continue
        if used == 1:
            assert row["status"] == "single_category", where
            assert row["value"] == (None if coefficient == "fleiss_kappa" else 1), where
            continue
        plain = chance_corrected(table, w, coefficient, marginals)
        if coefficient == "observed_agreement":
            assert row["value"] == pytest.approx(plain["pa"], abs=EXACT), where
            continue
        assert row["status"] == "ok", where
        assert row["value"] == pytest.approx(plain["value"], abs=EXACT), where
        assert row["expected_agreement"] == pytest.approx(plain["pe"], abs=EXACT), where
        if marginals != "pooled" and not math.isnan(plain["se"]):
            assert row["standard_error"] == pytest.approx(plain["se"], abs=EXACT), where
        else:
            assert row["standard_error"] is None, where
