"""The versions of a family's rubric, newest first."""

from __future__ import annotations

import msgspec

from site_builder.pages.lookup import SiteLookup, board_address, methodology_address


class VersionRow(msgspec.Struct, frozen=True):
    """One rubric version in a list."""

    id: str
    version: str
    title: str
    date: str
    digest: str
    address: str
    current: bool
    boards: tuple[tuple[str, str], ...]
    """(title, address) of the boards that pin it."""
    released: str
    """Day of the release; empty for a draft."""


def versions_of(lookup: SiteLookup, family: str) -> tuple[VersionRow, ...]:
    """Return the versions of a family, newest first."""
    rows = []
    for graph in lookup.graphs:
        if graph.rubric.family != family:
            continue
        boards = tuple((b.title, board_address(b)) for b in lookup.data.boards if b.graph.id == graph.id)
        rows.append(
            VersionRow(
                id=graph.id,
                version=graph.rubric.version,
                title=graph.rubric.title,
                date=graph.rubric.date.isoformat(),
                digest=graph.digest,
                address=methodology_address(graph),
                current=bool(boards),
                boards=boards,
                released=lookup.data.released[graph.id].day if graph.id in lookup.data.released else "",
            )
        )
    return tuple(sorted(rows, key=lambda row: [-int(part) for part in row.version.split(".")]))
