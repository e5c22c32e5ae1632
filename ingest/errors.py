"""The one exception for a user's mistake: a sentence that names file, row, field, value and what to do."""

from __future__ import annotations


class IngestError(Exception):
    """Something that stops a command; its text is shown as it is, without a traceback."""
