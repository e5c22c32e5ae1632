"""The report in a real browser: from a file, without a network, sorted, walked through by keys, and searched for faults."""

from __future__ import annotations

import os
import re
import shutil

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from analysis.charts.render import to_html
from analysis.exposures import EXPOSURES
from analysis.marts import Marts
from analysis.report.page import report
from hand_made_house import LONG, NAMES, write_house

CHROMIUM = os.environ.get("AFFECTMART_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
SECTIONS = [
    "landed", "waterfall", "mer-bench", "agreement", "judges", "claims", "warnings", "conventions", "provenance",
]  # fmt: skip


@pytest.fixture(scope="module")
def browser():
    if CHROMIUM is None:
        pytest.skip("chromium is not installed (Debian: chromium)")
    with sync_playwright() as player:
        # Tests run as root in containers, where the browser refuses its sandbox.
        opened = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("report")
    with Marts(write_house(place / "hand.duckdb")) as marts:
        (place / "report.html").write_bytes(report(marts))
        (place / "chart.html").write_bytes(to_html(EXPOSURES["mer_bench_heat_map"].make(marts)))
    return place


@pytest.fixture
def opened(browser, folder):
    """Open a file of the folder; whatever it asks of the network and says of faults is collected."""
    contexts = []

    def page_of(name="report.html", kinds=("error", "warning"), **options):
        context = browser.new_context(offline=True, **options)
        context.set_default_timeout(180_000)
        contexts.append(context)
        page = context.new_page()
        page.faults, page.requests = [], []
        page.on("console", lambda said: page.faults.append(said.text) if said.type in kinds else None)
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        page.on("request", lambda request: page.requests.append(request.url))
        page.goto((folder / name).as_uri())
        return page

    yield page_of
    for context in contexts:
        context.close()


def test_it_loads_from_a_file_without_a_network_and_without_a_fault(opened):
    page = opened()
    assert page.faults == []
    assert [url.rsplit("/", 1)[-1] for url in page.requests] == ["report.html"]
    assert page.eval_on_selector_all("main > section", "all => all.map(one => one.id)") == SECTIONS
    assert page.locator("svg[role=img]").count() >= 2


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"color_scheme": "dark"},
        {"viewport": {"width": 360, "height": 740}},
        {"java_script_enabled": True, "forced_colors": "active"},
    ],
    ids=["light", "dark", "phone", "forced colours"],
)
def test_axe_finds_no_serious_fault(opened, options):
    page = opened(**options)
    page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    found = Axe().run(page).response["violations"]
    assert [
        (fault["id"], fault["nodes"][0]["html"][:200]) for fault in found if fault["impact"] in ("serious", "critical")
    ] == []
    assert len(found) <= 1, [fault["id"] for fault in found]


def column(page, table: str, at: int) -> list[str]:
    rows = page.locator(f"[id='tab:{table}'] tbody tr:not(.heading)")
    return [row.locator("td").nth(at).inner_text() for row in rows.all()]


def test_tables_are_sorted_by_number_and_by_name_with_mouse_and_keys(opened):
    page = opened()
    head = page.locator("[id='tab:waterfall_mer_bench'] thead th")
    assert column(page, "waterfall_mer_bench", 3) == ["10", "100", "30"]
    head.nth(3).locator("button").click()
    assert column(page, "waterfall_mer_bench", 3) == ["100", "30", "10"]
    assert head.nth(3).get_attribute("aria-sort") == "descending"
    assert page.locator("#said").inner_text() == "Sorted by expected, descending."
    head.nth(3).locator("button").press("Enter")
    assert column(page, "waterfall_mer_bench", 3) == ["10", "30", "100"]
    head.nth(2).locator("button").focus()
    page.keyboard.press("Space")
    assert column(page, "waterfall_mer_bench", 2) == ["first", "second", "third"]
    assert head.nth(3).get_attribute("aria-sort") is None


def test_missing_values_stay_last_either_way(opened):
    page = opened()
    at = page.locator("[id='tab:agreement'] thead th").all_inner_texts().index("alpha")
    for _ in range(2):
        page.locator("[id='tab:agreement'] thead th").nth(at).locator("button").click()
        assert column(page, "agreement", at)[-1].startswith("–")


def test_one_walks_by_keys_from_the_skip_link_to_a_section(opened):
    page = opened()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    for section in SECTIONS:
        page.locator(f"nav a[href='#{section}']").focus()
        page.keyboard.press("Enter")
        expect(page.locator(f"#{section} h2")).to_be_in_viewport()
        assert page.evaluate("location.hash") == f"#{section}"
    expect(page.locator("nav a[aria-current]")).to_have_count(1)


def test_hostile_names_stay_text(opened):
    page = opened()
    assert page.evaluate("window.hacked") is None
    assert page.locator("main img, main script, main a[href^='javascript']").count() == 0
    shown = page.locator("[id='tab:mer_bench_table_2'] tbody td.text").evaluate_all(
        "all => all.map(one => one.textContent)"
    )
    assert set(shown) == {" ".join(name.split()) for name in NAMES}
    assert page.locator("body > main").count() == 1
    assert page.locator("main > section").count() == len(SECTIONS)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    assert LONG in shown


def test_nothing_is_wider_than_a_phone(opened):
    page = opened(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_dark_mode_follows_the_system_and_the_button(opened):
    def ground(page):
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    page = opened(color_scheme="dark")
    assert ground(page) == "rgb(20, 24, 29)"
    page.locator("#scheme").click()
    assert ground(page) == "rgb(255, 255, 255)"
    assert ground(opened(color_scheme="light")) == "rgb(255, 255, 255)"


def test_print_shows_everything_without_controls(opened):
    page = opened()
    page.emulate_media(media="print")
    assert not page.locator("nav").is_visible() and not page.locator("#scheme").is_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    assert len(page.pdf()) > 10_000


def test_it_is_whole_without_its_program(opened):
    page = opened(java_script_enabled=False)
    assert page.locator("main > section").count() == len(SECTIONS)
    assert page.locator("[id='tab:waterfall_mer_bench'] td").first.inner_text() == "mer_bench_table_2"


def test_a_charts_own_page_draws_offline_and_runs_no_name(opened):
    page = opened("chart.html", kinds=("error",))
    page.wait_for_selector("#chart svg")
    assert page.faults == [] and page.evaluate("window.hacked") is None
    assert [url.rsplit("/", 1)[-1] for url in page.requests] == ["chart.html"]
    texts = page.locator("#chart svg text").all_text_contents()
    assert sum(bool(re.fullmatch(r"\d+\.\d", text)) for text in texts) == 12 * len(NAMES)
