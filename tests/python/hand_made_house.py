"""A small warehouse written by hand with everything that the report shows, and names that try to break a page."""

from __future__ import annotations

from pathlib import Path

import duckdb

from hand_made_marts import system, write

SCRIPT = "<script>window.hacked = 1</script>"
QUOTES = "\"'><img src=x onerror='window.hacked = 1'>`${window.hacked = 1}`"
LONG = "long" * 2_500
RIGHT_TO_LEFT = "\u202eالفكاهة</td></table></main>"
NAMES = (SCRIPT, QUOTES, LONG, RIGHT_TO_LEFT, "plain")

_GENERIC = """
create table marts.waterfall as select * from (values
    ('mer_bench', 'mer_bench_table_2', 'RF-VF', 'first', 10, 9, 8, 7, 6, 5),
    ('mer_bench', 'mer_bench_table_2', 'RF-VF', 'second', 100, 90, 80, 70, 60, 50),
    ('mer_bench', 'mer_bench_table_2', 'RF-VF', 'third', 30, 29, 28, 27, 26, 25)
) as w (benchmark, leaderboard, configuration, system_id, expected_count, received_count, parsed_count, valid_count,
    scored_count, comparable_count);
create table marts.agreement as select * from (values
    ('mer_bench', 'all', 'mood', 'all', 'all', 'observed_agreement', 'identity', 'none', 0.9::double, 40, 120),
    ('mer_bench', 'all', 'mood', 'all', 'all', 'fleiss_kappa', 'identity', 'pooled', 0.2, 40, 120),
    ('mer_bench', 'all', 'mood', 'all', 'all', 'gwet_ac', 'identity', 'mean_of_proportions', 0.85, 40, 120)
) as a (benchmark, panel, question, breakdown, breakdown_value, coefficient, weights, marginals, value, item_count,
    rating_count);
create table marts.exclusions as select 'mer_bench' as benchmark, 'verdicts' as stage, 'item.unknown' as reason
    from range(3);
create table raw.rejects as select 'score' as field, 'score.not_integer' as reason from range(2);
create schema seeds;
create table seeds.mer_bench_conventions as
    select 'released-strict-run' as convention_id, 'The released formulas.' as sentence;
"""
_LATER = """
create table marts.score_intervals as select * from (values
    ('mer_bench', 'mer_bench_table_2', 'all', 'all', 'all', 'plain', 'all', 'rfs', 'released-strict-run', 'bca', 61.5e0,
     60.25e0, 62.75e0, 100, 'ok')
) as s (benchmark, leaderboard, panel, breakdown, breakdown_value, system_id, setting, metric, convention_id, method,
    value, ci_low, ci_high, unit_count, status);
create table marts.rankings as select * from (values
    ('mer_bench', 'mer_bench_table_2', 'all', 'all', 'all', 'rfs', 'released-strict-run', 'plain', 'all', 61.5e0, 1, 1, 2,
     true, 0.75e0)
) as r (benchmark, leaderboard, panel, breakdown, breakdown_value, metric, convention_id, system_id, setting, value,
    rank, rank_low, rank_high, is_in_best_group, best_probability);
create table marts.judge_cards as select 'mer_bench' as benchmark, 'judge' as judge_id, 'RF-VF' as configuration,
    'rfs' as metric, 'repeat_agreement' as statistic, 0.875 as value, 0.8 as ci_low, 0.9 as ci_high, 12 as n,
    'ok' as status;
create table marts.claims as select 'a_claim' as claim_id, 1.5 as estimate, 1.25 as ci_low, 1.75 as ci_high,
    0.03 as p_value, 'supported' as verdict;
"""


def write_house(path: Path, names: tuple[str, ...] = NAMES, has_later: bool = True) -> Path:
    """Write the warehouse; `has_later` adds the marts of intervals, ranks, judge cards and claims. Return its path."""
    rows = [row for number, name in enumerate(names) for row in system(name, 10.0 + 10 * number)]
    write(path, rows, has_ledger=False)
    with duckdb.connect(str(path)) as connection:
        connection.execute(
            "create table raw.files (path varchar, file_sha256 varchar, benchmark varchar, table_name varchar, "
            "row_count bigint, reject_count bigint)"
        )
        connection.executemany(
            "insert into raw.files values (?, ?, 'mer_bench', 'verdicts', 40, 2)",
            [[f"{names[0]}.jsonl", "aa"], ["b.jsonl", "bb"]],
        )
        connection.execute(_GENERIC)
        if has_later:
            connection.execute(_LATER)
    return path
