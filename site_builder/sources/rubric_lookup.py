"""One rubric by its id, for commands that need no site: the folder's own file, else the program's."""

from __future__ import annotations

from pathlib import Path

from site_builder.errors import CannotBuild
from site_builder.scoring.graph import Graph
from site_builder.sources.locks import RubricFile, broken_locks, read_locks
from site_builder.sources.project import data_dirs
from site_builder.sources.rubrics import load_graph

FOLDER = "rubric_versions"


def find_rubric(folder: Path, rubric: str) -> Graph | None:
    """Return a rubric of ``folder`` (which holds ``rubric_versions/``) or of the program, if there is one.

    Raises ``CannotBuild`` when its file is wrong, or was released and is no longer what was released.
    """
    layers = [(folder / FOLDER, FOLDER), (data_dirs() / FOLDER, f"built-in {FOLDER}")]
    for layer, shown in layers:
        path = layer / f"{rubric}.yaml"
        if not path.is_file():
            continue
        name = f"{shown}/{rubric}.yaml"
        loaded = load_graph(path, name)
        if loaded.value is None:
            raise CannotBuild(*loaded.problems)
        graph = loaded.value
        names = (path.name, *sorted(graph.rubric.files))
        released = {one: release for one, release in read_locks(layers).items() if one == rubric}
        broken = tuple(broken_locks(released, [RubricFile(rubric, name, names, graph.digest)]))
        if broken:
            raise CannotBuild(*broken)
        return graph
    return None
