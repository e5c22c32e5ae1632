"""Text as LaTeX sets it: special characters escaped, and every character in a font that has it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from itertools import groupby

from analysis.fonts import script_of
from analysis.tables.model import MISSING

_SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "±": r"{\footnotesize$\pm$}", MISSING: "--", "—": "---", "|": r"\textbar{}", "`": r"\textasciigrave{}",
    "…": r"\ldots{}", "\xa0": "~", "×": r"$\times$", "·": r"$\cdot$", "°": r"$^\circ$", "−": "$-$",
    "≤": r"$\leq$", "≥": r"$\geq$", "→": r"$\rightarrow$", "←": r"$\leftarrow$", "↑": r"$\uparrow$",
    "↓": r"$\downarrow$", "α": r"$\alpha$", "β": r"$\beta$", "κ": r"$\kappa$", "ρ": r"$\rho$", "τ": r"$\tau$",
    "Δ": r"$\Delta$", "†": r"$\dagger$", "‡": r"$\ddagger$", "§": r"\S{}", "¶": r"\P{}", "²": "$^2$", "³": "$^3$",
    # By number, because the named command is missing from LaTeX's default encoding.
    '"': r"{\char34}",
}  # fmt: skip
# Repeated, these are ligatures: two hyphens would print as a dash.
_LIGATURES = re.compile(r"([-',])(?=\1)|([!?])(?=`)")
# What the fonts have, as ranges, because no package that we need at run time reads a font's table of characters.
_PLAIN = re.compile(
    r"[\u0020-\u007e\u00a0-\u00aa\u00ac-\u00ba\u00bc-\u00cf\u00d1-\u00dd\u00df-\u00ef\u00f1-\u00fd\u00ff-\u0103"
    r"\u0106-\u010f\u0112-\u0117\u011a-\u0125\u0128-\u012d\u0130-\u0137\u0139-\u013e\u0141-\u0148\u014c-\u0165"
    r"\u0168-\u0171\u0174-\u017e\u0192\u01cd-\u01d4\u01e6\u01e7\u01f0\u01f4\u01f5\u0218-\u021b\u2010\u2011\u2013"
    r"\u2014\u2016\u2018\u2019\u201c\u201d\u2020-\u2022\u2026\u2030\u203b\u20ac\u2116\u2122\u2190-\u2193]"
)
_MAIN = re.compile(
    r"[\u00a0-\u0137\u0139-\u0148\u014a-\u0165\u0168-\u017f\u018e\u01a0\u01a1\u01af\u01b0\u01cd-\u01d4\u01d7-\u01dd"
    r"\u01ea\u01eb\u01fa-\u0201\u0204\u0205\u0208\u0209\u020c\u020d\u0210\u0211\u0214\u0215\u0237\u0258\u0259\u02be"
    r"\u02bf\u02c6\u02c7\u02d8-\u02dd\u0300-\u0304\u0306-\u030c\u030f\u0311\u0323\u0326\u032e-\u0332\u1e0c-\u1e0f"
    r"\u1e24-\u1e27\u1e2a\u1e2b\u1e2e\u1e2f\u1e36-\u1e39\u1e42-\u1e47\u1e58-\u1e5d\u1e62\u1e63\u1e6c-\u1e6f"
    r"\u1e80-\u1e85\u1e92\u1e93\u1e97\u1ea0-\u1ef9\u201a\u201e\u2039\u203a\u2212\u221e]"
)
# The Japanese, the Korean and the Chinese font alike: Greek, Cyrillic (Russian), signs, kana, what stands beside Han.
_EAST = re.compile(
    r"[\u0301\u0391-\u03a1\u03a3-\u03a9\u03b1-\u03c9\u0401\u0410-\u044f\u0451\u2025-\u2027"
    r"\u2032\u2033\u203c\u2047-\u2049\u2074\u2113\u2160-\u216b\u2170-\u217b\u2194-\u2199\u21d2\u21d4\u2200\u2202\u2203"
    r"\u2205-\u220b\u220f\u2211\u221a\u221d-\u2220\u2225-\u222e\u2234-\u2237\u2248\u2260-\u2262\u2264-\u2267\u226a\u226b"
    r"\u2282-\u2287\u2295-\u2299\u22a5\u2312\u2460-\u25ab\u25b1-\u25b3\u25b6\u25b7\u25bc\u25bd\u25c0\u25c1\u25c6\u25c7"
    r"\u25c9-\u25cc\u25ce-\u25d3\u25e2-\u25e6\u25ef\u2600-\u2603\u2605\u2606\u260e\u261c-\u261f\u2640-\u2642"
    r"\u2660-\u266f\u2713\u2756\u2776-\u2793\u27a1\u2e80-\u2e99\u2e9b-\u2ef3\u2f00-\u2fd5\u3001-\u303f\u3041-\u3096"
    r"\u3099-\u30ff\u3105-\u312f\u3131-\u3163\u3165-\u318e\u3190-\u31bb\u31c0-\u31e3\u31f0-\u321e\u3220-\u332b"
    r"\u332d-\u33ff\ufe30-\ufe52\ufe54-\ufe66\ufe68-\ufe6b\uff01-\uff9f\uffe0-\uffe6]"
)
_HANGUL = re.compile(r"[\u1100-\u11ff\u3131-\u3163\u3165-\u318e\uac00-\ud7a3]")
_CHINESE = re.compile(r"[\u3400-\u4db5\u4e00-\u9fef]")
_ARABIC = re.compile(
    r"[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufbc2\ufbd3-\ufd8f\ufd92-\ufdc7\ufdf0-\ufdff\ufe70-\ufe74"
    r"\ufe76-\ufefc]"
)
#: The Han characters of a font are at least those of its country's standard, which Python knows as an encoding.
_STANDARDS = {"japanese": "euc_jis_2004", "korean": "euc_kr"}
# The fonts have Greek and Macedonian letters with an accent only as letter and accent apart.
_ACUTE = {ord(letter): unicodedata.normalize("NFD", letter) for letter in "ΆΈΉΊΌΎΏάέήίόύώЃЌѓќ"}
# A Greek letter alone is a symbol; in a word it is set like the letters beside it.
_GREEK_WORD = re.compile(r"[\u0370-\u03ff][\u0301\u0370-\u03ff]*")
_IN_SCRIPT = {character: sign for character, sign in _SPECIAL.items() if not _GREEK_WORD.match(character)}
_SELECTORS = re.compile(r"[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
#: What sets a run of text in the font of its script.
COMMANDS = {
    "japanese": r"\textjapanese",
    "korean": r"\textkorean",
    "chinese": r"\textchinese",
    "arabic": r"\textarabic",
}


def escaped(text: str) -> str:
    """Return text on one line that LaTeX sets as it stands; control characters are left out."""
    return "".join(
        f"{COMMANDS[font]}{{{_accented(latin(run, _IN_SCRIPT))}}}" if font in COMMANDS else latin(run)
        for font, run in runs(text)
    )


def _accented(run: str) -> str:
    # The fonts give an accent alone the width of a letter: it would stand above the next one.
    return re.sub("(.)\u0301", r'{\\accent"B4 \1}', run)


def latin(line: str, special: Mapping[str, str] = _SPECIAL) -> str:
    """Return a line without names in it, such as a number, as LaTeX: special characters escaped, no ligatures."""
    parted = _LIGATURES.sub(lambda found: found.group() + "\0", line)
    return "".join("{}" if character == "\0" else special.get(character, character) for character in parted)


def _single_line(text: str) -> str:
    """Return text on one line, letter and accent as one character, without what no font shows."""
    line = unicodedata.normalize("NFC", " ".join(text.split())).translate(_ACUTE)
    return "".join(
        character
        for character in line
        if not _SELECTORS.match(character)
        and (unicodedata.category(character) not in ("Cc", "Cf") or _ARABIC.match(character))
    )


def _font(character: str, before: str, own: str) -> str | None:
    """Return what sets a character: plain (every LaTeX), main (XeLaTeX's own font), a script's font; None if nothing.

    `before` is what sets the character before: an accent needs the font of its letter. `own` is the script of the
    line's Han characters.
    """
    if unicodedata.combining(character) and before in COMMANDS:
        return before if (_ARABIC if before == "arabic" else _EAST).match(character) else None
    if character in _SPECIAL or _PLAIN.match(character):
        return "plain"
    if _MAIN.match(character):
        return "main"
    if _ARABIC.match(character):
        return "arabic"
    if _HANGUL.match(character):
        return "korean"
    if _EAST.match(character):
        return own
    return next((script for script in (own, "chinese", "japanese") if _has_han(script, character)), None)


def _has_han(script: str, character: str) -> bool:
    if script == "chinese":
        return bool(_CHINESE.match(character))
    # The Korean font lacks one character of its standard.
    is_lacking = (script, character) == ("korean", "隙")
    encoded = character.encode(_STANDARDS[script], errors="ignore")
    return script_of(character) == "chinese" and bool(encoded) and not is_lacking


def runs(text: str) -> list[tuple[str, str]]:
    """Return text on one line in pieces as (what sets it, text); spaces inside a script belong to it.

    What no font has is its code point in plain letters, because XeLaTeX would leave it out without failing.
    """
    line = _single_line(text)
    line_script = script_of(line)
    own = line_script if line_script in _STANDARDS else "chinese"
    greek = {at for word in _GREEK_WORD.finditer(line) if set(word[0]) - _SPECIAL.keys() for at in range(*word.span())}
    pieces: list[tuple[str, str]] = []
    for at, character in enumerate(line):
        before = pieces[-1][0] if pieces else "plain"
        font = own if at in greek and _EAST.match(character) else _font(character, before, own)
        pieces.append(("plain", f"[U+{ord(character):04X}]") if font is None else (font, character))
    joined: list[tuple[str, str]] = []
    for font, part in groupby(pieces, lambda piece: piece[0]):
        run = "".join(character for _, character in part)
        if len(joined) > 1 and not joined[-1][1].strip() and joined[-2][0] == font:
            gap = joined.pop()[1]
            joined[-1] = (font, joined[-1][1] + gap + run)
        else:
            joined.append((font, run))
    return joined
