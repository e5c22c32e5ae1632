"""Fonts for Japanese, Chinese and Arabic: they come with packages, so that a chart looks the same on every machine."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import fontpkg_noto_sans_arabic
import pylopdf_fonts_jp
import pylopdf_fonts_zh_cn
import vl_convert

_KANA = re.compile(r"[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f]")
_HAN = re.compile(
    r"[\u2e80-\u2fdf\u3000-\u303f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uff65\U00020000-\U0003ffff]"
)
_ARABIC = re.compile(r"[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff]")

#: The font's file of each script; the names are those that XeLaTeX's `fontspec` and CSS know.
FAMILIES = {"japanese": "Noto Sans JP", "chinese": "Noto Sans SC", "arabic": "Noto Sans Arabic"}


def font_files() -> dict[str, Path]:
    """Return the font file of each script: japanese, chinese, arabic."""
    arabic = next((fontpkg_noto_sans_arabic.ROOT / "files").glob("*.ttf"))
    chinese = Path(pylopdf_fonts_zh_cn.__file__).parent / "NotoSansSC-Regular.otf"
    return {"japanese": pylopdf_fonts_jp.sans_path(), "chinese": chinese, "arabic": arabic}


@cache
def register() -> None:
    """Make the fonts known to the renderer, once."""
    for path in font_files().values():
        vl_convert.register_font_directory(str(path.parent))


def script_of(text: str) -> str | None:
    """Return the script whose font a text needs: japanese, chinese or arabic, else None.

    Han characters look different in Japan and China: beside kana they are Japanese, alone Chinese. Of several scripts
    the first that has a character in the text counts, in the order arabic, japanese, chinese.
    """
    if _ARABIC.search(text):
        return "arabic"
    if _KANA.search(text):
        return "japanese"
    return "chinese" if _HAN.search(text) else None


def stack_for(text: str, stack: str) -> str:
    """Return a list of font families in which the one that draws the text stands first."""
    script = script_of(text)
    return stack if script is None else f"{FAMILIES[script]}, {stack}"
