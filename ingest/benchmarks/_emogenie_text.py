"""EmoGenie's texts: the letters that an answer may mean, and how many words a description has. Pure functions."""

from __future__ import annotations

import re
import unicodedata

from ingest.scales import fold

#: The patterns of an answer, in the order in which one is named when several give the same letter. The last one,
#: `option_text`, needs the question's options and is tried where both are known.
PATTERNS = ("lone_letter", "parenthesised_letter", "marked_letter", "stated_letter", "option_text")

_PARENTHESISED = re.compile(r"\(([A-Za-z])\)")
_MARKED = re.compile(r"([A-Za-z])[.):]")
#: `answer is X`, `answer: X`, `answer is: X`; X may stand in parentheses, quotes or asterisks, and must end there.
_STATED = re.compile(
    r"""\banswer(?:\s+is\s*:|\s*:|\s+is\b)[\s"'“”„‘’‚«»‹›「」『』(*]*([A-Za-z])(?![\w'’-]*\w)""",
    re.IGNORECASE,
)
#: A lower-case `a` or `i` before another word is the article or the pronoun, not a letter.
_PROSE_AFTER = re.compile(r"\s+\w")


def answer_letters(text: str) -> list[tuple[str, str]]:
    """Return each distinct (pattern, upper-case letter) that an answer gives, in the order of PATTERNS.

    Whether a letter is offered by the question is decided where its options are known.

    >>> answer_letters(" (b) ")
    [('parenthesised_letter', 'B')]
    >>> answer_letters("The answer is a mixed feeling.")
    []
    """
    read = unicodedata.normalize("NFKC", text).strip()
    found: list[tuple[str, str]] = []
    if len(read) == 1 and read.isascii() and read.isalpha():
        found.append(("lone_letter", read))
    if match := _PARENTHESISED.match(read):
        found.append(("parenthesised_letter", match[1]))
    if match := _MARKED.match(read):
        found.append(("marked_letter", match[1]))
    found.extend(
        ("stated_letter", match[1])
        for match in _STATED.finditer(read)
        if not (match[1] in "ai" and _PROSE_AFTER.match(read, match.end(1)))
    )
    return list(dict.fromkeys((pattern, letter.upper()) for pattern, letter in found))


def folded(text: str) -> str:
    """Return the form in which an answer is compared with an option's text: NFKC, trimmed, case-folded."""
    return fold(text)


#: Han characters (ideographs, their iteration and closing marks) and kana: each is a word of its own.
_CHARACTER_WORD = re.compile(
    "[\u3005\u3007\u3040-\u309f\u30a0-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003fffd]"
)


def word_count(text: str | None) -> int:
    """Return the number of words: each Han or kana character, and each other piece with a letter or digit.

    Pieces are parted by white space and by those characters; Hangul is written in words; punctuation counts nothing.

    >>> word_count("A calm lake, at dusk …"), word_count("静かな湖 at dusk"), word_count("잔잔한 호수")
    (5, 6, 2)
    """
    read = unicodedata.normalize("NFKC", text or "")
    characters, count = _CHARACTER_WORD.subn(" ", read)
    return count + sum(any(c.isalnum() for c in piece) for piece in characters.split())
