"""Digests of exports, and the files of exports."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from typing import Any

from site_builder.output.verify.faults import Fault
from site_builder.output.verify.run_record import RunPage
from site_builder.output.verify.site_files import SiteFiles, files_below, is_regular

HASHED_AT_MOST = 1 << 30
"""Bytes of a file of an export that enter its digest; of a larger one these and the size."""


def check_exports(site: SiteFiles, path: str, pages: dict[str, RunPage], exports: str | None) -> None:
    """Compute each export's digest from those of its files, and theirs where they lie below ``exports``."""
    entries = [site.parse(path, line) for line in (site.read(path) or b"").splitlines()]
    listed = sorted(entry["run"] for entry in entries if entry is not None)
    site.expect(path, "its runs", listed, sorted(pages))
    for entry in entries:
        if entry is None:
            continue
        run, files = entry["run"], entry["files"]
        site.expect(path, f"digest of run {run}", entry["digest"], pages[run].record["digest"])
        if entry["digest_of"]:
            form = {"nul": "{}\0{}\n", "lines": "{}\n{}\n"}[entry["digest_of"]]
            whole = hashlib.sha256()
            front = len(entry["folder"]) + 1
            for name in sorted(files, key=os.fsencode):
                whole.update(form.format(name[front:], files[name]).encode())
            site.expect(path, f"digest of run {run}", entry["digest"], f"sha256:{whole.hexdigest()}")
        site.checked["exports"] += 1
        if exports is not None:
            _check_files(site, entry, exports)


def _check_files(site: SiteFiles, entry: dict[str, Any], exports: str) -> None:
    """Compare the files of an export with those on disk, in whichever folder of that name they lie."""
    folders = published_as(exports, entry["folder"]) or [os.path.join(exports, entry["folder"])]
    site.checked["files of exports"] += len(entry["files"])
    site.faults += sorted((list(_faults_of(entry, folder)) for folder in folders), key=len)[0]


def _faults_of(entry: dict[str, Any], folder: str) -> Iterator[Fault]:
    run, files = entry["run"], entry["files"]
    if entry["digest_of"] == "nul":  # which covers every file of the folder
        for below in sorted(files_below(folder)):
            if f"{entry['folder']}/{below}" not in files and is_regular(os.path.join(folder, below)):
                yield Fault(f"{entry['folder']}/{below}", f"it is not among the files of run {run}")
    for name, digest in files.items():
        below = name[len(entry["folder"]) + 1 :]
        paths = published_as(folder, below) if below else [folder]
        found = [digest_of_file(path) for path in paths if is_regular(path)]
        read = [one for one in found if one is not None]
        if digest in read or (not digest and found and not read):  # neither the build nor this could read it
            continue
        what = "it is not there" if not found else "it cannot be read"
        if read:
            what = "its SHA-256 is not the published one" if digest else "the build could not read it"
        yield Fault(name, f"{what} (run {run})", digest, read[0] if read else None)


def published_as(folder: str, name: str) -> list[str]:
    """Return the paths below a folder that are published under a name.

    What cannot stand in a name on a page (no UTF-8, signs that steer a terminal) is published as
    U+FFFD, so that several paths may have one name.
    """
    paths = [folder]
    for part in name.split("/"):
        if "\ufffd" in part:
            pieces = re.split("\ufffd+", part)
            inside = ((path, one) for path in paths for one in _names_in(path))
            paths = [os.path.join(path, one) for path, one in inside if _fits(one, pieces)]
        else:
            paths = [os.path.join(path, part) for path in paths]
    return [path for path in paths if os.path.lexists(path)]


def _fits(name: str, pieces: list[str]) -> bool:
    """Return whether a name is these pieces in their order with something between every two."""
    first, *middle, last = pieces
    at = len(first)
    for piece in middle:
        found = name.find(piece, at + 1)
        if found < 0:
            return False
        at = found + len(piece)
    return name.startswith(first) and name.endswith(last) and at < len(name) - len(last)


def _names_in(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def digest_of_file(path: str) -> str | None:
    """Return the SHA-256 of a file as it enters a digest; ``None`` where it cannot be read."""
    try:
        size = os.path.getsize(path)
        digest = hashlib.sha256()
        with open(path, "rb") as file:
            left = HASHED_AT_MOST
            while left > 0:
                part = file.read(min(left, 1 << 20))
                if not part:
                    break
                digest.update(part)
                left -= len(part)
        if size > HASHED_AT_MOST:
            digest.update(f"of {size} bytes".encode())
        return digest.hexdigest()
    except OSError:
        return None
