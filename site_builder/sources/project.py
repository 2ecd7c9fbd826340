"""A project folder: its ``site.yaml``, and the folders of templates, prose and rubrics that apply to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal

from site_builder.errors import CannotBuild, Problem
from site_builder.records.site import Board, Site
from site_builder.sources.yaml import load_yaml

SITE_FILE = "site.yaml"
DataKind = Literal["templates", "content", "rubric_versions"]

_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Project:
    """Where a project is and what it says of itself."""

    root: Path
    """Absolute, without symbolic links."""
    site: Site

    def shown(self, path: Path) -> str:
        """Return a path as readers of problems know it: relative to the project, or to the installation."""
        for base, front in ((self.root, ""), (data_dirs(), "built-in ")):
            if path.is_relative_to(base):
                return front + path.relative_to(base).as_posix()
        return path.name

    def layers(self, kind: DataKind) -> tuple[Path, ...]:
        """Return the folders of this kind, the project's own first, each one that exists once."""
        found = (self.root / kind, data_dirs() / kind)
        return tuple(dict.fromkeys(path.resolve() for path in found if path.is_dir()))

    def run_folder(self, runs: str) -> Path:
        """Return the folder of exports that ``site.yaml`` names."""
        return self.root / runs


def data_dirs() -> Path:
    """Return the folder that holds the templates, content and rubric_versions that ship with the program.

    In an installation they lie inside of the package; in a source checkout at its top.
    """
    packaged = _PACKAGE / "_data"
    return packaged if packaged.is_dir() else _PACKAGE.parent


def overlay(layers: tuple[Path, ...], pattern: str = "**/*") -> dict[str, Path]:
    """Return relative path → file over all layers, sorted; the first layer that has a file wins.

    Hidden files and folders and symbolic links are no part of a layer.
    """
    files: dict[str, Path] = {}
    for layer in layers:
        for relative, path in _files(layer, pattern):
            files.setdefault(relative, path)
    return dict(sorted(files.items()))


def load_project(root: Path) -> Project:
    """Read ``site.yaml`` of a folder. Raises ``CannotBuild`` when it is absent or wrong."""
    root = root.resolve()
    path = root / SITE_FILE
    if not path.is_file():
        raise CannotBuild(
            Problem(
                file=SITE_FILE,
                code="site.missing",
                message=f"There is no {SITE_FILE} in {root.name or 'this folder'}.",
                advice="Run `site-builder init` to start a site here, or name its folder with --project.",
            )
        )
    loaded = load_yaml(path, Site, SITE_FILE)
    if loaded.value is None:
        raise CannotBuild(*loaded.problems)
    problems = tuple(_site_faults(root, loaded.value))
    if problems:
        raise CannotBuild(*problems)
    return Project(root, loaded.value)


def _files(layer: Path, pattern: str) -> Iterator[tuple[str, Path]]:
    for path in sorted(layer.glob(pattern)):
        relative = path.relative_to(layer)
        hidden = any(part.startswith(".") or part == "__pycache__" for part in relative.parts)
        if not hidden and path.is_file() and not path.is_symlink():
            yield relative.as_posix(), path


def _site_faults(root: Path, site: Site) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for index, board in enumerate(site.boards):
        here = f"/boards/{index}"
        if PurePosixPath(board.runs).is_absolute() or ".." in board.runs.split("/"):
            yield _fault(
                f"{here}/runs",
                "site.runs-outside",
                f"The folder {board.runs} is not inside of the project.",
                "Write it relative to site.yaml, and keep the exports in the project.",
            )
        elif not (root / board.runs).is_dir():
            yield _fault(
                f"{here}/runs",
                "site.no-runs-folder",
                f"The folder {board.runs} does not exist.",
                "Create it, or correct the path; it is relative to site.yaml.",
            )
        if board.cohort is None and (board.id is not None or board.title is not None):
            yield _fault(
                here,
                "site.title-without-cohort",
                "A board for every cohort cannot have one id or title.",
                "Name the board's cohort, or drop id and title.",
            )
        if board.id is not None and board.id in seen:
            yield _fault(
                f"{here}/id",
                "site.duplicate-board",
                f"The board {board.id} mixes {_scope(site.boards[seen[board.id]])} and {_scope(board)}.",
                "Give each its own id; a board holds one cohort under one rubric.",
            )
        if board.id is not None:
            seen.setdefault(board.id, index)
        for rubric in (board.rubric, *board.also):
            if rubric.split("/")[0] != board.family:
                yield _fault(
                    f"{here}/rubric",
                    "site.foreign-rubric",
                    f"The rubric {rubric} is not one of the family {board.family}.",
                    "Pin a rubric of the board's own family.",
                )


def _scope(board: Board) -> str:
    return f"{board.cohort or board.runs} under {board.rubric}"


def _fault(pointer: str, code: str, message: str, advice: str) -> Problem:
    return Problem(file=SITE_FILE, pointer=pointer, code=code, message=message, advice=advice)
