"""``rubric list``: every version, and where it stands."""

from __future__ import annotations

from pathlib import Path

import msgspec

from site_builder.cli.report import Reporter
from site_builder.cli.styles import dim, yellow
from site_builder.errors import Problem
from site_builder.plugins import load_plugins
from site_builder.records.site import Board
from site_builder.sources.project import load_project
from site_builder.sources.rubric_catalogue import load_rubrics

DRAFT = "draft".ljust(len("released 2026-09-30"))


class ListedRubric(msgspec.Struct, frozen=True):
    """One version."""

    id: str
    released: str | None
    """Day of the release; ``None`` for a draft."""
    date: str
    """Day from which it is in force, as its file says."""
    supersedes: str | None
    digest: str
    file: str
    boards: tuple[str, ...]
    """The boards of ``site.yaml`` that rank by it, by id or folder of runs."""
    also: tuple[str, ...]
    """Those whose runs are scored by it for comparison."""


class RubricList(msgspec.Struct, frozen=True):
    """What ``rubric list`` prints."""

    rubrics: tuple[ListedRubric, ...]
    problems: tuple[Problem, ...]


def listed(root: Path) -> RubricList:
    """Return the versions that a project can pin. Raises ``CannotBuild`` when a released one changed."""
    project = load_project(root)
    catalogue = load_rubrics(project, load_plugins().of("operators"))
    boards = project.site.boards
    rows = [
        ListedRubric(
            id=rubric,
            released=catalogue.released[rubric].day if rubric in catalogue.released else None,
            date=graph.rubric.date.isoformat(),
            supersedes=graph.rubric.supersedes,
            digest=graph.digest,
            file=project.shown(catalogue.folders[rubric] / f"{graph.rubric.version}.yaml"),
            boards=tuple(_name(board) for board in boards if board.rubric == rubric),
            also=tuple(_name(board) for board in boards if rubric in board.also),
        )
        for rubric, graph in catalogue.graphs.items()
    ]
    return RubricList(tuple(rows), catalogue.problems)


def say_list(reporter: Reporter, found: RubricList) -> None:
    """Print the versions for people, one a line."""
    width = max((len(row.id) for row in found.rubrics), default=0)
    for row in found.rubrics:
        state = f"released {row.released}" if row.released else yellow(DRAFT)
        boards = f"  ranks {', '.join(row.boards)}" if row.boards else ""
        also = f"  beside {', '.join(row.also)}" if row.also else ""
        reporter.say(f"{row.id:<{width}}  {state}  {dim(row.digest[7:19])}{boards}{also}")


def _name(board: Board) -> str:
    return board.id or (f"{board.runs} ({board.cohort})" if board.cohort else board.runs)
