"""Files in a project's ``content/`` and ``templates/`` that nothing reads: most often a name is mistyped."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path, PurePosixPath

from site_builder.errors import Problem
from site_builder.records.own_page import TAKEN
from site_builder.sources.project import DataKind, Project, data_dirs, overlay

QUOTED = re.compile(r"""["']([^"'\n]{1,200})["']""")
"""What a template may name another one in."""
OWN_PAGE = re.compile(r"pages/[^/]+\.md")
ALIKE = 0.7
"""Likeness (``difflib``, 0–1) from which on a name is taken for another one that is mistyped."""
ASSET = re.compile(r"assets/[^/]+")


def unused_files(
    project: Project, rubrics: Iterable[str], *, any_template: bool = False
) -> Iterator[Problem]:
    """Yield a warning for each file that no page is made from.

    ``rubrics`` are the ids of all versions, whose methodology may have prose. With ``any_template``, further
    templates may be in use, since a plugin adds pages.
    """
    if project.root == data_dirs():  # what ships with the program is what is used
        return
    families = {rubric.partition("/")[0] for rubric in rubrics}
    methods = {f"methodology/{name.replace('/', '-')}.md" for name in (*families, *rubrics)}
    texts = {*_shipped("content"), *methods}
    for name in _own(project, "content"):
        if name not in texts and not OWN_PAGE.fullmatch(name) and PurePosixPath(name).name != "README.md":
            yield _problem("content", name, texts, _as_page(name))
    templates, own = _shipped("templates"), _own(project, "templates")
    named = _named_in(own)
    for name in own if not any_template else ():
        if name not in templates and name not in named and not ASSET.fullmatch(name):
            yield _problem("templates", name, templates, "Templates replace those of the same name.")


def _shipped(kind: DataKind) -> Collection[str]:
    return overlay((data_dirs() / kind,)).keys()


def _own(project: Project, kind: DataKind) -> Mapping[str, Path]:
    """Return the project's own files of a kind, without what editors leave beside them."""
    folder = project.root / kind
    files = overlay((folder,)) if folder.is_dir() else {}
    return {name: path for name, path in files.items() if not name.endswith(("~", "#"))}


def _named_in(templates: Mapping[str, Path]) -> set[str]:
    """Return all that the project's templates name in quotes: the ones that they include are among it."""
    texts = (path.read_text("utf-8", "replace") for name, path in templates.items() if name.endswith(".html"))
    return {name for text in texts for name in QUOTED.findall(text)}


def _as_page(name: str) -> str:
    if "/" in name or not name.endswith(".md") or name.removesuffix(".md") in TAKEN:
        return "`site-builder docs prose` lists the files that are read."
    return f"For a page of its own, move it to content/pages/{name}."


def _problem(kind: DataKind, name: str, known: Collection[str], advice: str) -> Problem:
    near = get_close_matches(name, sorted(known), n=1, cutoff=ALIKE)
    return Problem(
        file=f"{kind}/{name}",
        code="project.unused-file",
        message=f"Nothing reads this file{f'; the nearest name is {kind}/{near[0]}' if near else ''}.",
        advice=advice,
        severity="warning",
    )
