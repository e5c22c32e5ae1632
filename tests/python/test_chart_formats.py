"""A chart's PDF, page and fonts; the check of its canvas; the gallery of every chart at its smallest data."""

from __future__ import annotations

import io
import json
import math
import re
import subprocess
import sys
from xml.etree import ElementTree

import altair as alt
import pypdf
import pytest

from analysis.charts.canvas import boxes, outside, overlapping, smallest_type, width_of
from analysis.charts.pdf import canonical
from analysis.charts.render import to_html, to_pdf, to_png, to_svg
from analysis.charts.theme import shortened, themed
from analysis.errors import NothingToShowError
from analysis.exposures import EXPOSURES
from analysis.gallery import VARIANTS, drawn, page
from hand_made_marts import system, write

NAMES = ["GPT-4o", "喜び・ユーモア", "敬畏 悲伤", "الفكاهة", "<script>x</script>"]


def chart(names=NAMES, **options):
    rows = [{"name": name, "value": number + 1} for number, name in enumerate(names)]
    base = alt.Chart(alt.InlineData(values=rows), title="Names & values")
    return themed(base.mark_bar().encode(y=alt.Y("name:N", sort=None), x="value:Q").properties(**options))


def test_pdf_holds_its_text_in_the_font_of_each_script_and_repeats_in_another_process():
    content = to_pdf(chart())
    read = pypdf.PdfReader(io.BytesIO(content), strict=True)
    text = read.pages[0].extract_text()
    for words in ("GPT-4o", "喜び・ユーモア", "敬畏 悲伤", "<script>x</script>", "Names & values"):
        assert words in text
    fonts = {f.get_object()["/BaseFont"].split("+")[1] for f in read.pages[0]["/Resources"]["/Font"].values()}
    assert {name.split("-")[0] for name in fonts} == {"LiberationSans", "NotoSansJP", "NotoSansSC", "NotoSansArabic"}
    assert "/CreationDate" not in (read.metadata or {})
    code = "import sys; from test_chart_formats import chart, to_pdf; sys.stdout.buffer.write(to_pdf(chart()))"
    environment = {"PYTHONPATH": ":".join(sys.path)}
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=environment)
    assert other.stdout == content


def test_a_file_that_is_no_plain_pdf_is_refused():
    with pytest.raises(ValueError, match="cross-reference"):
        canonical(b"%PDF-1.7 nothing")


def test_each_text_names_the_font_of_its_script_first():
    svg = to_svg(chart()).decode()
    found = {text: family for family, text in re.findall(r'<text[^>]*font-family="([^"]*)"[^>]*>([^<]*)<', svg)}
    assert found["喜び・ユーモア"].startswith("Noto Sans JP,") and found["敬畏 悲伤"].startswith("Noto Sans SC,")
    assert found["الفكاهة"].startswith("Noto Sans Arabic,") and found["GPT-4o"].startswith("Liberation Sans")


@pytest.mark.parametrize("name", NAMES[1:4])
def test_a_name_is_drawn_and_is_no_row_of_boxes(name):
    """Two different characters that the font lacks would give the same picture."""
    other = {"喜び・ユーモア": "怒り・ユーモア", "敬畏 悲伤": "敬畏 愤怒", "الفكاهة": "الغضبهة"}[name]
    assert len(name) == len(other)
    assert to_png(chart([name])) != to_png(chart([other]))


@pytest.mark.parametrize("size", ["0", "1.7976931348623157e+308"])
def test_a_chart_without_a_canvas_is_told(monkeypatch, size):
    """The renderer gives such sizes to some charts whose values are all missing."""
    drawn_by = f'<svg xmlns="x" width="{size}" height="{size}" viewBox="0 0 {size} {size}"></svg>'
    monkeypatch.setattr("analysis.charts.render.vl_convert.vegalite_to_svg", lambda *_, **__: drawn_by)
    with pytest.raises(NothingToShowError, match="no value to draw"):
        to_svg(chart())


def test_a_width_scales_the_picture_and_keeps_its_coordinates():
    natural, scaled = to_svg(chart()).decode(), to_svg(chart(), 240).decode()
    width, height = re.search(r' width="([\d.]+)pt" height="([\d.]+)pt"', scaled).groups()
    _, _, across, down = map(float, re.search(r'viewBox="([^"]*)"', scaled)[1].split())
    assert float(width) == 240 and float(height) == pytest.approx(240 * down / across, abs=0.01)
    assert f'width="{across:g}" height="{down:g}"' in natural
    assert re.search(r'viewBox="[^"]*"', natural)[0] in scaled
    assert abs(float(pypdf.PdfReader(io.BytesIO(to_pdf(chart(), 240))).pages[0].mediabox.width) - 240) <= 1
    assert int.from_bytes(to_png(chart(), 240)[16:20]) == 480


def test_the_smallest_type_is_measured_at_the_width_of_the_picture():
    texts = (
        '<text font-size="8px" opacity="0">hidden</text><text font-size="6px"> </text><text font-size="12px">b</text>'
    )
    sized = svg(texts, '<text font-size="10px">a</text>').replace(b"<svg ", b'<svg width="50pt" ', 1)
    assert smallest_type(sized) == 5
    assert (
        smallest_type(to_svg(chart())) == 11.5
        and smallest_type(svg().replace(b"<svg ", b'<svg width="9" ')) == math.inf
    )


def test_the_page_holds_data_as_data_and_asks_for_nothing():
    page_text = to_html(chart()).decode()
    assert page_text == to_html(chart()).decode()
    assert page_text.count("</script>") == 2 and "<script>x" not in page_text
    assert not re.search(r'(?:src|href)="', page_text.rsplit("<body>", 1)[1])
    spec = json.loads(re.search(r"const spec = (.*);\n", page_text)[1])
    (rows,) = spec["datasets"].values()
    assert [row["name"] for row in rows] == NAMES


#: Controls of both kinds, a lone surrogate, noncharacters: XML forbids some of them, HTML every one.
FORBIDDEN = "\0\x01\x07\x0b\x1b\x7f\x9f\ud800\udfff\ufdd0\ufffe\uffff\U0001fffe\U0010ffff"


def test_a_character_that_xml_or_html_forbids_is_drawn_as_a_replacement_in_every_format():
    names, shown = [f"a{FORBIDDEN}b", "tab\tand \x20~\xa0\ufffd\U0001f600"], "a" + 14 * "\ufffd" + "b"
    hostile = chart(names).properties(title=f"title {FORBIDDEN[2]}")
    texts = ["".join(text.itertext()) for text in ElementTree.fromstring(to_svg(hostile)).iter() if text.text]
    assert shown in texts and "title \ufffd" in texts and any("\U0001f600" in text for text in texts)
    assert to_png(hostile).startswith(b"\x89PNG")
    assert "title" in pypdf.PdfReader(io.BytesIO(to_pdf(hostile))).pages[0].extract_text()
    page_text = to_html(hostile).decode()
    assert "<title>title \ufffd</title>" in page_text
    (rows,) = json.loads(re.search(r"const spec = (.*);\n", page_text)[1])["datasets"].values()
    assert [row["name"] for row in rows] == [shown, names[1]]


def test_names_that_are_keys_of_rows_are_drawn_too():
    rows = alt.InlineData(values=[{"a\x07": 1}])
    drawn_keys = alt.Chart(rows).transform_fold(["a\x07"]).mark_bar().encode(y="key:N", x="value:Q")
    assert ">a\ufffd<" in to_svg(themed(drawn_keys)).decode()


def test_names_that_differ_in_such_a_character_only_keep_different_labels():
    assert shortened(["a\x01", "a\x02"], 40) == {"a\x01": "a\ufffd", "a\x02": "a\ufffd (2)"}


def svg(*texts: str) -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">{"".join(texts)}</svg>'.encode()


def test_texts_outside_the_canvas_are_found():
    inside = '<g transform="translate(10,20)"><text font-size="10px" text-anchor="start">inside</text></g>'
    right = '<text x="80" y="20" font-size="10px">far too long</text>'
    left = '<text transform="translate(5,30)" text-anchor="end" font-size="10px">left of it</text>'
    turned = '<text transform="translate(50,30) rotate(-90)" font-size="10px">upwards and out</text>'
    assert outside(svg(inside)) == []
    assert outside(svg(inside, right, left, turned)) == ["far too long", "left of it", "upwards and out"]
    assert [box.is_turned for box in boxes(svg(inside, turned))] == [False, True]


def test_texts_on_each_other_are_found():
    one, other = '<text x="10" y="20" font-size="10px">one</text>', '<text x="15" y="22" font-size="10px">other</text>'
    apart = '<text x="10" y="40" font-size="10px">apart</text>'
    assert overlapping(svg(one, other, apart)) == [("one", "other")]


def test_widths_are_those_of_the_font():
    assert width_of("0.5", 10) == pytest.approx(13.9)
    assert width_of("敬畏", 10) == 20


def test_the_gallery_draws_every_variant_or_says_why_not(tmp_path, monkeypatch):
    path = write(tmp_path / "hand.duckdb", system("a") + system("b", 20) + system("c", 30))
    monkeypatch.setattr("analysis.gallery.EXPOSURES", {"mer_bench_heat_map": EXPOSURES["mer_bench_heat_map"]})
    pictures = list(drawn(path))
    assert [picture.variant for picture in pictures] == list(VARIANTS)
    assert [picture.faults for picture in pictures] == [()] * 4
    texts = [set(re.findall(r">([^<>]+)</text>", picture.body)) for picture in pictures]
    assert {"a", "b", "c"} <= texts[0] and "a" in texts[1] and "b" not in texts[1]
    assert "–" in texts[3] and not any(re.fullmatch(r"\d+\.\d", text) for text in texts[3])
    shown = page(pictures).decode()
    assert "all missing" in shown and len(set(re.findall(r'\bid="([^"]*)"', shown))) == len(
        re.findall(r'\bid="([^"]*)"', shown)
    )


def test_a_chart_that_fails_is_a_fault_of_the_gallery(tmp_path, monkeypatch):
    def broken(_):
        raise ZeroDivisionError("no systems")

    path = write(tmp_path / "hand.duckdb", system("a"))
    exposure = EXPOSURES["mer_bench_heat_map"].__class__("chart", broken)
    monkeypatch.setattr("analysis.gallery.EXPOSURES", {"broken": exposure})
    assert [picture.faults for picture in drawn(path)] == [("ZeroDivisionError: no systems",)] * 4
