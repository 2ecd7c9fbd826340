"""Folders of ``site.yaml`` in which no export was found at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from site_builder.errors import Problem
from site_builder.records.site import SITE_FILE, Site
from site_builder.site_data import Board, Study, empty_entries


def empty_folders(
    site: Site, boards: Iterable[Board], studies: Iterable[Study], problems: Iterable[Problem]
) -> Iterator[Problem]:
    """Yield a warning for every folder that gave neither content nor a problem.

    A folder with problems is told of by those, and an entry with a cohort by that.
    """
    empty = empty_entries(site, boards, studies)
    if not empty:
        return
    places = {PurePosixPath(problem.file) for problem in problems}
    told: set[str] = set()
    for index, entry in enumerate(site.boards):
        known = entry.runs in told or entry.cohort is not None or entry not in empty
        if known or any(place.is_relative_to(entry.runs) for place in places):
            continue
        told.add(entry.runs)
        yield Problem(
            file=SITE_FILE,
            pointer=f"/boards/{index}/runs",
            code="site.empty-board",
            message=f"No export was found in {entry.runs}.",
            advice="Put exports there, or correct the path; the home page says that there is nothing yet.",
            severity="warning",
        )
