"""What an exposure is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from analysis.marts import Marts


def _none(_: Marts) -> tuple[str, ...]:
    """Counts follow no convention."""
    return ()


@dataclass(frozen=True)
class Exposure:
    """One table or chart: its kind, what makes it, its numbers' conventions, what dbt says of it, and its benchmark.

    `build` gives a chart whole, and a table whose caption holds only what depends on the data.
    """

    kind: Literal["table", "chart"]
    build: Callable[[Marts], Any]
    conventions: Callable[[Marts], tuple[str, ...]] = _none
    sentence: str = ""
    benchmark: str = "generic"

    def make(self, marts: Marts) -> Any:
        """Return the chart, or the table under its whole caption: documentation, what is shown, conventions.

        Raises NothingToShowError when the mart is empty, AnalysisError when it is not built or lacks a column.
        """
        made = self.build(marts)
        if self.kind == "chart":
            return made
        told = (self.sentence, made.caption, *_in_words(marts, self.conventions(marts)))
        return replace(made, caption=" ".join(part for part in told if part))


def _in_words(marts: Marts, conventions: tuple[str, ...]) -> list[str]:
    """Return each convention's name with its meaning, where the warehouse has it."""
    meanings = marts.meanings()
    return [
        f"Convention {name}: {meanings[name]}" if name in meanings else f"Convention {name}." for name in conventions
    ]
