"""What a release changes for the runs of the site: one entry for the list of changes and the feed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from site_builder.pages.differences.lookup import difference_address
from site_builder.pages.gates.versions import decisions_of
from site_builder.pages.lookup import SiteLookup
from site_builder.records.rubric_diff import RubricDifference


class Rescore(NamedTuple):
    """The runs of a family under a version and under the released one before it."""

    older: str
    newer: str
    day: str
    """Day of the newer version's release."""
    about: str
    address: str


def rescores_of(lookup: SiteLookup) -> Iterator[Rescore]:
    """Yield an entry for every released version that makes something else of the runs than the one before."""
    nearest = {pair.newer: pair for pair in lookup.differences.all}  # in order of versions: the last one wins
    for newer, pair in nearest.items():
        about = _about(lookup, pair)
        if not about:
            continue
        release = lookup.data.released.get(newer)
        day = release.day if release is not None else lookup.data.graphs[newer].rubric.date.isoformat()
        yield Rescore(pair.older, newer, day, about, difference_address(pair.older, newer))


def _about(lookup: SiteLookup, pair: RubricDifference) -> str:
    """Return how many runs differ and in what; empty where none does. Runs without ranks are decided."""
    runs = sum(len(one.runs) for one in pair.boards)
    moved = sum(one.moved for one in pair.boards)
    ranks = sum(one.moved_rank for one in pair.boards)
    if lookup.data.graphs[pair.newer].layout.unranked:
        decided = decisions_of(lookup, pair.older, pair.newer)
        differing = decided.differing if decided is not None else 0
        of = len(decided.runs) if decided is not None else 0
        return f"Against {pair.older}, {differing} of {of} runs are decided otherwise." if differing else ""
    if not moved and not ranks:
        return ""
    return f"Against {pair.older}, {moved} of {runs} runs have another score and {ranks} another rank."
