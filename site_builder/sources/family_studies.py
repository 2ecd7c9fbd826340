"""Studies: what a family concludes from the runs of a board beside their scores.

To add one, write a function with the shape of ``StudyReader`` and name it in ``STUDIES``; the pages of the
family find the value in ``SiteData.studies``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from site_builder.errors import CannotBuild, Loaded, Problem
from site_builder.records.site import Board
from site_builder.scoring.graph import Graph
from site_builder.site_data import Study
from site_builder.sources.importers.blueprint.study import read_gate_study
from site_builder.sources.importers.ruhroh.study import read_campaign_study, suite_folders
from site_builder.sources.project import SITE_FILE, Project


class StudyReader(Protocol):
    """Reads and concludes. Raises ``ValueError`` for a rubric that the study cannot be made under."""

    def __call__(self, project: Project, board: Board, graphs: Sequence[Graph]) -> Loaded[Any]:
        """Return the study of a board's runs; ``graphs`` are its rubrics, the pinned one first."""


STUDIES: Mapping[str, StudyReader] = MappingProxyType(
    {"blueprint": read_gate_study, "ruhroh": read_campaign_study}
)
"""Family → its study."""


def read_studies(
    project: Project, graphs: Mapping[str, Graph]
) -> tuple[tuple[Study, ...], tuple[Problem, ...]]:
    """Read the study of every board whose family has one, with the problems met.

    Raises ``CannotBuild`` for a rubric under which a family's study cannot be made.
    """
    studies: list[Study] = []
    problems: list[Problem] = []
    for index, board in enumerate(project.site.boards):
        reader = STUDIES.get(board.family)
        if reader is None:
            continue
        try:
            loaded = reader(project, board, [graphs[name] for name in (board.rubric, *board.also)])
        except ValueError as error:
            raise CannotBuild(_unfit(index, board, str(error))) from error
        problems += loaded.problems
        if loaded.value is not None:
            studies.append(Study(board.family, board, loaded.value))
    return tuple(studies), tuple(problems)


def said_at(studies: Sequence[Study]) -> list[str]:
    """Return the times that studies say their data is of, where they stand on more than the boards' runs."""
    return [moment for study in studies if (moment := getattr(study.value, "newest", ""))]


def stood_on(studies: Sequence[Study]) -> list[str]:
    """Return a line for every file that a study stands on beside the boards' runs."""
    return [line for study in studies for line in getattr(study.value, "sources", ())]


def concluded(studies: Sequence[Study]) -> dict[tuple[str, str], str]:
    """Return (folder of runs, rubric) → what a study concludes, as a clause, for those that say so."""
    said = ((one.config.runs, one.config.rubric, getattr(one.value, "conclusion", "")) for one in studies)
    return {(runs, rubric): words for runs, rubric, words in said if words}


def folders_beside(project: Project) -> list[str]:
    """Return the folders outside of the boards' own that a study reads, relative to the project."""
    campaigns = [board.runs for board in project.site.boards if board.family == "ruhroh"]
    return sorted({folder for runs in campaigns for folder in suite_folders(project, runs)})


def _unfit(index: int, board: Board, why: str) -> Problem:
    return Problem(
        file=SITE_FILE,
        pointer=f"/boards/{index}/rubric",
        code="site.unfit-rubric",
        message=f"The runs of {board.runs} cannot be judged: {why}.",
        advice="Pin a rubric that has what the family needs.",
    )
