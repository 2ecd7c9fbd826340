"""The study of a board of recorded runs: every run judged under every rubric of the board."""

from __future__ import annotations

from collections.abc import Sequence

from site_builder.errors import Loaded
from site_builder.records.site import Board
from site_builder.scoring.graph import Graph
from site_builder.site_data import Study
from site_builder.sources.importers.blueprint.gates import read_gates
from site_builder.sources.importers.blueprint.naming import naming_of
from site_builder.sources.project import Project
from site_builder.studies.blueprint.pseudonyms import numbered


def read_gate_study(project: Project, board: Board, graphs: Sequence[Graph]) -> Loaded[Study]:
    """Judge the recorded runs of a board. Raises ``ValueError`` for a rubric that is none of this family."""
    named = naming_of(project.root, as_recorded=project.site.reviewers == "as recorded")
    folder = project.run_folder(board.runs)
    gates = read_gates(folder, board.runs, graphs, named.value or numbered)
    return Loaded(
        Study(board.family, board, gates, conclusion=gates.conclusion, empty=not gates.runs),
        (*named.problems, *gates.problems),
    )
