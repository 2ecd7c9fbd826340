"""A group of commands whose help lists them in the order in which they are defined."""

from __future__ import annotations

import click


class InOrder(click.Group):
    """A group that lists its commands as they are added to it, not by the alphabet."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in order."""
        return list(self.commands)
