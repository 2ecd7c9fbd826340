"""A page that a project adds to its site: prose of its own, at an address of its own."""

from __future__ import annotations

import msgspec

TAKEN = frozenset(
    [
        *("404", "assets", "boards", "campaigns", "changes", "claims", "configurations", "data", "gates"),
        *("methodology", "outputs", "r", "runs", "submit", "suites", "verify"),
    ]
)
"""First folders of the addresses of all other pages and files."""


class OwnPage(msgspec.Struct, frozen=True):
    """One ``content/pages/<name>.md``, as menus and addresses know it."""

    name: str
    """Lower case letters, digits and hyphens: its file without the ending, and its address."""
    title: str
    """Plain words: the heading that its text begins with, or its name where it begins with none."""

    @property
    def address(self) -> str:
        """The folder of the page, from the root of the site."""
        return f"{self.name}/"
