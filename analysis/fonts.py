"""Fonts for Japanese, Korean, Chinese and Arabic: they come with packages, so that charts look alike everywhere."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import fontpkg_noto_sans_arabic
import pylopdf_fonts_jp
import pylopdf_fonts_ko
import pylopdf_fonts_zh_cn
import vl_convert

_KANA = re.compile(r"[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f]")
_HANGUL = re.compile(r"[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc]")
_HAN = re.compile(
    r"[\u2e80-\u2fdf\u3000-\u303f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uff65\U00020000-\U0003ffff]"
)
_ARABIC = re.compile(r"[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff]")

#: The font's file of each script; the names are those that XeLaTeX's `fontspec` and CSS know.
FAMILIES = {
    "japanese": "Noto Sans JP",
    "korean": "Noto Sans KR",
    "chinese": "Noto Sans SC",
    "arabic": "Noto Sans Arabic",
}


def font_files() -> dict[str, Path]:
    """Return the font file of each script: japanese, korean, chinese, arabic."""
    arabic = next((fontpkg_noto_sans_arabic.ROOT / "files").glob("*.ttf"))
    chinese = Path(pylopdf_fonts_zh_cn.__file__).parent / "NotoSansSC-Regular.otf"
    korean = Path(pylopdf_fonts_ko.__file__).parent / "NotoSansKR-Regular.otf"
    return {"japanese": pylopdf_fonts_jp.sans_path(), "korean": korean, "chinese": chinese, "arabic": arabic}


@cache
def register() -> None:
    """Make the fonts known to the renderer, once."""
    for path in font_files().values():
        vl_convert.register_font_directory(str(path.parent))


def script_of(text: str) -> str | None:
    """Return the script whose font a text needs: japanese, korean, chinese or arabic, else None.

    Han characters look different in Japan, Korea and China: beside kana they are Japanese, beside Hangul Korean, alone
    Chinese. Of several scripts the first that has a character in the text counts, in the order arabic, japanese,
    korean, chinese.
    """
    if _ARABIC.search(text):
        return "arabic"
    if _KANA.search(text):
        return "japanese"
    if _HANGUL.search(text):
        return "korean"
    return "chinese" if _HAN.search(text) else None


def stack_for(text: str, stack: str) -> str:
    """Return a list of font families in which the one that draws the text stands first."""
    script = script_of(text)
    return stack if script is None else f"{FAMILIES[script]}, {stack}"
