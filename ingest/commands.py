"""What the command lines share: consoles, and a group that shows a user's mistake as one sentence."""

from __future__ import annotations

from typing import Any

import click
from rich.console import Console
from rich.markup import escape

from ingest.errors import UserError

out = Console(soft_wrap=True, highlight=False)
err = Console(stderr=True, soft_wrap=True, highlight=False)


class Commands(click.Group):
    """A group whose commands end a user's mistake with one sentence on stderr and exit code 1."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except UserError as error:
            self._say(ctx, str(error))
        except click.UsageError as error:
            self._say(ctx, " ".join(error.format_message().split()))
        except BrokenPipeError:
            ctx.exit(0)

    @staticmethod
    def _say(ctx: click.Context, sentence: str) -> None:
        err.print(f"[red]error:[/red] {escape(sentence)}")
        ctx.exit(1)
