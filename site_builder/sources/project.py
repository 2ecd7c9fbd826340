"""A project folder: its ``site.yaml``, and the folders of templates, prose and rubrics that apply to it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Literal, get_args

import msgspec

from site_builder.errors import CannotBuild, Problem, shorten
from site_builder.records.site import SITE_FILE, Board, Site
from site_builder.sources.files import shown
from site_builder.sources.site_addresses import address_faults
from site_builder.sources.yaml import Written, as_record, read_yaml, written_in

DataKind = Literal["templates", "content", "rubric_versions"]

RUBRIC_AT = re.compile(r"(/boards/[0-9]+)/(rubric|also/[0-9]+)")
VERSION = re.compile(r"[0-9]+(\.[0-9]+)*")

_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Project:
    """Where a project is and what it says of itself."""

    root: Path
    """Absolute, without symbolic links."""
    site: Site
    written: Mapping[str, Written] = field(default_factory=dict, repr=False)
    """How ``site.yaml`` writes what is at a JSON pointer."""

    def shown(self, path: Path) -> str:
        """Return a path as readers of problems know it: relative to the project, or to the installation."""
        for base, front in ((self.root, ""), (data_dirs(), "built-in ")):
            if path.is_relative_to(base):
                return front + path.relative_to(base).as_posix()
        return path.name

    @contextmanager
    def naming_lines(self) -> Iterator[None]:
        """Name the line of ``site.yaml`` in every problem with it that stops what is done inside."""
        try:
            yield
        except CannotBuild as error:
            raise CannotBuild(*(_on_its_line(problem, self.written) for problem in error.problems)) from error

    def layers(self, kind: DataKind) -> tuple[Path, ...]:
        """Return the folders of this kind, the project's own first, each one that exists once."""
        found = (self.root / kind, data_dirs() / kind)
        return tuple(dict.fromkeys(path.resolve() for path in found if path.is_dir()))

    def run_folder(self, runs: str) -> Path:
        """Return the folder of exports that ``site.yaml`` names."""
        return self.root / runs


def data_dirs() -> Path:
    """Return the folder of the templates, content, rubric_versions and docs that ship with the program.

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
                message=f"There is no {SITE_FILE} in {_from_here(root)}."
                if root.is_dir()
                else f"There is no folder {_from_here(root)}.",
                advice="Run `site-builder init` to start a site here, or name its folder with --project.",
            )
        )
    loaded = read_yaml(path, SITE_FILE)
    if loaded.problems:
        raise CannotBuild(*loaded.problems)
    written = written_in(path.read_text(encoding="utf-8"))
    site = as_record(loaded.value, Site, SITE_FILE)
    problems = (
        site.problems
        if site.value is None
        else (*_site_faults(root, site.value), *address_faults(site.value), *_links(root))
    )
    if site.value is None or problems:
        named = (_naming_a_rubric(problem, written) for problem in problems)
        raise CannotBuild(*(_on_its_line(problem, written) for problem in named))
    return Project(root, site.value, written)


def _on_its_line(problem: Problem, written: Mapping[str, Written]) -> Problem:
    """Return a problem of ``site.yaml`` with the line of its place, or of what should hold it."""
    place = problem.pointer
    if problem.file != SITE_FILE or not place.startswith("/"):
        return problem
    while place and place not in written:
        place = place.rpartition("/")[0]
    line = f"line {written[place].line} " if place in written else ""
    return msgspec.structs.replace(problem, pointer=f"{line}{problem.pointer}")


def _naming_a_rubric(problem: Problem, written: Mapping[str, Written]) -> Problem:
    """Return the problem of an id of a rubric with the form of one; any other as it is."""
    at = RUBRIC_AT.fullmatch(problem.pointer) if problem.code == "yaml.invalid-record" else None
    text = written[problem.pointer].text if problem.pointer in written else ""
    if at is None or not text:
        return problem
    family = written[f"{at[1]}/family"].text if f"{at[1]}/family" in written else ""
    example = f"{family or 'favur'}/{text if VERSION.fullmatch(text) else '15'}"
    return msgspec.structs.replace(
        problem,
        message=f"{shorten(text)} is no id of a rubric, which is a family and a version.",
        advice=f"Write it as {example}; `site-builder rubric list` names all there are.",
    )


def _files(layer: Path, pattern: str) -> Iterator[tuple[str, Path]]:
    for path in sorted(layer.glob(pattern)):
        relative = path.relative_to(layer)
        hidden = any(part.startswith(".") or part == "__pycache__" for part in relative.parts)
        if not hidden and path.is_file() and not path.is_symlink():
            yield relative.as_posix(), path


def _site_faults(root: Path, site: Site) -> Iterator[Problem]:
    """Yield what is wrong with the boards, each by itself and beside one another."""
    seen: dict[str, int] = {}
    for index, board in enumerate(site.boards):
        here = f"/boards/{index}"
        yield from _runs_faults(root, board, f"{here}/runs")
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
        yield from _foreign_rubrics(board, f"{here}/rubric")


def _runs_faults(root: Path, board: Board, pointer: str) -> Iterator[Problem]:
    """Yield why the folder of a board's exports cannot be read."""
    if PurePosixPath(board.runs).is_absolute() or ".." in board.runs.split("/"):
        yield _fault(
            pointer,
            "site.runs-outside",
            f"The folder {board.runs} is not inside of the project.",
            "Write it relative to site.yaml, and keep the exports in the project.",
        )
    elif why := _why_unreachable(root / board.runs):
        yield _fault(
            pointer,
            "site.runs-unreadable",
            f"The folder {board.runs} cannot be reached ({why}).",
            "Check the permissions of the folders above it.",
        )
    elif not (root / board.runs).is_dir():
        yield _fault(
            pointer,
            "site.no-runs-folder",
            f"The folder {board.runs} does not exist.",
            "Create it, or correct the path; it is relative to site.yaml.",
        )
    elif root.is_relative_to((root / board.runs).resolve()):
        yield _fault(
            pointer,
            "site.runs-hold-project",
            f"The folder {board.runs} holds the project itself, so that its site would count as an export.",
            "Move the exports into a folder of their own, such as runs/, and name that.",
        )


def _foreign_rubrics(board: Board, pointer: str) -> Iterator[Problem]:
    for rubric in (board.rubric, *board.also):
        family = rubric.split("/")[0]
        if family != board.family:
            yield _fault(
                pointer,
                "site.foreign-rubric",
                f"The rubric {rubric} is not one of the family {board.family}, which the board names.",
                f"Write `family: {family}`, or pin a rubric of {board.family}.",
            )


def _links(root: Path) -> Iterator[Problem]:
    """Yield a fault for each symbolic link, and what is no file, in templates, prose and rubrics.

    Hidden links that lead nowhere are locks of editors; a ``LOCK`` that is no file is refused where read.
    """
    for path in (path for kind in get_args(DataKind) for path in _with_all_below(root / kind)):
        if path.is_symlink() and (path.exists() or not path.name.startswith((".", "LOCK"))):
            yield Problem(
                file=shown(path.relative_to(root).as_posix()),
                code="project.link",
                message="It is a symbolic link, and a site publishes only what is in its folder.",
                advice="Put what it leads to in its place.",
            )
        elif not path.name.startswith((".", "LOCK")) and _is_passed_over(path):
            yield Problem(
                file=shown(path.relative_to(root).as_posix()),
                code="project.not-regular",
                message="A file is expected here, and this is not a regular file.",
                advice="Put a regular file in its place, or remove it.",
            )


def _is_passed_over(path: Path) -> bool:
    """Return whether a pipe, a device, or a folder called like a file is in the place of a file."""
    return path.suffix in (".html", ".md", ".yaml") if path.is_dir() else path.exists() and not path.is_file()


def _with_all_below(folder: Path) -> Iterator[Path]:
    """Yield a folder and everything in it, without following a link."""
    yield folder
    for above, folders, files in os.walk(folder) if not folder.is_symlink() else ():
        folders.sort()
        yield from (Path(above, name) for name in sorted((*folders, *files)))


def _from_here(folder: Path) -> str:
    """Return a folder as somebody in the working folder would name it."""
    here = Path.cwd()
    if folder == here:
        return folder.name or "this folder"
    return shown(str(folder.relative_to(here) if folder.is_relative_to(here) else folder))


def _why_unreachable(folder: Path) -> str:
    """Return why the system does not say whether a folder is there; empty where it does."""
    try:
        folder.is_dir()
    except OSError as error:
        return error.strerror or "unknown reason"
    return ""


def _scope(board: Board) -> str:
    return f"{board.cohort or board.runs} under {board.rubric}"


def _fault(pointer: str, code: str, message: str, advice: str) -> Problem:
    return Problem(file=SITE_FILE, pointer=pointer, code=code, message=message, advice=advice)
