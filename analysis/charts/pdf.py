"""A chart's PDF in one order of its objects: the renderer writes fonts in an order that changes from run to run."""

from __future__ import annotations

import re

_OBJECT = re.compile(rb"(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj(?=\n)", re.DOTALL)
_REFERENCE = re.compile(rb"(\d+) 0 R\b")
_FONTS = re.compile(rb"(?:[ ]*/fo\d+ \d+ 0 R\n)+")
_TRAILER = re.compile(rb"trailer\n<<(.*?)>>", re.DOTALL)


def canonical(pdf: bytes) -> bytes:
    """Return the same document with its objects numbered and written in the order in which the page reaches them.

    The renderer's files hold no date and no random identifier, so that equal charts then give equal bytes. The file
    has one cross-reference table and no object stream, as the renderer writes it. Raises ValueError otherwise.
    """
    bodies = {int(found[1]): _sorted_fonts(found[2]) for found in _OBJECT.finditer(pdf)}
    trailer = _TRAILER.search(pdf)
    if not bodies or trailer is None:
        raise ValueError("not a PDF with a plain cross-reference table")
    order: list[int] = []
    waiting = _references(trailer[1])
    while waiting:
        number = waiting.pop(0)
        if number not in order:
            order.append(number)
            waiting[:0] = _references(_dictionary(bodies[number]))
    numbers = {old: new for new, old in enumerate(order, 1)}
    out = bytearray(b"%PDF-1.7\n%\x80\x80\x80\x80\n")
    places = []
    for old in order:
        places.append(len(out))
        head = _dictionary(bodies[old])
        out += b"%d 0 obj\n%b%b\nendobj\n" % (numbers[old], _renumbered(head, numbers), bodies[old][len(head) :])
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(order) + 1)
    for place in places:
        out += b"%010d 00000 n \n" % place
    size = re.sub(rb"/Size \d+", b"/Size %d" % (len(order) + 1), trailer[1])
    out += b"trailer\n<<%b>>\nstartxref\n%d\n%%%%EOF\n" % (_renumbered(size, numbers), start)
    return bytes(out)


def _dictionary(body: bytes) -> bytes:
    """Return an object without the bytes of its stream."""
    return body.split(b"\nstream", 1)[0]


def _references(text: bytes) -> list[int]:
    return [int(number) for number in _REFERENCE.findall(text)]


def _renumbered(text: bytes, numbers: dict[int, int]) -> bytes:
    return _REFERENCE.sub(lambda found: b"%d 0 R" % numbers[int(found[1])], text)


def _sorted_fonts(body: bytes) -> bytes:
    """Return an object whose fonts stand by name."""
    head = _dictionary(body)
    named = _FONTS.sub(lambda found: b"".join(sorted(found[0].splitlines(keepends=True))), head)
    return named + body[len(head) :]
