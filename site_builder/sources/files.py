"""Read the files of a stranger's folder without being led out of it, stalled or filled up.

A folder is listed once. What the listing calls a regular file may be read, by its path in the listing and
by no other; symbolic links are noted and never followed, pipes and devices are noted and never opened.
Every refusal is a ``Problem``, never an exception.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from site_builder.errors import Loaded, Problem, Severity
from site_builder.measures.json_view import printable
from site_builder.sources.listing import Listing, list_folder

MOST_ENTRIES = 100_000
"""Files, folders and links in one export; one with more is refused as a whole."""
LARGEST_DIGESTED = 1024**3
"""Bytes of a file that enter its digest; of a larger one the first gibibyte and the size."""
_CHUNK = 1024 * 1024
_OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class Folder:
    """One export folder, listed, with the words its problems are reported in.

    Without a ``listing`` of the caller's, ``MOST_ENTRIES`` are listed; a folder whose listing is not complete
    has to be refused by whoever reads it.
    """

    def __init__(self, root: Path, label: str, run: str = "", *, listing: Listing | None = None) -> None:
        self.root = root
        self.label = label
        """The folder as readers of problems know it: relative to the project."""
        self.run = run
        self.listing = list_folder(root, MOST_ENTRIES) if listing is None else listing
        self._digests: dict[str, str] = {}
        """Digests of what was read whole, so that no file is read twice for it."""

    def has(self, path: str) -> bool:
        """Say whether ``path`` is a regular file that no link leads to."""
        return path in self.listing.files

    def has_folder(self, path: str) -> bool:
        """Say whether ``path`` is a folder that no link leads to."""
        return path in self.listing.folders

    def below(self, folder: str) -> list[str]:
        """Return the regular files below a folder, in order of their names as bytes."""
        front = folder + "/"
        return [path for path in self.listing.files if path.startswith(front)]

    def read(self, path: str, limit: int) -> Loaded[bytes]:
        """Return the bytes of a file of at most ``limit`` bytes, or the problem that prevents it."""
        if not self.has(path):
            return Loaded(None, (self._absent(path),))
        if self.listing.files[path].size > limit:
            return Loaded(None, (self._too_large(path, limit),))
        try:
            with open_regular(self.root / path) as stream:
                data = stream.read(limit + 1)
        except OSError as error:
            return Loaded(None, (self._unreadable(path, error),))
        if len(data) > limit:
            return Loaded(None, (self._too_large(path, limit),))
        self._digests[path] = hashlib.sha256(data).hexdigest()
        return Loaded(data)

    def digest(self, path: str) -> str:
        """Return the SHA-256 of a file in hexadecimal, empty when it cannot be read."""
        if path in self._digests:
            return self._digests[path]
        try:
            with open_regular(self.root / path) as stream:
                return _digest_of(stream, self.listing.files[path].size)
        except (OSError, KeyError):
            return ""

    def digests(self) -> dict[str, str]:
        """Return path → SHA-256 of every regular file, in order of the paths as bytes."""
        return {path: self.digest(path) for path in self.listing.files}

    def problem(
        self,
        path: str,
        code: str,
        message: str,
        advice: str,
        *,
        pointer: str = "",
        severity: Severity = "error",
    ) -> Problem:
        """Return a problem with a file of this folder."""
        return Problem(
            file=shown(f"{self.label}/{path}" if path else self.label),
            pointer=pointer,
            code=code,
            message=message,
            advice=advice,
            severity=severity,
            run=shown(self.run),
        )

    def oddities(self) -> Iterator[Problem]:
        """Yield a problem for each link, pipe, device and unreadable folder."""
        for path in sorted(self.listing.links, key=os.fsencode):
            yield self.problem(
                path,
                "file.link",
                "This is a symbolic link; it was not followed.",
                "Export the file itself, or leave it out.",
                severity="warning",
            )
        for path in self.listing.others:
            yield self.problem(
                path,
                "file.not-regular",
                "This is neither a readable folder nor a regular file; it was not opened.",
                "Export regular files only.",
                severity="warning",
            )

    def _absent(self, path: str) -> Problem:
        parts = path.split("/")
        for length in range(1, len(parts) + 1):
            if "/".join(parts[:length]) in self.listing.links:
                return self.problem(
                    path,
                    "file.link",
                    "A symbolic link leads here; it was not followed.",
                    "Export the file itself.",
                )
        return self.problem(
            path, "file.missing", "There is no such regular file.", "Add the file to the export."
        )

    def _too_large(self, path: str, limit: int) -> Problem:
        message = f"The file is larger than {limit:,} bytes and was not read."
        return self.problem(path, "file.too-large", message, "Export a smaller file.")

    def _unreadable(self, path: str, error: OSError) -> Problem:
        message = f"The file could not be read ({error.strerror or 'unknown reason'})."
        return self.problem(
            path, "file.unreadable", message, "Check its permissions and whether it is whole."
        )


class _RegularFile:
    """A regular file open for reading, as a context manager over an unbuffered descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def __enter__(self) -> _RegularFile:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)

    def read(self, size: int) -> bytes:
        """Return up to ``size`` bytes; fewer only at the end of the file."""
        parts: list[bytes] = []
        while size > 0 and (part := os.read(self._descriptor, min(size, _CHUNK))):
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


def open_regular(path: Path) -> _RegularFile:
    """Open a regular file. Raises ``OSError`` for anything else, at once and without following a link."""
    descriptor = os.open(path, _OPEN_FLAGS)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(0, "not a regular file")
    return _RegularFile(descriptor)


def name_below(root: Path, path: Path) -> str:
    """Return a path relative to a folder above it, ``/`` separated. Raises ``ValueError`` for one elsewhere.

    Without taking either apart, which for a thousand runs is a tenth of what a build of one change may take.
    """
    front, whole = f"{root}{os.sep}", str(path)
    if not whole.startswith(front):
        return path.relative_to(root).as_posix()
    return whole[len(front) :].replace(os.sep, "/")


def shown(path: str) -> str:
    """Return a path as text to print: what is no UTF-8 and what could steer a terminal becomes U+FFFD."""
    return printable(path.encode("utf-8", "surrogateescape").decode("utf-8", "replace"))


def _digest_of(stream: _RegularFile, size: int) -> str:
    digest = hashlib.sha256()
    left = LARGEST_DIGESTED
    while left > 0 and (part := stream.read(min(left, _CHUNK))):
        digest.update(part)
        left -= len(part)
    if size > LARGEST_DIGESTED:
        digest.update(f"of {size} bytes".encode())
    return digest.hexdigest()
