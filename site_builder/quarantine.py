"""Runs too good to be true: kept off the ranking of a board by what reading their exports told. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches

from site_builder.errors import Problem
from site_builder.records.run import RunRecord
from site_builder.records.site import SITE_FILE, Board, Exclusion, Site


def with_quarantine(site: Site, runs: Mapping[int, Sequence[RunRecord]], problems: Sequence[Problem]) -> Site:
    """Return a site whose boards exclude, too, the runs of which a problem was told that they name.

    ``runs`` are those of each board by its position. What ``site.yaml`` itself says of a run goes first.
    """
    if not any(board.quarantine for board in site.boards):
        return site
    boards = [_board(board, runs[index], problems) for index, board in enumerate(site.boards)]
    return site.model_copy(update={"boards": boards})


def _board(board: Board, runs: Sequence[RunRecord], problems: Sequence[Problem]) -> Board:
    own = {exclusion.run for exclusion in board.exclude}
    found = [one for one in _exclusions(board, runs, problems) if one.run not in own]
    return board.model_copy(update={"exclude": [*board.exclude, *found]})


def _exclusions(board: Board, runs: Sequence[RunRecord], problems: Sequence[Problem]) -> Iterator[Exclusion]:
    told: dict[str, list[Problem]] = {}
    for problem in problems:
        if problem.run and problem.code in board.quarantine:
            told.setdefault(problem.run, []).append(problem)
    for run in runs:
        of_run = [one for one in told.get(run.run_id, ()) if f"{one.file}/".startswith(f"{run.folder}/")]
        if of_run:
            first = min(of_run)
            words = first.message.rstrip(".")
            yield Exclusion(run=run.run_id, reason=f"quarantine ({first.code}). {words}")


def unknown_codes(board: Board, pointer: str, known: Collection[str]) -> Iterator[Problem]:
    """Yield the codes that a board names and reading never tells, of those that are of its family.

    ``known`` holds the codes that are told while an export of the family is read.
    """
    for index, code in enumerate(board.quarantine):
        if code in known or not code.startswith(f"{board.family}."):
            continue
        near = get_close_matches(code, sorted(known), 1)
        yield Problem(
            file=SITE_FILE,
            pointer=f"{pointer}/quarantine/{index}",
            code="site.unknown-quarantine",
            message=f"Reading an export never tells {code}, so it excludes no run.",
            advice=f"Did you mean {near[0]}?" if near else "`site-builder docs problems` lists the codes.",
            severity="warning",
        )
