"""Counting words of short texts in any script."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

import pyarrow as pa

#: Han and kana are written without spaces: each character counts as a word.
_ALONE = re.compile(r"[\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
WORDS = pa.schema(
    [("item_id", pa.string()), ("caption", pa.string()), ("word", pa.string()), ("word_count", pa.int64())]
)


def words(text: str) -> list[str]:
    """Return a text's words: each Han or kana character, else what stands between spaces and holds a letter or digit.

    Words are compared after NFKC and case folding, without punctuation at their ends.
    """
    spaced = _ALONE.sub(r" \g<0> ", unicodedata.normalize("NFKC", text).casefold())
    pieces = (re.sub(r"^\W+|\W+$", "", piece) for piece in spaced.split())
    return [piece for piece in pieces if any(character.isalnum() for character in piece)]


def caption_words(captions: pa.Table) -> pa.Table:
    """Count the words of captions: columns item_id, caption, text in; one row per item, caption and word out (WORDS).

    A caption without a word has one row with word NULL and count 0, so that its length is known.
    """
    rows: list[dict[str, str | int | None]] = []
    for row in captions.select(["item_id", "caption", "text"]).to_pylist():
        counted = Counter(words(row["text"] or ""))
        place = {"item_id": row["item_id"], "caption": row["caption"]}
        if not counted:
            rows.append({**place, "word": None, "word_count": 0})
        rows.extend({**place, "word": word, "word_count": count} for word, count in sorted(counted.items()))
    return pa.Table.from_pylist(rows, schema=WORDS)
