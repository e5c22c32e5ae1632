"""Exceptions for a user's mistakes: their text names file, row, field, value and what to do."""

from __future__ import annotations


class UserError(Exception):
    """Something that stops a command; its text is shown as it is, without a traceback."""


class IngestError(UserError):
    """A load, or a question to schema raw, that cannot be done as asked."""
