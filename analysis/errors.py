"""Exceptions for a user's mistakes."""

from __future__ import annotations

from ingest.errors import UserError


class AnalysisError(UserError):
    """A table, chart or query that cannot be made as asked."""


class NothingToShowError(AnalysisError):
    """An exposure whose mart has no row for it."""
