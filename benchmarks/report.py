"""The report's size, the time to write it, and the time until a reader can use it, in headless Chromium from disk.

    python benchmarks/report.py [--scale 1.0] [--keep FOLDER]

Simulates every benchmark at a scale (1 is the papers'), lands and builds it, writes the report and opens it five times.
Aim: interactive (DOM parsed, the page's program run) in under two seconds at the papers' scale.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from measure import ROOT, command_seconds

BIN = Path(sys.executable).parent
#: Milliseconds from the start of the navigation, as the browser itself counts them.
TIMING = (
    "(() => { const t = performance.getEntriesByType('navigation')[0]; return [t.domInteractive, t.loadEventEnd]; })()"
)


def environment(folder: Path) -> dict[str, str]:
    return {
        "AFFECTMART_WAREHOUSE": str(folder / "warehouse.duckdb"),
        "AFFECTMART_DATA": str(folder / "data"),
        "AFFECTMART_EXPORTS": str(folder / "exports"),
        "AFFECTMART_LAND": "0",
    }


def build(folder: Path, scale: float) -> None:
    variables = environment(folder)
    for path in sorted((ROOT / "ingest" / "simulate").glob("[a-z]*.py")):
        if (ROOT / "ingest" / "benchmarks" / path.name).is_file():
            out = folder / "data" / path.stem
            command_seconds(
                [str(BIN / "ingest"), "simulate", path.stem, "--out", str(out), "--scale", str(scale)], variables
            )
    command_seconds([str(BIN / "ingest"), "load", str(folder / "data")], variables)
    command_seconds(
        [
            str(BIN / "dbt"), "build", "--quiet", "--exclude-resource-type", "test",
            "--exclude-resource-type", "unit_test", "--project-dir", str(ROOT), "--profiles-dir", str(ROOT),
            "--target-path", str(folder / "target"), "--log-path", str(folder / "logs"),
        ],
        variables,
    )  # fmt: skip


def opened(browser: Browser, path: Path) -> tuple[float, float]:
    """Return the milliseconds until the page is parsed with its program run, and until it is loaded."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto(path.as_uri())
    interactive, loaded = page.evaluate(TIMING)
    context.close()
    return float(interactive), float(loaded)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--keep", type=Path, help="a folder for the warehouse; used as it is when one is there")
    chosen = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise SystemExit("chromium is not installed (Debian: chromium)")
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.keep or Path(temporary)
        if not (folder / "warehouse.duckdb").exists():
            folder.mkdir(parents=True, exist_ok=True)
            build(folder, chosen.scale)
        seconds = command_seconds([str(BIN / "analysis"), "report"], environment(folder))
        page = folder / "exports" / "report.html"
        with sync_playwright() as player:
            browser = player.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            opened(browser, page)
            runs = [opened(browser, page) for _ in range(5)]
            browser.close()
        size = page.stat().st_size / 2**20
    interactive, loaded = (statistics.median(column) for column in zip(*runs, strict=True))
    print("| scale | MiB | seconds to write | ms to interactive | ms to loaded |\n|--:|--:|--:|--:|--:|")
    print(f"| {chosen.scale:g} | {size:.2f} | {seconds:.1f} | {interactive:.0f} | {loaded:.0f} |")


if __name__ == "__main__":
    main()
