"""Pure functions over texts in any script: word counts, normal forms of phrases, and the label that a text names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from ingest.scales import fold

#: Characters written without spaces between words: Han with its iteration marks, hiragana and katakana.
UNSPACED = (
    r"\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\uf900-\ufaff\uff66-\uff9d\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
_UNSPACED = re.compile(f"[{UNSPACED}]")
_WORD = re.compile(r"[^\W_]")
_ARABIC = re.compile(r"[\u0600-\u06ff]")
_ARTICLE = "ال"


def word_count(text: str) -> int:
    """Return the number of words: each Han or kana character is one, the rest by pieces between white space.

    A piece counts when it holds a letter or a digit; punctuation alone is nothing; Hangul is counted by words.

    >>> word_count("The moon, 明月 shines …")
    5
    """
    rest, unspaced = _UNSPACED.subn(" ", text)
    return unspaced + sum(_WORD.search(piece) is not None for piece in rest.split())


def normalise_phrase(text: str) -> str:
    """Return the form in which concepts are compared: NFKC, case folded, NFKC again, runs of white space one space.

    >>> normalise_phrase(" Ｆｕｌｌ  Moon ")
    'full moon'
    """
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).split())


class Named(NamedTuple):
    """The label that a text gives, None where it gives none, and the rule that decided."""

    label: str | None
    rule: str


class LabelFinder:
    """Reads one label out of free text.

    Rules, in this order: `exact`: the whole text is a name or an alias of a label, in any registered language;
    `only_label`: exactly one label is named as a whole word (names in Han or kana characters: anywhere, since those
    scripts have no spaces); `no_label` and `several_labels`: unparsable. Arabic names are read with and without the
    article; a preposition that is written as part of the word does not match. A name inside a longer name that
    matched ("else" in "something else") is not counted.
    """

    def __init__(self, lookup: Mapping[str, str]) -> None:
        self._lookup = {spelling: label for name, label in lookup.items() for spelling in _with_article(name)}
        longest_first = sorted(self._lookup, key=lambda name: (-len(name), name))
        self._pattern = re.compile("|".join(_bounded(name) for name in longest_first)) if longest_first else None
        self._find = lru_cache(maxsize=65_536)(self._decide)

    def find(self, text: str) -> Named:
        """Return the label that the text gives and the rule's name."""
        return self._find(text)

    def _decide(self, text: str) -> Named:
        folded = fold(text)
        if not folded:
            return Named(None, "blank")
        if folded in self._lookup:
            return Named(self._lookup[folded], "exact")
        found = set(self._named(folded))
        if len(found) == 1:
            return Named(found.pop(), "only_label")
        return Named(None, "several_labels" if found else "no_label")

    def _named(self, folded: str) -> Iterator[str]:
        for match in self._pattern.finditer(folded) if self._pattern else ():
            yield self._lookup[match.group(0)]


def _with_article(name: str) -> tuple[str, ...]:
    """Return an Arabic name with and without its article; any other name as it is."""
    if not _ARABIC.search(name):
        return (name,)
    bare = name.removeprefix(_ARTICLE)
    return tuple(dict.fromkeys((name, bare, _ARTICLE + bare)))


def _bounded(name: str) -> str:
    """Return the pattern that finds a name as a whole word; names in scripts without spaces are found anywhere.

    A combining mark belongs to its word, as Arabic vowel signs do; an underscore does not, as in Markdown's `_awe_`.
    """
    escaped = re.escape(name)
    if _UNSPACED.search(name):
        return escaped
    of_word = r"[^\W_]|[\u064b-\u0652]"
    return rf"(?<!{of_word}){escaped}(?!{of_word})"
