"""JSON as judges write it: a document with its faults noted, and the one object inside a fence or prose.

Decoding notes what strict JSON forbids (a repeated key, NaN, an infinity) instead of stopping at it. So a caller
can report every fault by its path, and still see what a lenient reader would have read.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

BYTE_ORDER_MARK = "\ufeff"
#: Containers inside containers that are still read. Far below what Python's decoder bears, so that the verdict on a
#: document does not depend on how deep the caller's own stack is.
MAX_DEPTH = 400
#: Longest value that a fault shows; the whole text stands beside it as the row's payload.
_SHOWN = 200


class JsonError(ValueError):
    """Text that is not the JSON asked for; `reason` is the whole reason code, `detail` says where or what."""

    def __init__(self, reason: str, detail: str | None = None) -> None:
        super().__init__(reason)
        self.reason, self.detail = reason, detail


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: the path of the field (None for the document as a whole), the reason code, the value."""

    field: str | None
    reason: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class NonFinite:
    """Stands where a document has NaN, an infinity, or a number too large for a double."""

    text: str

    def __str__(self) -> str:
        return self.text


class Repeated(dict[str, Any]):
    """An object in which a key stood twice; the last value is kept, as Python's own decoder does."""

    keys_repeated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Extract:
    """The one object of a text, and what stood around it."""

    value: dict[str, Any]
    is_fenced: bool
    is_wrapped: bool


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    names = [name for name, _ in pairs]
    repeated = Repeated(members)
    repeated.keys_repeated = tuple(name for name in members if names.count(name) > 1)
    return repeated


def _number(text: str) -> float | NonFinite:
    value = float(text)
    return value if math.isfinite(value) else NonFinite(text)


_DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_constant=NonFinite, parse_float=_number)


def decode(text: str) -> Any:
    """Return one JSON document; repeated keys become `Repeated`, numbers that are not finite `NonFinite`.

    Raises JsonError (json.parse_failed) for anything Python's own decoder does not read either.
    """
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise JsonError("json.parse_failed", str(error)) from None


def strictness_faults(value: Any) -> list[Fault]:
    """Return what keeps a decoded document from being strict JSON, in document order; empty if nothing does."""
    if _is_strict(value):
        return []
    faults: list[Fault] = []
    # A loop with its own stack, for the document may be nested deeper than Python functions can be.
    pending: list[tuple[str, int, Any]] = [("", 0, value)]
    while pending:
        path, depth, node = pending.pop()
        if isinstance(node, NonFinite):
            faults.append(Fault(shown(path) or None, "json.non_finite", shown(node.text)))
        elif isinstance(node, dict | list):
            if depth >= MAX_DEPTH:
                return [Fault(None, "json.parse_failed", f"nested deeper than {MAX_DEPTH} levels")]
            if isinstance(node, Repeated):
                faults.extend(
                    Fault(shown(_join(path, key)), "json.duplicate_key", shown(key)) for key in node.keys_repeated
                )
            members = node.items() if isinstance(node, dict) else enumerate(node)
            inner = [(_join(path, key), depth + 1, item) for key, item in members if _may_be_at_fault(item)]
            pending.extend(reversed(inner))
    return faults


def _is_strict(value: Any) -> bool:
    """Say whether a document has no fault, level by level and without the paths: most documents have none."""
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        inner: list[Any] = []
        for node in level:
            kind = type(node)
            if kind is dict:
                inner.extend(node.values())
            elif kind is list:
                inner.extend(node)
            elif kind is Repeated or kind is NonFinite:
                return False
        if not inner:
            return True
        level = inner
    return False


def _may_be_at_fault(node: Any) -> bool:
    return isinstance(node, dict | list | NonFinite)


def _join(path: str, key: str | int) -> str:
    return f"{path}.{key}" if path else str(key)


def shown(value: Any) -> str | None:
    """Return a value as a reject shows it: text as it is, else JSON; always encodable, at most some 200 characters."""
    if value is None:
        return None
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    text = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
    return text if is_unicode(text) else text.encode("utf-8", "backslashreplace").decode("utf-8")


def is_unicode(text: str) -> bool:
    r"""Say whether a text can be stored: JSON escapes such as "\ud800" give half characters that cannot."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


# --- the one object in a fence or in prose ---------------------------------------------------------------------------

#: Braces in prose, as in `{label}`: nothing in them that a JSON object would have.
_PROSE_BRACES = re.compile(r'\{[^{}":]*\}')
_OPENING_FENCE = re.compile(r"(?:`{3,}|~{3,})[ \t]*[\w.+-]*\Z")
_CLOSING_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})")
#: What is left of broken JSON around an object; prose has a letter, or at least a full stop.
_REMNANT = re.compile(r"""[\s,:;\[\]"']+\Z""")
_COMMENT = re.compile(r"\s*(?://|/\*)")
#: An opening fence with its language is looked for in so many characters before the object.
_FENCE_LENGTH = 40


def extract(text: str) -> Extract:
    """Return the only JSON object in a text that is more than that object: a fence, prose, or both around it.

    Raises JsonError: json.no_object, json.multiple_objects, schema.root_not_object (an array around the object), and
    json.parse_failed for an object that does not end, is malformed, or has pieces of JSON or comments around it.
    """
    found = list(_objects(text))
    if not found:
        raise JsonError("json.no_object")
    if len(found) > 1:
        raise JsonError("json.multiple_objects")
    start, end, value = found[0]
    _refuse_array_around(text, start)
    before, after = text[:start].rstrip(), text[end:]
    opening, closing = _OPENING_FENCE.search(before[-_FENCE_LENGTH:]), _CLOSING_FENCE.match(after)
    is_fenced = opening is not None and closing is not None
    if opening and closing:
        before, after = before[: len(before) - len(opening.group())], after[closing.end() :]
    for part in (before, after):
        if _REMNANT.match(part) and part.strip():
            raise JsonError("json.parse_failed", f"{part.strip()[:20]!r} beside the object")
        if _COMMENT.match(part):
            raise JsonError("json.parse_failed", "a comment beside the object")
        if "}" in _PROSE_BRACES.sub("", part):
            raise JsonError("json.parse_failed", "a closing brace too many")
    is_prose = bool(before.strip() or after.strip())
    return Extract(value, is_fenced, is_prose or not is_fenced)


def _objects(text: str) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Yield (start, end, value) of every object that stands in the text, outermost ones only."""
    start = text.find("{")
    while start >= 0:
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError) as error:
            prose = _PROSE_BRACES.match(text, start)
            if prose is None:
                raise JsonError("json.parse_failed", str(error)) from None
            end = prose.end()
        else:
            yield start, end, value
        start = text.find("{", end)


def _refuse_array_around(text: str, start: int) -> None:
    before = text[:start].rstrip()
    if not before.endswith("["):
        return
    try:
        _DECODER.raw_decode(text, len(before) - 1)
    except (ValueError, RecursionError) as error:
        raise JsonError("json.parse_failed", str(error)) from None
    raise JsonError("schema.root_not_object", "array")
