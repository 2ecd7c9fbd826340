"""Runs too good to be true: kept off the ranking of a board by what reading their exports told. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from site_builder.errors import Problem
from site_builder.records.run import RunRecord
from site_builder.records.site import Board, Exclusion, Site


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
            yield Exclusion(run=run.run_id, reason=f"quarantined for {first.code}: {words}")
