"""Every format of a table, read back as data and compared cell by cell; LaTeX compiled and looked at as a picture."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import unicodedata
from dataclasses import replace
from html.parser import HTMLParser

import pyarrow.parquet as pq
import pypdf
import pytest
from markdown_it import MarkdownIt

from analysis.export import FONT_FILES
from analysis.fonts import font_files, script_of, stack_for
from analysis.numbers import printed
from analysis.tables.comma import to_csv
from analysis.tables.latex import scripts, to_latex
from analysis.tables.latex_text import escaped, runs
from analysis.tables.markdown import to_markdown
from analysis.tables.model import Cell, Column, Group, Table
from analysis.tables.parquet import to_parquet
from analysis.tables.web import to_html

COLUMNS = [
    Column("Model", is_text=True),
    Column("accuracy", "higher", 1, spanner="Expressed"),
    Column("error", "lower", 2, spanner="Expressed"),
    Column("accuracy", "higher", 3, spanner="Evoked"),
    Column("n", decimals=0),
]
LATIN = {"a": "α-model_1 & co", "b": "<b>Ünïcode</b> 50%", "c": "c|d"}
WORLD = {"a": "喜び・ユーモア 笑い", "b": "敬畏 悲伤", "c": "الفكاهة والغضب"}
HOSTILE = [
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "x" * 10_000,
    "\u202eevil\u202c",
    "</td></table>",
]


def made(names, marking="value", groups=("first", "second")) -> Table:
    """Three models per group: spread, interval, a note, a missing value, two bests, and a best group of two."""

    def rows(shift):
        return [
            [
                Cell(text=names["a"]), Cell(50.25 + shift, low=9.5, high=60.75, is_in_best_group=True),
                Cell(0.125, spread=0.375), Cell(0.5, note="Counted twice."), Cell(1000),
            ],
            [
                Cell(text=names["b"]), Cell(49.75 + shift, low=48.0, high=51.0, is_in_best_group=True),
                Cell(12.5, spread=10.125), Cell(0.5), Cell(20),
            ],
            [
                Cell(text=names["c"]), Cell(1.0, is_in_best_group=False),
                Cell(reason="no output could be scored."), Cell(0.25), Cell(3),
            ],
        ]  # fmt: skip

    parts = [Group(g, rows(n)) for n, g in enumerate(groups)]
    return Table("t_1", COLUMNS, parts, ("A note.",), marking, "A caption of 100%.")


class Cells(HTMLParser):
    """The rows of every table of a page: (text, tags inside, attributes) of each cell."""

    def __init__(self):
        super().__init__()
        self.rows, self.inside, self.tags = [], None, []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append(["", [], dict(attrs)])
            self.inside = self.rows[-1][-1]
        elif self.inside is not None:
            self.inside[1].append(tag)

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.inside = None

    def handle_data(self, data):
        if self.inside is not None:
            self.inside[0] += data


def read_html(text: str) -> Cells:
    found = Cells()
    found.feed(text)
    return found


EXPECTED = [
    ["50.2 [9.5, 60.8]", "0.12±0.38", "0.500†", "1000"],
    ["49.8 [48.0, 51.0]", "12.50±10.12", "0.500", "20"],
    ["1.0", "–a", "0.250", "3"],
]


def test_html_reads_back_to_the_printed_cells_with_spanners_groups_and_marks():
    rows = read_html(to_html(made(LATIN))).rows
    assert [(c[0], c[2]["colspan"]) for c in rows[0]] == [("", "1"), ("Expressed", "2"), ("Evoked", "1"), ("", "1")]
    assert [c[0] for c in rows[1]] == ["Model", "accuracy", "error", "accuracy", "n"]
    assert [r[0][0] for r in rows if r[0][2].get("scope") == "rowgroup"] == ["first", "second"]
    assert [[c[0] for c in row] for row in rows[3:6]] == [
        [name, *cells] for name, cells in zip(LATIN.values(), EXPECTED, strict=True)
    ]
    bold = [[position for position, cell in enumerate(row) if "b" in cell[1]] for row in rows[3:6]]
    under = [[position for position, cell in enumerate(row) if "u" in cell[1]] for row in rows[3:6]]
    assert (bold, under) == ([[1, 2, 3], [3], []], [[], [1, 2], []])
    assert float(rows[3][1][2]["data-value"]) == 50.25
    below = re.findall(r'<p class="note">(.*?)</p>', to_html(made(LATIN)))
    assert below == [" A note.", "<sup>†</sup> Counted twice.", "<sup>a</sup> no output could be scored."]


def test_markdown_reads_back_to_the_same_cells_in_another_parser():
    shown = MarkdownIt("commonmark", {"html": True}).enable("table").render(to_markdown(made(LATIN)))
    rows = read_html(shown).rows
    assert [c[0] for c in rows[0]] == ["Model", "Expressed: accuracy", "Expressed: error", "Evoked: accuracy", "n"]
    assert [[c[0] for c in row] for row in rows[2:5]] == [
        [name, *cells] for name, cells in zip(LATIN.values(), EXPECTED, strict=True)
    ]


def test_parquet_and_csv_hold_the_same_whole_numbers_and_types():
    table = made(WORLD)
    content = to_parquet(table)
    assert content == to_parquet(made(WORLD))
    read = pq.read_table(io.BytesIO(content))
    types = {f.name: str(f.type) for f in read.schema}
    assert types["Model"] == "string" and types["n"] == "int64" and types["Expressed: accuracy"] == "double"
    first = read.to_pylist()[0]
    assert first["Expressed: accuracy"] == 50.25 and first["Expressed: accuracy low"] == 9.5
    assert first["Expressed: error sd"] == 0.375 and first["Model"] == WORLD["a"]
    assert read.to_pylist()[2]["Expressed: error"] is None and read.to_pylist()[2]["Expressed: error sd"] is None
    assert read.schema.metadata[b"caption"].decode() == table.caption
    assert "† Counted twice." in json.loads(read.schema.metadata[b"notes"])
    header, *lines = to_csv(table).splitlines()
    assert header.split(",") == read.column_names
    assert lines[0].split(",") == ["first", WORLD["a"], "50.25", "9.5", "60.75", "0.125", "0.375", "0.5", "1000"]


def test_a_share_that_prints_without_decimals_keeps_its_fraction_in_csv_and_parquet():
    rows = [[Cell(text="a"), Cell(29.75), Cell(7)], [Cell(text="b"), Cell(), Cell()]]
    table = Table("t", [Column("x", is_text=True), Column("%", decimals=0), Column("n", decimals=0)], [Group("", rows)])
    assert pq.read_table(io.BytesIO(to_parquet(table))).to_pylist()[0] == {"group": "", "x": "a", "%": 29.75, "n": 7}
    assert to_csv(table).splitlines()[1:] == [",a,29.75,7", ",b,,"]
    assert "| a | 30 | 7 |" in to_markdown(table)


def test_a_p_value_never_prints_as_zero_and_is_whole_in_csv():
    column = Column("p", decimals=3, is_p_value=True)
    shown = [Cell(value).show(column) for value in (1.4e-5, 0.0004, 0.0006, 0.05, 0.0)]
    assert shown == ["<0.001", "<0.001", "0.001", "0.050", "0.000"]
    table = Table("t", [column], [Group("", [[Cell(1.4e-5)]])])
    assert r"\textless{}0.001" in to_latex(table) and to_csv(table).splitlines()[1] == ",1.4e-05"
    assert "&lt;0.001" in to_html(table)


def test_bold_by_group_marks_all_that_cannot_be_told_from_the_best_and_says_so():
    table = made(LATIN, "group")
    marks = table.marks(table.groups[0])
    assert [row[1] for row in marks] == ["best", "best", "none"]
    # A column whose mart names no group keeps its best and second.
    assert [row[2] for row in marks] == ["best", "second", "none"]
    for text in (to_latex(table), to_markdown(table), to_html(table)):
        assert "cannot be told from the best" in text
    assert "cannot be told from the best" not in to_latex(made(LATIN))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_stays_text_in_html(name):
    page = to_html(made({**LATIN, "a": name}, groups=(name, "second")))
    found = read_html(page)
    assert not {"script", "img"} & set(found.tags)
    assert page.count("<table") == 1 == page.count("</table>")
    assert found.rows[3][0][0] == name == found.rows[2][0][0]


def test_a_character_that_html_forbids_is_replaced_in_pages_and_markdown_and_kept_in_data():
    table = made({**LATIN, "a": "a\x07\x9f\ufffeb"}, groups=("g\0", "second"))
    for text in (to_html(table), to_markdown(table)):
        assert "a\ufffd\ufffd\ufffdb" in text and "g\ufffd" in text
        assert not re.search(r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe]", text)
    assert "a\x07\x9f\ufffeb" in to_csv(table)


def test_the_font_of_a_text_is_that_of_its_script():
    assert [script_of(text) for text in ("GPT-4o é", "笑い", "敬畏", "الفكاهة", "ｶﾅ", "기쁨", "喜 기쁨")] == [
        None,
        "japanese",
        "chinese",
        "arabic",
        "japanese",
        "korean",
        "korean",
    ]
    assert stack_for("敬畏", "Arial") == "Noto Sans SC, Arial" and stack_for("a", "Arial") == "Arial"
    assert all(path.is_file() for path in font_files().values())


def compiled(folder, name, program) -> str:
    """Compile a file and return the PDF's text; no overfull line or page and no character without a glyph."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed (Debian: texlive-latex-recommended, texlive-xetex)")
    done = subprocess.run(
        [program, "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"],
        cwd=folder,
        capture_output=True,
        check=False,
    )
    said = done.stdout.decode(errors="replace")
    assert done.returncode == 0, said[-3000:]
    for complaint in ("Overfull", "Missing character", "Float too large"):
        assert complaint not in said
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(folder / f"{name}.pdf").pages)


def ink(folder, name) -> tuple[int, int]:
    """Return how many pixels of the first page are dark, and how many there are, from a picture."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm is not installed (Debian: poppler-utils)")
    subprocess.run(["pdftoppm", "-r", "60", "-gray", "-singlefile", f"{name}.pdf", name], cwd=folder, check=True)
    pixels = (folder / f"{name}.pgm").read_bytes().split(b"\n", 3)[3]
    return sum(pixel < 128 for pixel in pixels), len(pixels)


def test_latex_compiles_alone_with_pdflatex_and_prints_every_cell(tmp_path):
    (tmp_path / "t.tex").write_text(to_latex(made(LATIN)), encoding="utf-8")
    text = compiled(tmp_path, "t", "pdflatex").replace(" ", "")
    for words in (
        "Expressed",
        "50.2",
        "[9.5,60.8]",
        "12.50",
        "10.12",
        "Countedtwice",
        "nooutputcouldbescored",
        "second",
    ):
        assert words in text
    dark, every = ink(tmp_path, "t")
    assert 0.001 < dark / every < 0.2


def test_the_captions_last_line_does_not_touch_the_rule_below_it(tmp_path):
    (tmp_path / "t.tex").write_text(to_latex(replace(made(LATIN), caption="gypq " * 15)), encoding="utf-8")
    compiled(tmp_path, "t", "pdflatex")
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm is not installed (Debian: poppler-utils)")
    subprocess.run(["pdftoppm", "-r", "150", "-gray", "-singlefile", "t.pdf", "t"], cwd=tmp_path, check=True)
    _, size, _, pixels = (tmp_path / "t.pgm").read_bytes().split(b"\n", 3)
    width = int(size.split()[0])
    dark = [sum(p < 128 for p in pixels[at : at + width]) for at in range(0, len(pixels), width)]
    rule = next(number for number, count in enumerate(dark) if count > width / 3)
    assert dark[rule - 3 : rule] == [0] * 3 and any(dark[rule - 20 : rule])


def test_latex_is_read_into_a_two_column_paper(tmp_path):
    (tmp_path / "t.tex").write_text(to_latex(made(LATIN)), encoding="utf-8")
    (tmp_path / "paper.tex").write_text(
        "\\documentclass[twocolumn]{article}\n\\usepackage{booktabs,graphicx}\n\\begin{document}\nSee Table~\\ref{tab:t_1}."
        "\n\\input{t}\nAfter the table.\n\\end{document}\n"
    )
    text = compiled(tmp_path, "paper", "pdflatex")
    assert "After the table" in text and "Table 1" in text


def long(label, sizes, column_count=1, note="One of many.") -> Table:
    """Groups of so many rows, each row with a name of its own; the last is missing, and one has a note."""
    columns = [Column("Model", is_text=True), *[Column("accuracy", "higher", 2)] * column_count]
    groups = [
        Group(f"group {number}", [
            [Cell(text=f"{label}{number:03}{row:04}"), *[Cell(float(row), note=note if row == 1 else None)] * column_count]
            for row in range(size)
        ]) for number, size in enumerate(sizes)
    ]  # fmt: skip
    groups[-1].rows[-1][1:] = [Cell(reason="nothing was measured.")] * column_count
    return Table(label, columns, groups, ("A note. " * 60,), caption="A caption with gypq. " * 20)


def names(table) -> list[str]:
    return [row[0].text for group in table.groups for row in group.rows]


@pytest.mark.parametrize(
    ("sizes", "column_count"), [([2000], 1), ([1 + 7 * number % 17 for number in range(40)], 12), ([5, 100, 5, 33], 1)]
)
def test_a_long_table_becomes_floats_of_one_number_that_lose_no_row(tmp_path, sizes, column_count):
    tables = [long("first", sizes, column_count), long("second", sizes, column_count)]
    for table in tables:
        (tmp_path / f"{table.name}.tex").write_text(to_latex(table), encoding="utf-8")
    (tmp_path / "paper.tex").write_text(
        "\\documentclass[twocolumn]{article}\n\\usepackage{booktabs,graphicx}\n\\begin{document}\n"
        "\\input{first}\nBetween the tables.\n\\input{second}\n\\end{document}\n"
    )
    alone, paper = compiled(tmp_path, "first", "pdflatex"), compiled(tmp_path, "paper", "pdflatex")
    assert sorted(re.findall(r"first\d{7}", alone)) == sorted(names(tables[0]))
    for table in tables:
        assert sorted(re.findall(rf"{table.name}\d{{7}}", paper)) == sorted(names(table))
    assert "Table 1: (continued)" in paper and "Table 2: A caption" in paper and "Table 3" not in paper
    assert alone.count("nothing was measured") == alone.count("One of many") == 1


def test_the_rows_of_a_long_group_are_marked_before_they_are_divided_and_its_heading_is_repeated():
    text = to_latex(long("t", [200, 3]))
    assert text.count(r"\textbf") == 2 == text.count(r"\underline") and text.count(r"\label") == 1
    parts = text.split(r"\begin{table*}")[1:]
    assert len(parts) > 4
    for part in parts[1:-1]:
        assert r"\textit{group 0 (continued)}" in part and r"\addtocounter{table}{-1}" in part
    assert [r"\footnotesize" in part for part in parts] == [False] * (len(parts) - 1) + [True]


def test_groups_that_fit_on_a_page_stay_whole():
    text = to_latex(long("t", [12] * 10))
    assert text.count(r"\begin{table*}") > 3 and "group 9" in text
    assert not re.search(r"group \d \(continued\)", text)


def with_fonts(folder):
    (folder / "fonts").mkdir()
    for script, name in FONT_FILES.items():
        (folder / "fonts" / name).write_bytes(font_files()[script].read_bytes())


def listed(texts) -> Table:
    return Table("t", [Column("Name", is_text=True)], [Group("", [[Cell(text=text)] for text in texts])])


def test_a_page_of_tall_letters_is_not_too_full(tmp_path):
    with_fonts(tmp_path)
    texts = [f"{number} {text}" for number in range(100) for text in ("Ấ喜び", "敬畏", "الفكاهة", "기쁨")]
    (tmp_path / "t.tex").write_text(to_latex(listed(texts)), encoding="utf-8")
    assert compiled(tmp_path, "t", "xelatex").count("敬畏") == 100


def test_every_character_is_set_by_a_font_that_has_it_or_shown_as_its_code_point(tmp_path):
    with_fonts(tmp_path)
    blocks = (
        (0x20, 0xAC10),
        (0xD790, 0xD800),
        (0xE000, 0xE010),
        (0xF900, 0x10000),
        (0x1F600, 0x1F650),
        (0x20000, 0x20C00),
    )
    every = [chr(code) for block in blocks for code in range(*block)]
    seen = [c for c in every if unicodedata.category(c) not in ("Cc", "Cf", "Zs", "Zl", "Zp")]
    assert all(escaped(c) for c in seen if not 0xFE00 <= ord(c) <= 0xFE0F)
    # Beside kana and beside Hangul other fonts are chosen.
    lines = [
        escaped(beside + "".join(every[start : start + 40]))
        for start in range(0, len(every), 40)
        for beside in ("", "あ", "가")
    ]
    body = "\n".join(rf"\setbox0\hbox{{{line}}}" for line in lines)
    text = to_latex(listed(["喜び", "敬畏", "기쁨", "الفكاهة"]))
    (tmp_path / "t.tex").write_text(text.replace(r"\begin{table*}", body + r"\begin{table*}"), encoding="utf-8")
    compiled(tmp_path, "t", "xelatex")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ștefan", "Ștefan"),
        ("Mu\u0308ller", "Müller"),
        ("\u018fliyev ə", "[U+018F]liyev ə"),
        ("\U0001f600 ❤\ufe0f", "[U+1F600] [U+2764]"),
        ("\u05d0 \u0e01", "[U+05D0] [U+0E01]"),
        ("\U0001fae8\ue000", "[U+1FAE8][U+E000]"),
        ("Κώστας", r'\textchinese{Κ{\accent"B4 ω}στας}'),
        ("α-model Δ", r"$\alpha$-model $\Delta$"),
        ("Київ", r"\textchinese{Ки}[U+0457]\textchinese{в}"),
        ("喜び 伤", r"\textjapanese{喜び} \textchinese{伤}"),
        ("기쁨 喜", r"\textkorean{기쁨 喜}"),
    ],
)
def test_a_letter_takes_a_font_that_has_it(name, shown):
    assert escaped(name) == shown


def test_what_does_not_ask_for_xelatex_compiles_with_pdflatex(tmp_path):
    every = [chr(code) for code in range(0x20, 0x2300)]
    plain = [c for c in every if {font for font, _ in runs(c)} == {"plain"}]
    assert {*"ÀÿăŁłœŠžșț“”’—…€™"} < set(plain)
    text = to_latex(listed(" ".join(plain[start : start + 20]) for start in range(0, len(plain), 20)))
    assert "XeLaTeX" not in text
    (tmp_path / "t.tex").write_text(text, encoding="utf-8")
    assert "U+05D0" in compiled(tmp_path, "t", "pdflatex")


def test_a_latin_table_that_pdflatex_cannot_set_says_so_and_needs_no_fonts_of_ours(tmp_path):
    table = listed(["Đặng", "ąęð «þ»", "ọ́ n̈ Ấ"])
    text = to_latex(table)
    assert text.startswith("% Compiles alone with XeLaTeX;") and scripts(table) == [] and "fontspec" not in text
    (tmp_path / "t.tex").write_text(text, encoding="utf-8")
    assert "Đặng" in compiled(tmp_path, "t", "xelatex")


def test_latex_sets_japanese_korean_chinese_and_arabic_with_xelatex(tmp_path):
    table = made(WORLD, groups=("기쁨", "second"))
    assert scripts(table) == ["arabic", "chinese", "japanese", "korean"] and scripts(made(LATIN)) == []
    with_fonts(tmp_path)
    (tmp_path / "t.tex").write_text(to_latex(table), encoding="utf-8")
    text = compiled(tmp_path, "t", "xelatex")
    for words in ("喜び", "敬畏", "悲伤", "기쁨"):
        assert words in text
    fonts = {
        f.get_object()["/BaseFont"].split("+")[1]
        for p in pypdf.PdfReader(tmp_path / "t.pdf").pages
        for f in p["/Resources"]["/Font"].values()
    }
    for font in ("NotoSansJP", "NotoSansKR", "NotoSansSC", "Arabic"):
        assert any(font in f for f in fonts), font


def test_each_printed_cell_is_the_half_even_decimal_of_the_value():
    table = made(LATIN)
    for row, cells in zip(table.groups[0].rows, EXPECTED, strict=True):
        for cell, column, shown in zip(row[1:], COLUMNS[1:], cells, strict=True):
            if cell.number is not None:
                assert shown.startswith(printed(cell.number, column.decimals))
