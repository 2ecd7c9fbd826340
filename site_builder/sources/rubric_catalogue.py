"""Every rubric version that a project can pin: its own ones, then those that ship with the program."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from site_builder.errors import CannotBuild, Problem, sentence
from site_builder.records.release import Release, version_key
from site_builder.records.rubric import is_other_version
from site_builder.records.site import SITE_FILE, Site
from site_builder.scoring.addends import part_faults
from site_builder.scoring.graph import Graph
from site_builder.scoring.operators import OPERATORS, Operator
from site_builder.sources.locks import RubricFile, broken_locks, read_locks
from site_builder.sources.project import Project
from site_builder.sources.rubrics import Making, digest, load_graph, read_rubric
from site_builder.sources.yaml import Parsing, parse


@dataclass(frozen=True, slots=True)
class RubricCatalogue:
    """The rubrics found."""

    graphs: Mapping[str, Graph]
    """Rubric id → graph, in the order of families and then of versions."""
    folders: Mapping[str, Path]
    """Rubric id → folder of its file and of the files it names."""
    files: Mapping[str, Mapping[str, bytes]]
    """Rubric id → file name → bytes; what the digests were taken over."""
    problems: tuple[Problem, ...]
    released: Mapping[str, Release] = field(default_factory=dict)
    """Rubric id → release, in the order of families and versions; a rubric without one is a draft."""

    def released_of(self, families: Collection[str]) -> tuple[str, ...]:
        """Return the ids of the released rubrics of some families, in their order."""
        return tuple(name for name in self.released if name.partition("/")[0] in families)


def load_rubrics(
    project: Project,
    operators: Mapping[str, Operator] = OPERATORS,
    parsing: Parsing = parse,
    making: Making = Graph,
) -> RubricCatalogue:
    """Read every rubric file of the project and of the program; of two with one id the project's is used.

    A file that is wrong is a problem and no more, unless a board needs it (``require_pinned``). Raises
    ``CannotBuild`` when a released rubric is no longer what was released, or its file is gone.
    """
    layers = project.layers("rubric_versions")
    released = read_locks([(layer, project.shown(layer)) for layer in layers])
    graphs: dict[str, Graph] = {}
    places: dict[str, Path] = {}
    problems: list[Problem] = []
    locked: list[RubricFile] = []
    for layer in layers:
        for path in sorted(layer.glob("*/*.yaml")):
            loaded = load_graph(path, project.shown(path), operators, parsing, making)
            if loaded.value is None and parsing is not parse:  # what is remembered of it may be at fault
                loaded = load_graph(path, project.shown(path), operators)
            problems += loaded.problems
            rubric = f"{path.parent.name}/{path.stem}"
            if rubric in released:
                locked.append(_locked(rubric, path, project.shown(path), loaded.value))
            if loaded.value is not None and rubric not in graphs:
                graphs[rubric], places[rubric] = loaded.value, path
    broken = tuple(broken_locks(released, locked))
    if broken:
        raise CannotBuild(*broken, *(p for p in problems if p.file in {fault.file for fault in broken}))
    order = sorted(graphs, key=version_key)
    return RubricCatalogue(
        graphs={rubric: graphs[rubric] for rubric in order},
        folders={rubric: places[rubric].parent for rubric in order},
        files={rubric: _files(places[rubric], graphs[rubric]) for rubric in order},
        problems=tuple(problems),
        released=released,
    )


def require_pinned(catalogue: RubricCatalogue, site: Site) -> None:
    """Raise ``CannotBuild`` unless every rubric that a board names is there and its parts add up."""
    missing = [
        _unknown(f"/boards/{index}/{key}", rubric, catalogue)
        for index, board in enumerate(site.boards)
        for key, rubric in (
            ("rubric", board.rubric),
            *((f"also/{i}", other) for i, other in enumerate(board.also)),
        )
        if rubric not in catalogue.graphs
    ]
    if missing:
        raise CannotBuild(*missing, *(p for p in catalogue.problems if p.severity == "error"))
    shown = {rubric for board in site.boards for rubric in (board.rubric, *board.also)}
    contradictions = [
        problem for rubric in sorted(shown) for problem in contradicting_parts(catalogue, rubric)
    ]
    if contradictions:
        raise CannotBuild(*contradictions)


def contradicting_parts(catalogue: RubricCatalogue, rubric: str) -> Iterator[Problem]:
    """Yield how the parts that pages would show of a rubric contradict its headline."""
    for fault in part_faults(catalogue.graphs[rubric]):
        yield Problem(
            file=f"rubric_versions/{rubric}.yaml",
            pointer="/layout/parts",
            code="rubric.parts-differ",
            message=sentence(fault),
            advice="Correct factors and ranges of the parts: on pages they are summed, each out of its most.",
        )


def tool_faults(catalogue: RubricCatalogue, site: Site, tools: Mapping[str, str]) -> Iterator[Problem]:
    """Yield a warning for every tool that measured in another version than a pinned rubric is stated for."""
    for rubric in sorted({board.rubric for board in site.boards}):
        for tool, wanted in sorted(catalogue.graphs[rubric].rubric.tools.items()):
            used = tools.get(tool)
            if used is not None and is_other_version(wanted, used):
                yield Problem(
                    file=f"rubric_versions/{rubric}.yaml",
                    pointer=f"/tools/{tool}",
                    code="rubric.other-tool-version",
                    message=f"The digits of {rubric} rest on {tool} {wanted}; {tool} {used} measured here.",
                    advice=f"Install {tool} {wanted}, or read the numbers as measured with {used}.",
                    severity="warning",
                )


def drafts_pinned(catalogue: RubricCatalogue, site: Site) -> Iterator[Problem]:
    """Yield a warning for every board that ranks by a rubric which is not released."""
    for index, board in enumerate(site.boards):
        if board.rubric in catalogue.graphs and board.rubric not in catalogue.released:
            yield Problem(
                file=SITE_FILE,
                pointer=f"/boards/{index}/rubric",
                code="rubric.draft",
                message=f"The board is pinned to {board.rubric}, which is a draft and may still change.",
                advice=f"Run `site-builder rubric release {board.rubric}` before its scores are cited.",
                severity="warning",
            )


def _locked(rubric: str, path: Path, shown: str, graph: Graph | None) -> RubricFile:
    """Return a file of a released rubric with its digest, also where no graph can be made of it."""
    record = graph.rubric if graph is not None else read_rubric(path, shown).value
    if record is None:
        return RubricFile(rubric, shown, (path.name,), "")
    found = graph.digest if graph is not None else digest(path, record)
    return RubricFile(rubric, shown, (path.name, *sorted(record.files)), found)


def _files(path: Path, graph: Graph) -> dict[str, bytes]:
    return {name: (path.parent / name).read_bytes() for name in (path.name, *sorted(graph.rubric.files))}


def _unknown(pointer: str, rubric: str, catalogue: RubricCatalogue) -> Problem:
    return Problem(
        file=SITE_FILE,
        pointer=pointer,
        code="site.unknown-rubric",
        message=f"There is no rubric {rubric}.",
        advice=f"Pin one of the known versions: {', '.join(catalogue.graphs) or 'none was found'}.",
    )
