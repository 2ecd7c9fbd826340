"""Studies: what a family concludes from the runs of a board beside their scores.

To add one, write a function with the shape of ``StudyReader`` and name it in ``STUDIES``; the pages of the
family find what it returned in ``SiteData.studies``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

from site_builder.errors import CannotBuild, Loaded, Problem
from site_builder.records.site import SITE_FILE, Board
from site_builder.scoring.graph import Graph
from site_builder.site_data import Study
from site_builder.sources.importers.blueprint.study import read_gate_study
from site_builder.sources.importers.ruhroh.study import read_campaign_study, suite_folders
from site_builder.sources.project import Project


class StudyReader(Protocol):
    """Reads and concludes. Raises ``ValueError`` for a rubric that the study cannot be made under."""

    def __call__(self, project: Project, board: Board, graphs: Sequence[Graph]) -> Loaded[Study]:
        """Return the study of a board's runs; ``graphs`` are its rubrics, the pinned one first."""


class FamilyStudy(NamedTuple):
    """How a family's study is made."""

    read: StudyReader
    beside: Callable[[Project, Board], Iterable[str]] = lambda project, board: ()
    """Gives the folders outside of the board's own that the study reads, relative to the project."""


STUDIES: Mapping[str, FamilyStudy] = MappingProxyType(
    {
        "blueprint": FamilyStudy(read_gate_study),
        "ruhroh": FamilyStudy(read_campaign_study, suite_folders),
    }
)
"""Family → its study."""


class ReadStudies(NamedTuple):
    """What reading the studies of a site gave."""

    found: tuple[Study, ...]
    """In the order of ``site.yaml``."""
    problems: tuple[Problem, ...]


def read_studies(project: Project, graphs: Mapping[str, Graph]) -> ReadStudies:
    """Read the study of every board whose family has one, with the problems met.

    Raises ``CannotBuild`` for a rubric under which a family's study cannot be made.
    """
    studies: list[Study] = []
    problems: list[Problem] = []
    for index, board in enumerate(project.site.boards):
        study = STUDIES.get(board.family)
        if study is None:
            continue
        try:
            loaded = study.read(project, board, [graphs[name] for name in (board.rubric, *board.also)])
        except ValueError as error:
            raise CannotBuild(_unfit(index, board, str(error))) from error
        problems += loaded.problems
        if loaded.value is not None:
            studies.append(loaded.value)
    return ReadStudies(tuple(studies), tuple(problems))


def folders_beside(project: Project) -> list[str]:
    """Return the folders outside of the boards' own that studies read, relative to the project."""
    own = ((STUDIES[board.family], board) for board in project.site.boards if board.family in STUDIES)
    return sorted({folder for study, board in own for folder in study.beside(project, board)})


def _unfit(index: int, board: Board, why: str) -> Problem:
    return Problem(
        file=SITE_FILE,
        pointer=f"/boards/{index}/rubric",
        code="site.unfit-rubric",
        message=f"The runs of {board.runs} cannot be judged: {why}.",
        advice="Pin a rubric that has what the family needs.",
    )
