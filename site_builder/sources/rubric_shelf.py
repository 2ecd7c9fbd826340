"""Every rubric version that a project can pin: its own ones, then those that ship with the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from site_builder.errors import CannotBuild, Problem
from site_builder.records.site import Site
from site_builder.scoring.graph import Graph
from site_builder.scoring.operators import OPERATORS, Operator
from site_builder.sources.project import Project
from site_builder.sources.rubrics import load_graph


@dataclass(frozen=True, slots=True)
class Shelf:
    """The rubrics found."""

    graphs: Mapping[str, Graph]
    """Rubric id → graph, in the order of families and then of versions."""
    folders: Mapping[str, Path]
    """Rubric id → folder of its file and of the files it names."""
    files: Mapping[str, Mapping[str, bytes]]
    """Rubric id → file name → bytes; what the digests were taken over."""
    problems: tuple[Problem, ...]


def load_shelf(project: Project, operators: Mapping[str, Operator] = OPERATORS) -> Shelf:
    """Read every rubric file of the project and of the program.

    A file that is wrong is a problem and no more, unless a board needs it (``require_pinned``). Where both
    places have the same version with different content, the project's own is used and a note says so.
    """
    graphs: dict[str, Graph] = {}
    places: dict[str, Path] = {}
    problems: list[Problem] = []
    for layer in project.layers("rubric_versions"):
        for path in sorted(layer.glob("*/*.yaml")):
            loaded = load_graph(path, project.shown(path), operators)
            problems += loaded.problems
            if loaded.value is None:
                continue
            if loaded.value.id not in graphs:
                graphs[loaded.value.id], places[loaded.value.id] = loaded.value, path
            elif graphs[loaded.value.id].digest != loaded.value.digest:
                problems.append(_overridden(project.shown(places[loaded.value.id]), loaded.value.id))
    order = sorted(graphs, key=version_key)
    return Shelf(
        graphs={rubric: graphs[rubric] for rubric in order},
        folders={rubric: places[rubric].parent for rubric in order},
        files={rubric: _files(places[rubric], graphs[rubric]) for rubric in order},
        problems=tuple(problems),
    )


def require_pinned(shelf: Shelf, site: Site) -> None:
    """Raise ``CannotBuild`` unless every rubric that a board names was found."""
    missing = [
        _unknown(f"/boards/{index}/{key}", rubric, shelf)
        for index, board in enumerate(site.boards)
        for key, rubric in (
            ("rubric", board.rubric),
            *((f"also/{i}", other) for i, other in enumerate(board.also)),
        )
        if rubric not in shelf.graphs
    ]
    if missing:
        raise CannotBuild(*missing, *(p for p in shelf.problems if p.severity == "error"))


def tool_faults(shelf: Shelf, site: Site, tools: Mapping[str, str]) -> Iterator[Problem]:
    """Yield a warning for every tool that measured in another version than a pinned rubric is stated for."""
    for rubric in sorted({board.rubric for board in site.boards}):
        for tool, wanted in sorted(shelf.graphs[rubric].rubric.tools.items()):
            used = tools.get(tool)
            if used is not None and used != wanted and not used.startswith(f"{wanted}."):
                yield Problem(
                    file=f"rubric_versions/{rubric}.yaml",
                    pointer=f"/tools/{tool}",
                    code="rubric.other-tool-version",
                    message=f"The digits of {rubric} rest on {tool} {wanted}; {tool} {used} measured here.",
                    advice=f"Install {tool} {wanted}, or read the numbers as measured with {used}.",
                    severity="warning",
                )


def version_key(rubric: str) -> tuple[str, tuple[int, ...]]:
    """Return what orders rubric ids: family, then version by its numbers (2.9 before 2.10)."""
    family, _, version = rubric.partition("/")
    return family, tuple(int(part) for part in version.split("."))


def _files(path: Path, graph: Graph) -> dict[str, bytes]:
    return {name: (path.parent / name).read_bytes() for name in (path.name, *sorted(graph.rubric.files))}


def _overridden(shown: str, rubric: str) -> Problem:
    return Problem(
        file=shown,
        code="rubric.overrides-built-in",
        message=f"This {rubric} differs from the one that ships with the program, and is used in its place.",
        advice="Give a changed rubric a version of its own, so that scores of one name stay comparable.",
        severity="note",
    )


def _unknown(pointer: str, rubric: str, shelf: Shelf) -> Problem:
    return Problem(
        file="site.yaml",
        pointer=pointer,
        code="site.unknown-rubric",
        message=f"There is no rubric {rubric}.",
        advice=f"Pin one of the known versions: {', '.join(shelf.graphs) or 'none was found'}.",
    )
