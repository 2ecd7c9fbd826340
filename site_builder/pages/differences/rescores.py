"""What a release did to the runs of the site: one entry for the list of changes and the feed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from site_builder.pages.atlas import Atlas
from site_builder.pages.differences.shelf import difference_address


class Rescore(NamedTuple):
    """The runs of a family under a version and under the released one before it."""

    older: str
    newer: str
    day: str
    """Day of the newer version's release."""
    about: str
    address: str


def rescores_of(atlas: Atlas) -> Iterator[Rescore]:
    """Yield an entry for every released version that has one before it, and runs to score."""
    nearest = {pair.newer: pair for pair in atlas.differences.all}  # in order of versions: the last one wins
    for newer, pair in nearest.items():
        if not any(one.runs for one in pair.boards):
            continue
        runs = sum(len(one.runs) for one in pair.boards)
        moved = sum(one.moved for one in pair.boards)
        ranks = sum(one.moved_rank for one in pair.boards)
        release = atlas.data.released.get(newer)
        day = release.day if release is not None else atlas.data.graphs[newer].rubric.date.isoformat()
        about = f"Against {pair.older}, {moved} of {runs} runs have another score and {ranks} another rank."
        yield Rescore(pair.older, newer, day, about, difference_address(pair.older, newer))
