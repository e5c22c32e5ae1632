"""From a conformed file to the marts of scores and to `analysis compare`; composites of means against numpy."""

from __future__ import annotations

import json

import duckdb
import numpy as np
import polars as pl
import pytest
from scipy import stats

from analysis.compare import Question, answers
from analysis.errors import AnalysisError
from conftest import House
from ingest.simulate.mer_bench import simulate
from plain_mer_bench import aggregates
from test_comparison import A, B
from test_score_tables import score, singles
from votes import write_csv

P = 0.07960201245519759
FINE = ("vgq", "vea", "tgq", "tea", "lc", "hgq", "ppe", "pes")


def toy_rows() -> list[dict]:
    rng = np.random.default_rng(1)
    rows = singles("a", A) + singles("b", B) + singles("twin", A)
    # b has two clusters more that nobody else has.
    rows += [score("b", "d1", 1.0), score("b", "d2", 0.0)]
    for region, shift in (("east", 0.0), ("west", 2.0)):
        for system, better in (("a", shift), ("b", 0.0)):
            for number, value in enumerate(rng.normal(size=30)):
                rows.append(
                    score(system, f"{region}{number}", value + better, breakdown="region", breakdown_value=region)
                )
    for judge in ("strict", "lenient"):
        rows += singles("a", A, setting=judge, metric="judged") + singles("b", B, setting=judge, metric="judged")
    return rows


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> House:
    place = House(tmp_path_factory.mktemp("scores"))
    simulate(place.data / "mer", 7, 0.02)
    place.ingest("load", place.data)
    place.variables["AFFECTMART_LAND"] = "0"
    rows = toy_rows()
    # The first row stands twice: as a duplicate, and before that with another score.
    wrong = {**rows[0], "score_sum": 0.0, "score_sum_squares": 0.0}
    drop = ("benchmark",)
    listed = [{k: v for k, v in row.items() if k not in drop} for row in (wrong, rows[0], *rows)]
    place.ingest("load", write_csv(place.folder / "toy.csv", listed), "--as", "cluster_scores", "--benchmark", "toy")
    marts = ("+rankings", "+unmatched_clusters", "int_cluster_score_exclusions")
    every = ("--vars", "{replicates: 10000}")
    place.dbt("build", "-s", *marts, "--exclude-resource-type", "test", "unit_test", *every)
    return place


def one(house: House, mart: str, columns: str, where: str) -> tuple:
    rows = house.query(f"select {columns} from marts.{mart} where benchmark = 'toy' and {where}")
    assert len(rows) == 1, rows
    return rows[0]


def test_a_conformed_file_reaches_the_three_marts(built):
    whole = "breakdown = 'all' and metric = 'accuracy'"
    low, high = stats.t.interval(0.95, 7, 0.75, stats.sem(A))
    found = one(
        built, "score_intervals", "value, ci_low, ci_high, unit_count, cluster_count, status",
        f"{whole} and system_id = 'a' and method = 'cluster_t'",
    )  # fmt: skip
    assert found == (0.75, pytest.approx(low), pytest.approx(high), 8, 8, "ok")
    pair = f"{whole} and system_a = 'a' and system_b = 'b' and method = 'cluster_t'"
    found = one(built, "score_comparisons", "difference, p_value, p_holm, p_sign_flip, p_mcnemar, family_size", pair)
    assert found == pytest.approx((0.375, P, 3 * P, 0.25, 0.25, 3))
    counts = "shared_cluster_count, unmatched_a_count, unmatched_b_count, unit_count_b, status"
    assert one(built, "score_comparisons", counts, pair) == (8, 0, 2, 8, "ok")
    ranks = "value, rank, rank_low, rank_high, is_in_best_group, status"
    assert one(built, "rankings", ranks, f"{whole} and system_id = 'b'") == (0.4, 3, 1, 3, True, "ok")
    assert one(built, "rankings", "ci_low, ci_high, rank", f"{whole} and system_id = 'a'") == (
        pytest.approx(low), pytest.approx(high), 1,
    )  # fmt: skip


def test_a_row_that_stands_twice_counts_once_and_is_listed(built):
    reasons = built.query(
        "select item_id, reason from intermediate.int_cluster_score_exclusions where benchmark = 'toy' order by reason"
    )
    assert reasons == [("c000", "row.duplicate"), ("c000", "row.superseded")]


def test_unmatched_clusters_are_listed(built):
    listed = built.query(
        "select distinct cluster_id, system_id from marts.unmatched_clusters "
        "where benchmark = 'toy' and 'a' in (system_a, system_b) order by all"
    )
    assert listed == [("d1", "b"), ("d2", "b")]


def test_parts_of_a_breakdown_are_families_of_their_own(built):
    part = "breakdown = 'region' and method = 'cluster_t' and breakdown_value = "
    assert one(built, "score_comparisons", "family_size, p_value < 0.001", f"{part} 'west'") == (1, True)
    bounds = built.query(
        "select system_id, rank_low, rank_high, best_probability > 0.99 from marts.rankings "
        "where benchmark = 'toy' and breakdown_value = 'west' order by all"
    )
    assert bounds == [("a", 1, 1, True), ("b", 2, 2, False)]


def test_means_of_the_marts_are_those_of_the_leaderboard(built):
    """The population's aggregates per output are the means that intervals stand around."""
    differing = built.query(
        """
        with leaderboard as (
            select system_id, setting, metric, convention_id, sum(score_sum) / sum(score_count) as value
            from intermediate.int_cluster_scores where benchmark = 'mer_bench' group by all
        )
        select * from marts.score_intervals as i join leaderboard as l using (system_id, setting, metric, convention_id)
        where i.benchmark = 'mer_bench' and abs(i.value - l.value) > 1e-12
        """
    )
    assert differing == []
    assert built.value("select count(distinct method) from marts.score_intervals where benchmark = 'mer_bench'") == 7


def test_composites_of_means_are_quantiles_of_the_formula_over_joint_replicates(built):
    system, setting = built.query(
        "select system_id, setting from statistics.int_mer_bench__replicate_means "
        "where replicate = 0 order by cluster_count desc, system_id, setting limit 1"
    )[0]
    clusters = built.query(
        "select cluster_id, metric, score_sum from intermediate.int_mer_bench__fine_cluster_scores "
        "where system_id = ? and setting = ?", system, setting,
    )  # fmt: skip
    memes = sorted({cluster for cluster, _, _ in clusters})
    values = {(cluster, metric): value for cluster, metric, value in clusters}
    data = np.array([[values[meme, metric] for metric in FINE] for meme in memes])
    drawn = built.query(
        f"select {', '.join(FINE)} from statistics.int_mer_bench__replicate_means "
        "where system_id = ? and setting = ? and replicate > 0", system, setting,
    )  # fmt: skip
    assert len(drawn) == 10_000
    rng = np.random.default_rng(0)
    ours = [data[rng.integers(0, len(memes), len(memes))].mean(axis=0) for _ in range(4000)]
    for definition in ("paper", "released"):
        estimate = aggregates(dict(zip(FINE, data.mean(axis=0), strict=True)), definition)
        replicates = [aggregates(dict(zip(FINE, means, strict=True)), definition) for means in drawn]
        independent = [aggregates(dict(zip(FINE, means, strict=True)), definition) for means in ours]
        for metric in ("tas", "cfs", "sss", "rfs"):
            value, low, high, se, status = built.query(
                "select value, ci_low, ci_high, se, status from marts.score_intervals where benchmark = 'mer_bench' "
                "and system_id = ? and setting = ? and metric = ? and method = 'cluster_bootstrap_percentile' "
                "and convention_id = ?", system, setting, metric, f"{definition}-strict-run",
            )[0]  # fmt: skip
            assert value == pytest.approx(estimate[metric], abs=1e-9)
            formula = np.array([each[metric] for each in replicates])
            assert (low, high) == pytest.approx(tuple(np.quantile(formula, (0.025, 0.975))), abs=1e-9)
            assert (se, status) == (pytest.approx(formula.std(ddof=1), rel=1e-6), "ok")
            direct = np.quantile([each[metric] for each in independent], (0.025, 0.975))
            assert (low, high) == pytest.approx(tuple(direct), abs=0.2 * se)


def test_compare_says_it_in_words(built):
    told = built.analysis("compare", "b", "a", "--metric", "accuracy").stdout
    assert told.startswith("b and a: accuracy in board (toy)\n")
    assert "b 0.375, a 0.750 over the 8 clusters that both have (n = 8 and 8): b is lower by 0.375" in told
    # t(7) at 0.975 is 2.36462: 0.375 -+ 2.36462 * 0.182981.
    assert "difference -0.375, 95 % interval -0.808 to 0.058" in told
    assert "p = 0.0796, corrected for 3 comparisons 0.2388 (Holm), sign flip 0.2500, McNemar 0.2500." in told
    assert "do not separate the two" in told
    assert "Left unmatched: 2 clusters that only b has, 0 that only a has; marts.unmatched_clusters lists" in told
    told = built.analysis("compare", "a", "twin", "--metric", "accuracy").stdout
    assert "a is the same" in told and "identical in every cluster" in told


def test_compare_gives_rows_of_the_mart_as_json_turned_to_the_first_system(built):
    (record,) = json.loads(built.analysis("compare", "b", "a", "--metric", "accuracy", "--json").stdout)
    (other,) = json.loads(built.analysis("compare", "a", "b", "--metric", "accuracy", "--json").stdout)
    assert (record["system_a"], record["difference"], record["p_value"]) == ("b", -0.375, pytest.approx(P))
    for name in ("ci", "bootstrap_ci"):
        turned = (-other[f"{name}_high"], -other[f"{name}_low"])
        assert (record[f"{name}_low"], record[f"{name}_high"]) == turned
    assert (record["unmatched_a_count"], record["unmatched_b_count"]) == (2, 0)
    assert (other["unmatched_a_count"], other["unmatched_b_count"]) == (0, 2)
    assert (record["value_a"], record["effect_size"]) == (0.375, -other["effect_size"])


def test_compare_by_a_breakdown_gives_each_part(built):
    records = json.loads(built.analysis("compare", "a", "b", "--metric", "accuracy", "--by", "region", "--json").stdout)
    assert [record["breakdown_value"] for record in records] == ["east", "west"]
    told = built.analysis("compare", "a", "b", "--metric", "accuracy", "--by", "region").stdout
    assert "region east:" in told and "region west:" in told
    assert "significant at 5 %" in told.split("region west:")[1]


def test_a_breakdown_names_the_leaderboard_that_has_it(built):
    with duckdb.connect(str(built.warehouse), read_only=True) as connection:
        frame = connection.sql("select * from marts.score_comparisons where metric = 'accuracy'").pl()
    other = frame.filter(pl.col("breakdown") == "all").with_columns(pl.lit("other").alias("leaderboard"))
    both = pl.concat([frame, other])
    found = answers(both, Question("a", "b", "accuracy", by="region"))
    assert [(r["leaderboard"], r["breakdown_value"]) for r in found] == [("board", "east"), ("board", "west")]
    with pytest.raises(AnalysisError, match="compared in 2 leaderboards: board, other"):
        answers(both, Question("a", "b", "accuracy"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("a", "twim", "--metric", "accuracy"), "twim: no system of that name is compared. Did you mean twin?"),
        (("a", "b", "--metric", "acuracy"), "acuracy: no metric of that name is compared. Did you mean accuracy?"),
        (("a", "b", "--metric", "accuracy", "--by", "regon"), "--by regon: these scores have no such breakdown. Did you mean region?"),
        (("a", "b", "--metric", "judged"), "compared in 2 settings (first/second system): lenient/lenient, strict/strict. Add --setting."),
        (("a", "b", "--metric", "judged", "--setting", "strickt"), "Did you mean strict?"),
        (("a", "b", "--metric", "accuracy", "--leaderboard", "bord"), "Did you mean board?"),
        (("a", "a", "--metric", "accuracy"), "name two systems"),
        (("a", "Bagel7B", "--metric", "accuracy"), "nothing compares them"),
    ],
)  # fmt: skip
def test_a_mistake_in_compare_is_one_sentence(built, arguments, sentence):
    done = built.analysis("compare", *arguments, code=1)
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_compare_takes_settings(built):
    told = built.analysis("compare", "a", "b", "--metric", "judged", "--setting", "strict").stdout
    assert "setting strict:" in told and "a is higher by 0.375" in told
    told = built.analysis(
        "compare", "a", "a", "--metric", "judged", "--setting", "strict", "--setting", "lenient"
    ).stdout
    assert "a (strict) is the same" in told
    told = built.analysis(
        "compare", "a", "b", "--metric", "judged", "--setting", "strict", "--setting", "lenient"
    ).stdout
    assert "settings strict / lenient:" in told
