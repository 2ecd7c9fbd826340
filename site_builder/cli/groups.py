"""A group of commands whose help lists them as they are defined, each with a whole sentence."""

from __future__ import annotations

import click

WHOLE = 1000
"""Characters of a sentence on a command that its group shows; the longest there is has about a hundred."""


class InOrder(click.Group):
    """A group that lists its commands as they are added to it, and cuts no sentence about one short."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in order."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands; a sentence that is longer than its line goes on in the next one."""
        rows = [(name, self.commands[name].get_short_help_str(WHOLE)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
