"""The heat map as drawn: its numbers, its ink, its conventions, and that all text lies on the canvas."""

from __future__ import annotations

import random
import re
import struct
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from analysis.charts.mer_bench import mer_bench_components, mer_bench_heat_map
from analysis.charts.render import to_png, to_svg
from analysis.charts.theme import CATEGORIES, RAMP, dark_text_until, shortened
from analysis.marts import Marts
from analysis.numbers import printed
from hand_made_marts import METRICS, ROW, system, write

SVG = "{http://www.w3.org/2000/svg}"
LONG = [f"family-of-models/with-a-very-long-checkpoint-path-v1.2.3-instruct-{end}" for end in ("a", "b")]
CASES = {
    "one": system("a"),
    "missing": system("a", mean_pct=None, sd_pct=None, output_count=0),
    "long": [row for name in [*LONG, "W" * 300, '<script>alert("1")</script>'] for row in system(name, experiment="x" * 200)],
    "many": [row for number in range(40) for row in system(f"system {number}", number)],
}  # fmt: skip


def drawn(tmp_path, rows):
    with Marts(write(tmp_path / "drawn.duckdb", rows)) as marts:
        return mer_bench_heat_map(marts)


def texts(svg: bytes) -> list[tuple[str, float, float, str, float, str]]:
    """Return (text, x, y, anchor, size, fill) of every text, its transforms added up."""
    found = []

    def walk(node, x, y):
        for dx, dy in re.findall(r"translate\(([-\d.e]+),\s*([-\d.e]+)\)", node.get("transform", "")):
            x, y = x + float(dx), y + float(dy)
        if node.tag == f"{SVG}text":
            size = float(node.get("font-size", "11px").removesuffix("px"))
            lines = list(node.iter(f"{SVG}tspan")) or [node]
            for number, line in enumerate(lines):
                found.append(
                    (
                        "".join(line.itertext()),
                        x,
                        y + number * size,
                        node.get("text-anchor", "start"),
                        size,
                        node.get("fill", ""),
                    )
                )
        for child in node:
            walk(child, x, y)

    walk(ElementTree.fromstring(svg), 0.0, 0.0)
    return found  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_every_text_lies_on_the_canvas_and_drawing_again_gives_equal_bytes(tmp_path, case):
    chart = drawn(tmp_path, CASES[case])
    svg = to_svg(chart)
    root = ElementTree.fromstring(svg)
    left, top, width, height = map(float, root.get("viewBox").split())
    for text, x, y, anchor, size, _ in texts(svg):
        # Letters are at most about one em wide; the mean of these fonts is near half.
        em = 1.0 if text.strip("…") and set(text) <= set("W…") else 0.62
        reach = em * size * len(text)
        start = x - {"start": 0.0, "middle": reach / 2, "end": reach}[anchor]
        slack = 0.15 * reach
        assert start >= left - slack, text
        assert start + reach <= left + width + slack, text
        assert top <= y - size * 0.7 and y <= top + height, text
    assert to_svg(chart) == svg
    assert to_png(chart) == to_png(chart)


def test_the_picture_is_a_png_at_twice_the_size_of_the_svg(tmp_path):
    chart = drawn(tmp_path, system("a"))
    width, height = struct.unpack(">II", to_png(chart)[16:24])
    box = ElementTree.fromstring(to_svg(chart)).get("viewBox").split()
    assert (width, height) == (round(2 * float(box[2])), round(2 * float(box[3])))


def test_cells_hold_the_marts_numbers_half_even(tmp_path):
    random.seed(1)
    rows = [ROW | {"system_id": s, "metric": m, "mean_pct": random.uniform(0, 100)} for s in "abc" for m in METRICS]
    rows[0]["mean_pct"] = 0.25
    shown = sorted(t[0] for t in texts(to_svg(drawn(tmp_path, rows))) if re.fullmatch(r"\d+\.\d", t[0]))
    assert shown == sorted(printed(row["mean_pct"], 1) for row in rows)
    assert "0.2" in shown


def test_a_missing_value_is_a_dash_without_a_square_and_is_explained(tmp_path):
    rows = system("a") + system("b")
    for row in rows[:3]:
        row["mean_pct"] = None
    rows[3]["mean_pct"] = float("nan")
    svg = to_svg(drawn(tmp_path, rows))
    shown = [t[0] for t in texts(svg)]
    assert shown.count("–") == 4
    assert any("no value could be computed" in text for text in shown)
    assert svg.decode().count('aria-roledescription="rect mark"') == 20
    assert not {"null", "NaN"} & set(shown)


def test_aggregates_and_the_overall_score_stand_apart_with_unit_and_direction(tmp_path):
    shown = {t[0]: t[1] for t in texts(to_svg(drawn(tmp_path, system("a"))))}
    for title in ("Fine metrics, % ↑", "Aggregates, % ↑", "Overall, % ↑", "System"):
        assert title in shown
    assert any("higher is better" in text for text in shown)
    steps = [round(shown[b.upper()] - shown[a.upper()]) for a, b in pairwise(METRICS)]
    assert set(steps[:7]) == {46} and set(steps[8:10]) == {46}
    assert steps[7] > 56 and steps[10] > 56


def test_the_largest_experiment_is_shown_and_named(tmp_path):
    rows = system("small", experiment="pilot", output_count=10) + system("big", experiment="main", output_count=100)
    shown = [t[0] for t in texts(to_svg(drawn(tmp_path, rows)))]
    assert "big" in shown and "small" not in shown
    assert any("Experiment main, the largest of 2 experiments" in text for text in shown)
    assert any("Judge configuration RF-VF; mean of 10 recorded runs" in text for text in shown)


def test_systems_stand_by_rfs_from_high_to_low_and_those_without_last(tmp_path):
    rows = system("low", 10) + system("high", 60) + system("none", mean_pct=None) + system("mid", 30)
    rows += [row for row in system("absent", 80) if row["metric"] != "rfs"]
    heights = {t[0]: t[2] for t in texts(to_svg(drawn(tmp_path, rows)))}
    assert sorted(["low", "high", "none", "mid", "absent"], key=heights.get) == ["high", "mid", "low", "absent", "none"]


def test_names_that_shorten_alike_stay_two_rows(tmp_path):
    names = ["same start " + "x" * 60 + f"{n:02d}" + "y" * 60 for n in (1, 2)]
    labels = shortened(names, 44)
    assert len(set(labels.values())) == 2
    shown = [t[0] for t in texts(to_svg(drawn(tmp_path, system(names[0]) + system(names[1]))))]
    assert set(labels.values()) <= set(shown)


def luminance(colour: tuple[float, ...]) -> float:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def test_every_number_can_be_read_on_its_square(tmp_path):
    rows = []
    for row_number in range(9):
        rows += [
            ROW | {"system_id": f"s{row_number}", "metric": m, "mean_pct": 100 * (row_number * 12 + n) / 107}
            for n, m in enumerate(METRICS)
        ]
    svg = to_svg(drawn(tmp_path, rows)).decode()
    squares = re.findall(r'aria-label="metric: (\w+); system: (\w+); value: [^"]*"[^>]*fill="rgb\(([^)]*)\)"', svg)
    inks = re.findall(r'aria-label="metric: (\w+); system: (\w+); label: [^"]*"[^>]*fill="#(\w+)"', svg)
    grounds = {(m, s): luminance(tuple(int(p) / 255 for p in rgb.split(","))) for m, s, rgb in squares}
    assert len(grounds) == len(inks) == 108
    for metric, name, ink in inks:
        text = luminance(tuple(int(ink[i : i + 2], 16) / 255 for i in (0, 2, 4)))
        light, dark = sorted((text, grounds[metric, name]), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (metric, name)


def test_the_ramp_darkens_steadily_and_ink_turns_inside_it():
    light, dark = (luminance(tuple(int(c[i : i + 2], 16) / 255 for i in (1, 3, 5))) for c in RAMP)
    assert light > 0.9 and dark < 0.05
    assert 50 < dark_text_until((0.0, 100.0)) < 80


def test_categories_differ_in_grey():
    def lightness(colour):
        return 116 * luminance(tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))) ** (1 / 3) - 16

    steps = [lightness(b) - lightness(a) for a, b in pairwise(CATEGORIES)]
    assert min(steps) > 15, steps


def test_a_very_long_name_widens_no_chart(tmp_path):
    with Marts(write(tmp_path / "long.duckdb", system("x" * 10_000) + system("y"))) as marts:
        assert float(ElementTree.fromstring(to_svg(mer_bench_components(marts))).get("width")) < 1500
