"""Find the loop results of a result root: any depth, any JSON file name, in one order everywhere."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from site_builder.errors import Problem, Severity
from site_builder.sources.files import shown
from site_builder.sources.unlisted import unlisted_problem

MARK = b"ruhroh_loop_result_v1"
"""Every loop result holds this text; a file without it is another document and is not parsed."""
STANDARD_NAME = "ruhroh-loop-result.json"
A_LINK = "This is a symbolic link; it was not followed"
MOST_LINKS = 20
"""Symbolic links of a result root that are named; of the rest only the number."""


class Found(NamedTuple):
    """What a walk over a result root saw."""

    paths: list[str]
    """Relative paths of its JSON files, ``/`` separated, in the order in which samples are counted."""
    problems: list[Problem]


def find_documents(root: Path, label: str) -> Found:
    """List the regular ``.json`` files below ``root``, however many.

    Symbolic links are not followed; those that are not hidden are problems. Files of a published packet
    (below a folder ``sources`` beside ``manifest.json`` and ``publish-check.json``) belong to that packet and
    are left out. The order is that of UTF-16 code units of the whole path, as recorded comparisons have it:
    the bootstrap depends on it.
    """
    paths: list[str] = []
    links: list[str] = []
    problems: list[Problem] = []
    packets: set[str] = set()
    todo = [""]
    while todo:
        above = todo.pop()
        listed = _list(root, above)
        if listed.fault:
            place = shown(f"{label}/{above}" if above else label)
            problems.append(unlisted_problem(place, listed.fault, "results below it are not counted"))
        todo += listed.folders
        paths += listed.files
        links += listed.links
    kept = [path for path in paths if not _in_packet(root, path, packets)]
    problems += _links(label, sorted(path for path in links if not _in_packet(root, path, packets)))
    for packet in sorted(packets):
        problems.append(_packet(label, packet))
    return Found(sorted(kept, key=_code_units), problems)


class _Listed(NamedTuple):
    """The JSON files, folders and links of one folder, and why not all of it was seen."""

    files: list[str]
    folders: list[str]
    links: list[str]
    fault: str


def _list(root: Path, above: str) -> _Listed:
    files: list[str] = []
    folders: list[str] = []
    links: list[str] = []
    try:
        with os.scandir(root / above if above else root) as entries:
            for entry in entries:
                path = f"{above}/{entry.name}" if above else entry.name
                if entry.is_dir(follow_symlinks=False):
                    folders.append(path)
                elif entry.is_symlink() and not entry.name.startswith("."):
                    links.append(path)
                elif entry.name.endswith(".json") and entry.is_file(follow_symlinks=False):
                    files.append(path)
    except OSError as error:
        return _Listed(files, folders, links, error.strerror or "unknown reason")
    return _Listed(files, folders, links, "")


def _links(label: str, paths: list[str]) -> Iterator[Problem]:
    """Yield a problem for each link: an error where it stands for a result by its name."""
    for path in paths[:MOST_LINKS]:
        yield link_problem(
            f"{label}/{path}" if label else path,
            "A result behind it is not counted",
            severity="error" if path.rsplit("/", 1)[-1] == STANDARD_NAME else "warning",
        )
    if len(paths) > MOST_LINKS:
        more = f"{len(paths) - MOST_LINKS:,} more symbolic links below it were not followed"
        yield link_problem(label or ".", "Results behind them are not counted", what=more)


def link_problem(file: str, outcome: str, *, what: str = A_LINK, severity: Severity = "warning") -> Problem:
    """Return the problem of a link, with what comes of it; ``file`` is its path as readers know it."""
    return Problem(
        file=shown(file),
        code="file.link",
        message=f"{what}. {outcome}.",
        advice="Put what it leads to in its place, or take it away.",
        severity=severity,
    )


def _code_units(path: str) -> bytes:
    return path.encode("utf-16-be", "surrogatepass")


def _in_packet(root: Path, path: str, packets: set[str]) -> bool:
    """Return whether a file lies in a published packet, and note the packet's folder."""
    full = (root / path).parts
    if "sources" not in full[:-1]:
        return False
    last = len(full) - 1 - full[::-1].index("sources")
    packet = Path(*full[:last])
    if (packet / "manifest.json").is_file() and (packet / "publish-check.json").is_file():
        packets.add(os.path.relpath(packet, root).replace(os.sep, "/"))
        return True
    return False


def _packet(label: str, packet: str) -> Problem:
    return Problem(
        file=shown(f"{label}/{packet}"),
        code="ruhroh.inside-packet",
        message="Results inside of a published packet are evidence of its claim and are not counted again.",
        advice="Copy its folder `sources` to another place to compare them anew.",
        severity="note",
    )
