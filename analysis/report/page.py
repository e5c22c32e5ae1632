"""The report: sections in one HTML page that needs no network, no program and no other file."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path

from analysis.characters import allowed
from analysis.marts import Marts
from analysis.report.sections import Section, sections

ASSETS = Path(__file__).parent / "assets"


def report(marts: Marts) -> bytes:
    """Return the page. An absent or empty mart is left out with a sentence; equal warehouses give equal bytes."""
    return assembled(sections(marts))


def assembled(parts: Sequence[Section], title: str = "Affectmart report") -> bytes:
    """Return a page of sections with navigation; the program only adds to what is readable without it."""
    style = (ASSETS / "style.css").read_text(encoding="utf-8")
    script = (ASSETS / "script.js").read_text(encoding="utf-8")
    links = "\n".join(f'<li><a href="#{part.id}">{html.escape(part.title)}</a></li>' for part in parts)
    body = allowed("\n".join(_section(part) for part in parts))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "script-src 'unsafe-inline'; img-src data:\">\n"
        f"<title>{html.escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        '<a class="skip" href="#content">Skip to the content</a>\n'
        f'<header><h1>{html.escape(title)}</h1><button type="button" id="scheme" hidden>Dark</button></header>\n'
        f'<nav aria-label="Sections"><ul>\n{links}\n</ul></nav>\n'
        f'<main id="content" tabindex="-1">\n{body}\n</main>\n'
        '<p id="said" role="status" aria-live="polite"></p>\n'
        f"<script>\n{script}</script>\n</body>\n</html>\n"
    ).encode()


def _section(part: Section) -> str:
    return (
        f'<section id="{part.id}" aria-labelledby="{part.id}-title">\n'
        f'<h2 id="{part.id}-title">{html.escape(part.title)}</h2>\n{part.body}\n</section>'
    )
