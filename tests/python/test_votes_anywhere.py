"""The same bytes for any order and number of threads; a new benchmark is new files and one line."""

from __future__ import annotations

import hashlib
import random
import shutil

import duckdb

from conftest import ROOT, House
from test_votes import many, opinions, panels, watched
from votes import VOTE_MARTS, Study, build

#: Where a row came from says which file and line it was in.
PLACES = {"source_row_id", "detail"}


def digests(house: House) -> dict[str, str]:
    found = {}
    with duckdb.connect(str(house.warehouse), read_only=True) as connection:
        for table in VOTE_MARTS:
            columns = [c for c, *_ in connection.execute(f"describe marts.{table}").fetchall() if c not in PLACES]
            rows = connection.execute(f"select {', '.join(columns)} from marts.{table}").fetchall()
            found[table] = hashlib.sha256("\n".join(sorted(map(repr, rows))).encode()).hexdigest()
    return found


def shaken(study: Study, seed: int) -> Study:
    """The same study with rows in another order, split over two files."""
    chance = random.Random(seed)
    rows = list(study.ballots)
    chance.shuffle(rows)
    counts = list(study.counts)
    chance.shuffle(counts)
    chance.shuffle(study.scales)
    return Study(study.benchmark, rows, [], counts, study.scales, study.questions)


def noisy() -> Study:
    """Many raters on a scale of awkward numbers, with gaps and undeclared questions beside it."""
    chance = random.Random(5)
    study = Study("noisy")
    study.scale("pain", [f"p{k}" for k in range(7)], [0.1, 0.7, 1.3, 2.9, 3.1, 7.7, 11.3])
    for subject in range(400):
        for rater in range(9):
            if chance.random() < 0.7:
                study.vote(f"s{subject}", f"r{rater}", f"p{chance.randrange(7)}", "pain")
                study.vote(f"s{subject}", f"r{rater}", f"w{chance.randrange(30)}", "words")
    return study


def test_order_and_threads_change_nothing(tmp_path):
    found = []
    for number, threads in enumerate((1, 2, 4)):
        folder = tmp_path / str(number)
        folder.mkdir()
        house = House(folder, {"DBT_THREADS": "1"})
        for study in (many(), opinions(), panels(), watched(), noisy()):
            (shaken(study, number) if number else study).land(house)
        profiles = folder / "profiles"
        profiles.mkdir()
        text = (ROOT / "profiles.yml").read_text()
        (profiles / "profiles.yml").write_text(text.replace("settings:", f"settings:\n        threads: {threads}"))
        build(house, "--profiles-dir", str(profiles), "--exclude-resource-type", "test", "unit_test")
        found.append(digests(house))
    assert found[0] == found[1] == found[2]


TOY_BALLOTS = """\
with

    votes as (select * from {{ ref("toy_votes") }}),

    final as (
        select
            'toy' as benchmark,
            'all' as panel,
            picture as subject_id,
            'mood' as question,
            person as rater_id,
            'human' as rater_kind,
            mood as label,
            cast(null as double) as score,
            cast(null as bigint) as round,
            cast(null as timestamp) as annotated_at,
            'toy:' || cast(line as string) as source_row_id
        from votes
    )

select *
from final
"""

TOY_BREAKDOWNS = """\
with

    votes as (select * from {{ ref("toy_votes") }}),

    final as (
        select
            'toy' as benchmark,
            'all' as panel,
            picture as subject_id,
            cast(null as string) as question,
            'half' as breakdown,
            case when picture < 'p2' then 'early' else 'late' end as breakdown_value
        from votes
        group by picture
    )

select *
from final
"""


def test_a_toy_benchmark_is_new_files_and_one_line(tmp_path):
    project = tmp_path / "project"
    ignore = shutil.ignore_patterns(".git", ".venv", "data", "target", "logs", "*.duckdb", "exports", "__pycache__")
    shutil.copytree(ROOT, project, ignore=ignore)
    config = project / "dbt_project.yml"
    config.write_text(
        config.read_text().replace(
            "  benchmarks:\n", "  benchmarks:\n    toy: [scales, questions, ballots, subject_breakdowns]\n"
        )
    )
    seeds, models = project / "seeds" / "toy", project / "models" / "intermediate" / "toy"
    seeds.mkdir()
    models.mkdir()
    scales = "scale,label,position,numeric_value,polarity,name_en,name_zh,name_ja,name_ar,aliases\n"
    (seeds / "toy_scales.csv").write_text(scales + "toy_mood,good,1,1,,,,,,\ntoy_mood,bad,2,2,,,,,,\n")
    columns = ROOT / "seeds" / "mer_bench" / "mer_bench_scales.yml"
    (seeds / "toy_scales.yml").write_text(columns.read_text().replace("mer_bench_scales", "toy_scales"))
    (seeds / "toy_questions.csv").write_text("benchmark,question,scale\ntoy,mood,toy_mood\n")
    votes = [("p1", "ggb"), ("p2", "ggg"), ("p3", "bb")]
    lines = [
        f"{picture},r{rater},{'good' if mood == 'g' else 'bad'}"
        for picture, moods in votes
        for rater, mood in enumerate(moods)
    ]
    text = "picture,person,mood,line\n" + "".join(f"{line},{number}\n" for number, line in enumerate(lines))
    (seeds / "toy_votes.csv").write_text(text)
    (models / "int_toy__ballots.sql").write_text(TOY_BALLOTS)
    (models / "int_toy__subject_breakdowns.sql").write_text(TOY_BREAKDOWNS)
    house = House(tmp_path)
    house.variables["PYTHONPATH"] = str(project)
    house.run(
        "dbt", "build", "--project-dir", project, "--profiles-dir", project, "--target-path", tmp_path / "target",
        "--log-path", tmp_path / "logs", "--quiet", "-s", *(f"+{mart}" for mart in VOTE_MARTS), "--exclude-resource-type", "unit_test",
    )  # fmt: skip
    labels = house.query("select subject_id, label from marts.labels where policy = 'strict' order by subject_id")
    assert labels == [("p1", "good"), ("p2", "good"), ("p3", "bad")]
    items = house.query(
        "select breakdown_value, item_count, rating_count, rater_count, round(value, 12) from marts.agreement "
        "where coefficient = 'observed_agreement' and weights = 'identity' order by breakdown_value"
    )
    assert items == [("all", 3, 8, 3, round(7 / 9, 12)), ("early", 1, 3, 3, round(1 / 3, 12)), ("late", 2, 5, 3, 1.0)]
    means = house.query("select subject_id, mean from marts.opinion_scores order by subject_id")
    assert means == [("p1", 4 / 3), ("p2", 1.0), ("p3", 2.0)]
