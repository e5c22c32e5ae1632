"""The one exception for a user's mistake."""

from __future__ import annotations


class AnalysisError(Exception):
    """Something that stops a command; its text is shown as it is, without a traceback."""


class NothingToShowError(AnalysisError):
    """An exposure whose mart has no row for it."""
