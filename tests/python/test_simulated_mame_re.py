"""MaMe-Re simulated: planted counts are found, and plain Python over the files gives what the marts hold."""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path

import plain_mame_re as plain
import pytest

from conftest import House
from ingest.simulate.mame_re import simulate

RETRIEVER = "Sarashina-Text-Emb-N"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House(tmp_path_factory.mktemp("mame_re"))
    house.ingest("simulate", "mame_re", "--out", house.data, "--seed", "3", "--scale", "0.015")
    house.ingest("load", house.data)
    kinds = ("--resource-type", "model", "--resource-type", "seed")
    read = ("+path:models/marts/mame_re", "+exclusions", "+waterfall", "+int_cluster_scores", "+agreement_intervals")
    house.dbt("build", *kinds, "-s", *read)
    return house


@pytest.fixture(scope="module")
def folder(place: House) -> Path:
    return place.data / "mame_re"


@pytest.fixture(scope="module")
def truths(place: House) -> dict[str, int]:
    return json.loads((place.data / "truths.json").read_text())


@pytest.fixture(scope="module")
def votes(folder: Path) -> plain.Votes:
    return plain.reference_votes(folder)


@pytest.fixture(scope="module")
def gains(votes: plain.Votes) -> dict[str, dict[str, Fraction]]:
    return plain.gains_of(votes)


@pytest.fixture(scope="module")
def scored(folder: Path, gains):
    """(experiment, k, condition, system) -> context -> outcomes and gains, from selections and tops of rankings."""
    images = {row["id"] for row in plain.table(folder / "image.csv")}
    pools = plain.pools(folder)
    found: dict = defaultdict(lambda: defaultdict(list))
    for system, row in plain.selections(folder):
        key = (row["experiment"], row["k"], row["condition"])
        pool = pools.get((*key, row["context_id"]), [] if row["experiment"] in ("exp3", "exp4") else images)
        if row["context_id"] in gains and pool:
            found[*key, system][row["context_id"]].append(plain.outcome(row, pool, gains[row["context_id"]]))
    for system, contexts in plain.rankings(folder).items():
        for context, scores in contexts.items():
            top = max(scores.values())
            tied = [gains[context][m] for m, s in scores.items() if s == top and m in gains[context]]
            told = ("scored", sum(tied, Fraction(0)) / len(tied)) if tied else ("no_reference", None)
            found["exp1", None, None, system][context].append(told)
    return found


def mean(values: list[Fraction]) -> float:
    return float(sum(values, Fraction(0)) / len(values))


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(tmp_path):
    for name, seed in (("a", 7), ("b", 7), ("c", 8)):
        simulate(tmp_path / name, seed, 0.004)

    def content(name: str) -> dict[str, bytes]:
        files = sorted(p for p in (tmp_path / name).rglob("*") if p.is_file())
        return {p.relative_to(tmp_path / name).as_posix(): p.read_bytes() for p in files}

    assert content("a") == content("b")
    assert content("a") != content("c")


@pytest.mark.parametrize("scale", [0.0, -1.0, math.nan, math.inf])
def test_a_scale_that_is_no_size_is_refused(tmp_path, scale):
    with pytest.raises(ValueError, match="is not a positive number"):
        simulate(tmp_path / "x", 1, scale)


def test_planted_votes_are_found_by_plain_python_and_in_the_marts(place, votes, truths):
    assert len(votes) == truths["pairs_with_votes"]
    assert sum(f for f, _ in votes.values()) == truths["funny_votes"]
    assert sum(n for _, n in votes.values()) == truths["answers_used"]
    landed = place.query("select context_id, image_id, funny_count, vote_count from marts.mame_re_pairs")
    assert {(c, m): (f, n) for c, m, f, n in landed} == votes
    summary = place.query(
        "select pair_count, unvoted_pair_count, vote_count, discarded_answer_count, discarded_submission_count, "
        "mean_funniness, pooled_funny_share from marts.mame_re_summary"
    )[0]
    assert summary[:5] == (
        truths["pairs_with_votes"], truths["pairs_without_votes"], truths["answers_used"],
        truths["excluded:submission.failed_quality_control"], truths["submissions_failed"],
    )  # fmt: skip
    assert summary[5] == pytest.approx(mean([Fraction(f, n) for f, n in votes.values()]), abs=1e-12)
    assert summary[6] == pytest.approx(truths["funny_votes"] / truths["answers_used"], abs=1e-15)


def test_planted_rejects_are_told_one_by_one(place, truths):
    found = dict(place.query("select reason, count(*) from raw.rejects group by reason"))
    assert found == {k.removeprefix("rejected:"): v for k, v in truths.items() if k.startswith("rejected:")}


def test_planted_exclusions_are_told_one_by_one(place, truths):
    # Released scores that say what the annotations say are repeats, too.
    repeats = truths["pairs_with_votes"] - truths["excluded:vote_count.mismatch"]
    found = Counter(
        dict(place.query("select reason, count(*) from marts.exclusions where benchmark = 'mame_re' group by reason"))
    )
    planted = Counter({k.removeprefix("excluded:"): v for k, v in truths.items() if k.startswith("excluded:")})
    planted["row.duplicate"] += repeats
    assert found == planted


def test_what_landed_is_used_or_excluded(place):
    landed = place.value("select count(*) from raw.mame_re__annotations")
    used = place.value("select count(*) from intermediate.int_mame_re__ballots")
    excluded = place.value(
        "select count(*) from marts.exclusions where benchmark = 'mame_re' and stage = 'annotations'"
    )
    assert landed == used + excluded
    landed = place.value("select count(*) from raw.mame_re__rankings")
    used = place.value("select count(*) from intermediate.int_mame_re__rankings")
    excluded = place.value("select count(*) from marts.exclusions where benchmark = 'mame_re' and stage = 'rankings'")
    assert landed == used + excluded


def test_consensus_by_whole_votes(place, votes):
    def class_of(funny: int, count: int) -> str:
        minority = min(funny, count - funny)
        return "unanimous" if minority == 0 else "high" if 5 * minority <= count else "split"

    told = Counter(class_of(*v) for v in votes.values())
    found = {c: (n, s) for c, n, s in place.query("select consensus, pair_count, share from marts.mame_re_consensus")}
    assert {c: n for c, (n, _) in found.items()} == told
    assert sum(s for _, s in found.values()) == pytest.approx(1)


def test_every_leaderboard_row_under_both_policies(place, scored, truths):
    rows = place.query(
        """
        select experiment, k, condition, system_id, failure_policy, score_at_1, score_at_1_context_mean,
               context_count, failed_count, no_reference_count
        from marts.mame_re_leaderboard where not is_reference
        """
    )
    assert {row[:4] for row in rows} == set(scored)
    for *key, policy, score, context_mean, context_count, failed, unvoted in rows:
        contexts = {
            c: [
                g if o == "scored" else Fraction(0)
                for o, g in answers
                if o == "scored" or (o == "failed" and policy == "zero")
            ]
            for c, answers in scored[tuple(key)].items()
        }
        contexts = {c: values for c, values in contexts.items() if values}
        told = [g for values in contexts.values() for g in values]
        assert score == pytest.approx(mean(told), abs=1e-12), key
        assert context_mean == pytest.approx(mean([sum(v, Fraction(0)) / len(v) for v in contexts.values()]), abs=1e-12)
        assert context_count == len(contexts)
        outcomes = Counter(o for answers in scored[tuple(key)].values() for o, _ in answers)
        assert (failed, unvoted) == (outcomes["failed"], outcomes["no_reference"])
    damaged = place.query(
        "select failed_count, missing_count, trial_count from marts.mame_re_leaderboard "
        "where system_id = 'claude-4-sonnet-Y' and failure_policy = 'exclude'"
    )
    name = "claude-4-sonnet-Y"
    assert damaged == [(truths[f"failed:{name}"], truths[f"missing:{name}"], 3)]


def test_consensus_hits_count_whole_votes(place, folder, votes):
    images = {row["id"] for row in plain.table(folder / "image.csv")}
    hits: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for system, row in plain.selections(folder):
        pair = (row["context_id"], row["image_id"])
        if row["experiment"] == "exp1" and row["status"] == "ok" and row["image_id"] in images and pair in votes:
            funny, count = votes[pair]
            hits[system].append((funny == count, 5 * funny >= 4 * count))
    found = place.query(
        "select system_id, chr_all, chr_four_fifths from marts.mame_re_leaderboard "
        "where experiment = 'exp1' and failure_policy = 'exclude' and method = 'preference'"
    )
    assert len(found) == 12
    for system, to_all, to_four_fifths in found:
        told = hits[system]
        assert to_all == pytest.approx(sum(a for a, _ in told) / len(told), abs=1e-12)
        assert to_four_fifths == pytest.approx(sum(b for _, b in told) / len(told), abs=1e-12)


def test_ndcg_of_every_ranking_system_with_ties_and_memes_left_out(place, folder, gains):
    found = place.query(
        "select system_id, ndcg_at_5, ndcg_at_5_best, ndcg_at_5_worst, ndcg_at_5_condensed, tied_at_5_count, "
        "partial_ranking_count from marts.mame_re_leaderboard "
        "where experiment = 'exp1' and failure_policy = 'exclude' and method = 'similarity'"
    )
    rankings = plain.rankings(folder)
    assert len(found) == 12
    for system, *values, _, partial in found:
        for keeps_unvoted in (True, False):
            told = [
                plain.expected_ndcg(plain.groups_of(scores, gains[c], keeps_unvoted), gains[c].values())
                for c, scores in rankings[system].items()
            ]
            kept = [t for t in told if t is not None]
            means = [math.fsum(t[n] for t in kept) / len(kept) for n in range(3)]
            if keeps_unvoted:
                assert values[:3] == pytest.approx(means, abs=1e-12)
            else:
                assert values[3] == pytest.approx(means[0], abs=1e-12)
        assert partial == sum(any(m not in s for m in gains[c]) for c, s in rankings[system].items())
    assert sum(row[5] for row in found) > 0
    assert sum(row[6] for row in found) > 0


def test_reference_rows_of_every_experiment_are_exact(place, folder, gains):
    rows = place.query(
        "select experiment, k, condition, system_id, failure_policy, score_at_1, context_count "
        "from marts.mame_re_leaderboard where is_reference and experiment <> 'exp2'"
    )
    pools: dict = defaultdict(list)
    for (experiment, k, condition, context), members in plain.pools(folder).items():
        pools[experiment, k, condition].append([gains[context][m] for m in members])
    pools["exp1", None, None] = [list(g.values()) for g in gains.values()]
    assert len(rows) == 4 * len(pools)
    for *key, system, _, score, context_count in rows:
        sets = pools[tuple(key)]
        best = [max(s) if system == "oracle" else sum(s, Fraction(0)) / len(s) for s in sets]
        assert score == pytest.approx(mean(best), abs=1e-12)
        assert context_count == len(sets)


def test_reference_rows_of_retrieved_sets_stand_in_leaderboard_and_pool_scores(place, folder, gains):
    rows = place.query(
        "select k, system_id, failure_policy, score_at_1, chr_all, chr_four_fifths, context_count "
        "from marts.mame_re_leaderboard where is_reference and experiment = 'exp2' and condition = ?", RETRIEVER,
    )  # fmt: skip
    answered = {row["k"] for _, row in plain.selections(folder) if row["experiment"] == "exp2"}
    assert len(answered) > 3
    # Random and oracle, under both policies.
    assert len(rows) == 4 * len(answered)
    ranking = plain.rankings(folder)[RETRIEVER]

    def told(k: int, place_of: int, worth) -> float:
        sets = []
        for context, scores in ranking.items():
            hits = [[worth(g) for g in group] for group in plain.groups_of(scores, gains[context], keeps_unvoted=False)]
            sets.append(plain.retrieved(hits, k)[place_of])
        return mean(sets)

    for k, system, _, *found, context_count in rows:
        place_of = int(system == "oracle")
        # Hits rise with gain: the best meme of a set is a hit wherever any of the set is.
        worths = (lambda g: g, lambda g: Fraction(g == 1), lambda g: Fraction(5 * g >= 4))
        assert found == pytest.approx([told(k, place_of, worth) for worth in worths], abs=1e-10)
        assert context_count == len(ranking)
    scores = {(k, s): v for k, s, p, v, *_ in rows if p == "exclude"}
    shown = place.query(
        "select k, system_id, score_at_1 from marts.mame_re_pool_scores where is_reference and experiment = 'exp2'"
    )
    assert {(k, s): v for k, s, v in shown} == scores
    curve = place.query(
        "select k, system_id, score_at_1 from marts.mame_re_rerank_curve where is_reference and retriever = ?",
        RETRIEVER,
    )
    assert {(k, s): v for k, s, v in curve if (k, s) in scores} == scores


def test_the_rerank_curve(place, folder, gains, scored):
    rows = place.query(
        "select k, system_id, is_reference, score_at_1, context_count, standalone_score_at_1 "
        "from marts.mame_re_rerank_curve where retriever = ? order by k", RETRIEVER,
    )  # fmt: skip
    ranking = plain.rankings(folder)[RETRIEVER]
    size = max(len(g) for g in gains.values())
    assert {k for k, *_ in rows if k < size} == {2**n for n in range(1, 12) if 2**n < size}
    alone = mean([g for answers in scored["exp1", None, None, RETRIEVER].values() for o, g in answers if o == "scored"])
    for k, system, is_reference, score, context_count, standalone in rows:
        assert standalone == pytest.approx(alone, abs=1e-12)
        if is_reference:
            sets = [plain.retrieved(plain.groups_of(s, gains[c], keeps_unvoted=False), k) for c, s in ranking.items()]
            assert score == pytest.approx(mean([s[system == "oracle"] for s in sets]), abs=1e-10)
            assert context_count == len(sets)
        else:
            told = [g for a in scored["exp2", k, RETRIEVER, system].values() for o, g in a if o == "scored"]
            assert score == pytest.approx(mean(told), abs=1e-12)


def test_deltas_come_from_unrounded_means(place, scored):
    rows = place.query(
        "select k, system_id, delta, paired_delta, paired_context_count, status from marts.mame_re_pool_deltas where not is_reference"
    )
    assert rows
    for k, system, delta, paired, paired_count, status in rows:
        low, high = (
            {c: a[0][1] for c, a in scored["exp4", k, t, system].items() if a[0][0] == "scored"}
            for t in ("Low", "High")
        )
        if not high:
            assert (delta, paired, status) == (None, None, "no_high")
            continue
        assert delta == pytest.approx(mean(list(high.values())) - mean(list(low.values())), abs=1e-12)
        both = sorted(set(low) & set(high))
        assert paired_count == len(both)
        assert paired == pytest.approx(mean([high[c] - low[c] for c in both]), abs=1e-12)


def test_distributions_sum_to_one_and_hold_exact_scores(place, scored):
    found: dict[str, dict[float, float]] = defaultdict(dict)
    for system, score, count in place.query(
        "select system_id, score, selection_count from marts.mame_re_score_distribution"
    ):
        found[system][score] = count
    told = Counter(float(g) for a in scored["exp1", None, None, "gpt-5-N"].values() for o, g in a if o == "scored")
    assert found["gpt-5-N"] == told
    for total in place.query("select sum(share) from marts.mame_re_score_distribution group by system_id"):
        assert total[0] == pytest.approx(1, abs=1e-12)


def test_effect_of_descriptions_and_head_to_head(place, scored):
    def contexts(system: str) -> dict[str, Fraction]:
        found = {}
        for context, answers in scored["exp1", None, None, system].items():
            values = [g for o, g in answers if o == "scored"]
            if values:
                found[context] = sum(values, Fraction(0)) / len(values)
        return found

    rows = place.query("select base_model, difference, context_count, status from marts.mame_re_description_effects")
    assert len(rows) == 10
    for base, difference, count, status in rows:
        with_text, without = contexts(f"{base}-Y"), contexts(f"{base}-N")
        both = set(with_text) & set(without)
        assert (count, status) == (len(both), "ok")
        assert difference == pytest.approx(mean([with_text[c] - without[c] for c in both]), abs=1e-12)
    a, b = contexts("gpt-5-N"), contexts("gpt-oss-N")
    duel = place.query(
        "select context_id, funniness_a, funniness_b from marts.mame_re_head_to_head where system_a = 'gpt-5-N' and system_b = 'gpt-oss-N'"
    )
    assert {c for c, _, _ in duel} == set(a) & set(b)
    for context, left, right in duel:
        assert (left, right) == pytest.approx((float(a[context]), float(b[context])), abs=1e-12)


def test_cluster_scores_give_the_leaderboard_back(place):
    wrong = place.value(
        """
        with sums as (
            select system_id, convention_id, setting = 'reference' as is_reference, metric,
                   sum(score_sum) / sum(score_count) as value, count(*) as clusters
            from intermediate.int_cluster_scores
            where benchmark = 'mame_re' and leaderboard = 'mame_re_leaderboard' and breakdown = 'all'
            group by all
        )
        select count(*) from marts.mame_re_leaderboard as board
        inner join sums using (system_id, convention_id, is_reference)
        where board.experiment = 'exp1' and abs(
            sums.value - case metric when 'score_at_1' then score_at_1 when 'chr_all' then chr_all
                         when 'chr_four_fifths' then chr_four_fifths else ndcg_at_5 end) > 1e-12
        """
    )
    assert wrong == 0
    repeated = place.value(
        "select count(*) - count(distinct (leaderboard, breakdown, breakdown_value, system_id, setting, metric, "
        "convention_id, cluster_id)) "
        "from intermediate.int_cluster_scores where benchmark = 'mame_re'"
    )
    assert repeated == 0


def test_cluster_scores_of_pools_give_pool_scores_back_by_size_and_by_similarity(place):
    sums = place.query(
        """
        select leaderboard, breakdown, breakdown_value, system_id, setting, sum(score_sum) / sum(score_count),
               count(distinct cluster_id)
        from intermediate.int_cluster_scores
        where benchmark = 'mame_re' and metric = 'score_at_1' and convention_id = 'exclude' and setting <> 'reference'
        group by all
        """
    )
    found = {row[:5]: row[5:] for row in sums}
    pools = place.query(
        "select experiment, k, condition, system_id, score_at_1, context_count from marts.mame_re_pool_scores "
        "where not is_reference and context_count > 0"
    )
    assert pools
    for experiment, k, condition, system, score, count in pools:
        told = (pytest.approx(score, abs=1e-12), count)
        kind = f"{experiment}|{condition}" if condition else experiment
        pool = f"{experiment}|{k}|{condition or ''}"
        assert found["mame_re_leaderboard", "pool", pool, system, "all"] == told
        assert found["mame_re_pool_scores", "pool_kind", kind, system, f"k={k}"] == told
        if experiment == "exp4":
            assert found["mame_re_pool_deltas", "k", str(k), system, condition] == told


def test_cluster_scores_hold_each_model_with_and_without_descriptions(place):
    rows = place.query(
        """
        select a.system_id, avg(a.score_sum / a.score_count - b.score_sum / b.score_count), count(*)
        from intermediate.int_cluster_scores as a
        inner join intermediate.int_cluster_scores as b
            using (benchmark, leaderboard, breakdown, breakdown_value, system_id, metric, convention_id, cluster_id)
        where a.leaderboard = 'mame_re_description_effects' and a.setting = 'with_description'
            and b.setting = 'without_description' and metric = 'score_at_1' and convention_id = 'exclude'
            and breakdown_value = 'preference'
        group by 1
        """
    )
    effects = place.query(
        "select base_model, difference, context_count from marts.mame_re_description_effects where method = 'preference'"
    )
    assert {s: (pytest.approx(d, abs=1e-12), n) for s, d, n in effects} == {s: (d, n) for s, d, n in rows}
    assert len(rows) >= 5


def test_built_pools_hold_their_roles_and_thresholds(place, folder, votes):
    rows = place.query(
        "select experiment, k, condition, context_id, image_id, role, vote_role, is_wrong_size, is_wrong_roles "
        "from marts.mame_re_pools where source = 'built'"
    )
    pools: dict = defaultdict(dict)
    for experiment, k, condition, context, image, role, vote_role, wrong_size, wrong_roles in rows:
        assert (role, wrong_size, wrong_roles) == (vote_role, False, False)
        pools[experiment, k, condition, context][image] = role
    assert pools
    cosines = {(r["left_id"], r["right_id"]): float(r["cosine"]) for r in plain.table(folder / "similarity.csv")}
    centre = math.fsum(cosines.values()) / len(cosines)
    spread = math.sqrt(math.fsum((c - centre) ** 2 for c in cosines.values()) / len(cosines))
    last = max(c for c, _ in votes)
    # The simulator lands no pool for the last context: it is the builder's.
    assert {key[3] for key in pools} == {last}
    for (experiment, k, condition, _), members in pools.items():
        roles = Counter(members.values())
        assert roles == Counter({"funny": 1, "unfunny": k // 2, "somewhat": k // 2 - 1})
        funny = next(m for m, r in members.items() if r == "funny")
        if experiment == "exp4":
            for other in set(members) - {funny}:
                z = (cosines.get((funny, other), cosines.get((other, funny))) - centre) / spread
                assert z > {"Low": -2, "Mid": 0, "High": 2}[condition]
    contexts = {row["id"] for row in plain.table(folder / "context.csv")}
    landed = set(plain.pools(folder))
    gaps = {row[:4] for row in place.query("select experiment, k, condition, context_id from marts.mame_re_pool_gaps")}
    kinds = [("exp3", k, None) for k in (4, 8, 12)] + [
        ("exp4", k, c) for k in (4, 8, 12) for c in ("Low", "Mid", "High")
    ]
    assert gaps == {(*kind, c) for kind in kinds for c in contexts} - landed - set(pools)


def test_the_waterfall_never_rises(place):
    assert place.value("select count(*) from marts.waterfall where benchmark = 'mame_re'") >= 25
    assert (
        place.value(
            "select count(*) from marts.waterfall where not (expected_count >= received_count and received_count >= parsed_count "
            "and parsed_count >= valid_count and valid_count >= scored_count and scored_count >= comparable_count)"
        )
        == 0
    )


def test_agreement_is_drawn_by_context_and_an_interval_over_items_is_marked(place):
    contexts = place.value("select count(distinct context_id) from intermediate.int_mame_re__pairs")
    rows = place.query(
        "select distinct method, cluster_count, status from marts.agreement_intervals "
        "where benchmark = 'mame_re' and breakdown = 'all' and coefficient = 'fleiss_kappa' and marginals <> 'pooled' "
        "and weights = 'identity'"
    )
    assert sorted(rows) == [
        ("cluster_bootstrap_bca", contexts, "ok"),
        ("cluster_bootstrap_percentile", contexts, "ok"),
        ("gwet_t", contexts, "anti_conservative"),
    ]
