"""Find the loop results of a result root: any depth, any JSON file name, in one order everywhere."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from site_builder.errors import Problem
from site_builder.sources.files import shown
from site_builder.sources.unlisted import unlisted_problem

MARK = b"ruhroh_loop_result_v1"
"""Every loop result holds this text; a file without it is another document and is not parsed."""
STANDARD_NAME = "ruhroh-loop-result.json"


class Found(NamedTuple):
    """What a walk over a result root saw."""

    paths: list[str]
    """Relative paths of its JSON files, ``/`` separated, in the order in which samples are counted."""
    problems: list[Problem]


def find_documents(root: Path, label: str) -> Found:
    """List the regular ``.json`` files below ``root``, however many.

    Symbolic links are not followed. Files of a published packet (below a folder ``sources`` beside
    ``manifest.json`` and ``publish-check.json``) belong to that packet and are left out. The order is that of
    UTF-16 code units of the whole path, as recorded comparisons have it: the bootstrap depends on it.
    """
    paths: list[str] = []
    problems: list[Problem] = []
    packets: set[str] = set()
    todo = [""]
    while todo:
        above = todo.pop()
        names, folders, fault = _list(root, above)
        if fault:
            place = shown(f"{label}/{above}" if above else label)
            problems.append(unlisted_problem(place, fault, "results below it are not counted"))
        todo += folders
        paths += names
    kept = [path for path in paths if not _in_packet(root, path, packets)]
    for packet in sorted(packets):
        problems.append(_packet(label, packet))
    return Found(sorted(kept, key=_code_units), problems)


def _list(root: Path, above: str) -> tuple[list[str], list[str], str]:
    files: list[str] = []
    folders: list[str] = []
    try:
        with os.scandir(root / above if above else root) as entries:
            for entry in entries:
                path = f"{above}/{entry.name}" if above else entry.name
                if entry.is_dir(follow_symlinks=False):
                    folders.append(path)
                elif entry.name.endswith(".json") and entry.is_file(follow_symlinks=False):
                    files.append(path)
    except OSError as error:
        return files, folders, error.strerror or "unknown reason"
    return files, folders, ""


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
