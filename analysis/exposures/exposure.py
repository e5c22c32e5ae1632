"""What an exposure is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from analysis.marts import Marts


def _none(_: Marts) -> tuple[str, ...]:
    """Counts follow no convention."""
    return ()


@dataclass(frozen=True)
class Exposure:
    """One table or chart: its kind, what it shows, what makes it, and the conventions of its numbers."""

    kind: Literal["table", "chart"]
    sentence: str
    make: Callable[[Marts], Any]
    conventions: Callable[[Marts], tuple[str, ...]] = _none
