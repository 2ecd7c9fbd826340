"""Where the site publishes rubric files and the files that are part of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from site_builder.scoring.graph import Graph


def rubric_file_paths(
    graphs: Iterable[Graph], files: Mapping[str, Mapping[str, bytes]]
) -> dict[str, dict[str, str]]:
    """Return rubric id → name of each of its files → path below ``data/rubrics/``.

    ``graphs`` come oldest first, ``files`` holds their files by rubric id. Versions share a file that is the
    same for them. A file for which a later version has other bytes lies in a folder of that version.
    """
    taken: dict[str, bytes] = {}
    paths: dict[str, dict[str, str]] = {}
    for graph in graphs:
        family, version = graph.rubric.family, graph.rubric.version
        own = paths.setdefault(graph.id, {})
        for name, content in files.get(graph.id, {}).items():
            path = f"{family}/{name}"
            if taken.setdefault(path, content) != content:
                path = f"{family}/{version}/{name}"
            own[name] = path
    return paths
