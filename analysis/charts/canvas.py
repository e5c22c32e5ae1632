"""Where the texts of an SVG stand, and which lie outside the picture or on each other: a check, not an exact ruler."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

#: Widths of Liberation Sans (and Arial) in thousandths of the font's size, by characters.
_WIDTHS = {
    222: "ijl'", 278: " !,./:;I[]\\ft|", 333: "()-`r", 191: "'", 355: '"', 389: "*", 469: "^", 500: "cksvxyzJ",
    556: "0123456789abdeghnopqu#$?_L", 584: "+<=>~", 611: "FTZ", 667: "ABEKPSVXY&", 722: "CDHNRUw", 778: "GOQ",
    833: "mM", 889: "%", 944: "W", 1015: "@",
}  # fmt: skip
_WIDTH = {character: width for width, characters in _WIDTHS.items() for character in characters}
_NUMBER = re.compile(r"-?[\d.]+(?:e-?\d+)?")
_STEP = re.compile(r"(translate|rotate|scale|matrix)\(([^)]*)\)")
_SVG = "{http://www.w3.org/2000/svg}"
Matrix = tuple[float, float, float, float, float, float]
_SAME: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Box:
    """A text with the corners of its box in the picture's coordinates, and whether it is turned."""

    text: str
    corners: tuple[tuple[float, float], ...]
    is_turned: bool

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        across, down = [x for x, _ in self.corners], [y for _, y in self.corners]
        return min(across), min(down), max(across), max(down)


def width_of(text: str, size: float) -> float:
    """Return about how wide a text is drawn: East Asian characters are as wide as the font's size."""
    thousandths = 0
    for character in text:
        if unicodedata.combining(character):
            continue
        is_wide = unicodedata.east_asian_width(character) in {"W", "F"}
        thousandths += 1000 if is_wide else _WIDTH.get(character, 556)
    return size * thousandths / 1000


def boxes(svg: bytes) -> list[Box]:
    """Return the box of every text of an SVG as the renderer writes it, line by line of a text of several lines."""
    return list(_walk(ElementTree.fromstring(svg), _SAME))


def outside(svg: bytes, tolerance: float = 2.0) -> list[str]:
    """Return the texts that lie outside the canvas by more than some pixels."""
    left, top, width, height = map(float, (ElementTree.fromstring(svg).get("viewBox") or "0 0 0 0").split())
    limits = (left - tolerance, top - tolerance, left + width + tolerance, top + height + tolerance)

    def is_inside(box: Box) -> bool:
        edges = box.edges
        return all(edge >= limit for edge, limit in zip(edges[:2], limits[:2], strict=True)) and all(
            edge <= limit for edge, limit in zip(edges[2:], limits[2:], strict=True)
        )

    return [box.text for box in boxes(svg) if not is_inside(box)]


def overlapping(svg: bytes, tolerance: float = 2.5) -> list[tuple[str, str]]:
    """Return the pairs of upright texts that stand on each other by more than some pixels both ways."""
    upright = sorted((box for box in boxes(svg) if not box.is_turned), key=lambda box: box.edges)
    pairs = []
    for number, one in enumerate(upright):
        left, top, right, bottom = one.edges
        for other in upright[number + 1 :]:
            start, above, end, below = other.edges
            if start > right:
                break
            if min(right, end) - max(left, start) > tolerance and min(bottom, below) - max(top, above) > tolerance:
                pairs.append((one.text, other.text))
    return pairs


def smallest_type(svg: bytes) -> float:
    """Return the size of the smallest text that is shown, in the unit of the picture's width; infinite without one."""
    root = ElementTree.fromstring(svg)
    scale = _first(root.get("width")) / float((root.get("viewBox") or "0 0 1 1").split()[2])
    texts = (
        text for text in root.iter(f"{_SVG}text") if text.get("opacity") != "0" and "".join(text.itertext()).strip()
    )
    return scale * min((_pixels(text.get("font-size", "11")) for text in texts), default=math.inf)


def _walk(element: ElementTree.Element, place: Matrix) -> Iterator[Box]:
    place = _product(place, _matrix(element.get("transform", "")))
    if element.tag == f"{_SVG}text":
        if element.get("opacity") != "0":
            yield from _lines(element, place)
        return
    for child in element:
        yield from _walk(child, place)


def _lines(element: ElementTree.Element, place: Matrix) -> Iterator[Box]:
    size = _pixels(element.get("font-size", "11"))
    spans = list(element.iter(f"{_SVG}tspan"))
    across, down = _first(element.get("x")), _first(element.get("y"))
    if not spans:
        yield from _box("".join(element.itertext()), across, down, size, element, place)
    for span in spans:
        across = _first(span.get("x")) if span.get("x") else across
        down += _pixels(span.get("dy", "0"))
        yield from _box("".join(span.itertext()), across, down, size, element, place)


def _box(text: str, x: float, y: float, size: float, element: ElementTree.Element, place: Matrix) -> Iterator[Box]:
    if not text.strip():
        return
    is_bold = element.get("font-weight") in {"bold", "600", "700"}
    width = width_of(text, size) * (1.06 if is_bold else 1)
    start = x - {"middle": width / 2, "end": width}.get(element.get("text-anchor", "start"), 0)
    # From the top of capitals to the bottom of descenders, around the baseline.
    top, bottom = y - 0.72 * size, y + 0.2 * size
    corners = tuple(
        _moved(place, corner)
        for corner in ((start, top), (start + width, top), (start, bottom), (start + width, bottom))
    )
    yield Box(text, corners, abs(place[1]) > 1e-6)


def _pixels(text: str) -> float:
    found = _NUMBER.search(text)
    return float(found[0]) if found else 0.0


def _first(text: str | None) -> float:
    return _pixels(text or "0")


def _matrix(text: str) -> Matrix:
    place = _SAME
    for kind, inner in _STEP.findall(text):
        values = [float(value) for value in _NUMBER.findall(inner)]
        place = _product(place, _step(kind, values))
    return place


def _step(kind: str, values: list[float]) -> Matrix:
    if kind == "translate":
        return (1, 0, 0, 1, values[0], values[1] if len(values) > 1 else 0)
    if kind == "scale":
        return (values[0], 0, 0, values[-1], 0, 0)
    if kind == "rotate":
        turn = math.radians(values[0])
        cos, sin = math.cos(turn), math.sin(turn)
        x, y = (values[1], values[2]) if len(values) > 2 else (0.0, 0.0)
        return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
    return (values[0], values[1], values[2], values[3], values[4], values[5])


def _product(one: Matrix, two: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def _moved(place: Matrix, corner: tuple[float, float]) -> tuple[float, float]:
    a, b, c, d, e, f = place
    x, y = corner
    return a * x + c * y + e, b * x + d * y + f
