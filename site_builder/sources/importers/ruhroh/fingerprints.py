"""Digests of what a scenario declares: a file by its bytes, a folder by its files."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from site_builder.records.ruhroh_pack import Fingerprint
from site_builder.sources.importers.ruhroh.artifacts import digest
from site_builder.sources.listing import list_folder
from site_builder.studies.ruhroh.order import collated

MARK = "ruhroh_directory_fingerprint_v1\n"


def fingerprint(root: Path, declared: str) -> Fingerprint:
    """Return the fingerprint of a path that a scenario in ``root`` declares.

    A folder is digested over its files in collation order: path, NUL, size, NUL, SHA-256, line feed. Links
    are no part of it. What leads outside of the scenario is missing.
    """
    path = Path(os.path.normpath(root / declared))
    if not path.is_relative_to(root):
        return Fingerprint(path=declared, status="missing")
    try:
        if path.is_symlink():
            return Fingerprint(path=declared, status="missing")
        if path.is_dir():
            return _folder(path, declared)
        size, sha256 = digest(path)
    except (OSError, ValueError):
        return Fingerprint(path=declared, status="missing")
    return Fingerprint(path=declared, status="ok", kind="file", files=1, bytes=size, sha256=sha256)


def _folder(path: Path, declared: str) -> Fingerprint:
    whole, total = hashlib.sha256(MARK.encode()), 0
    names = sorted(list_folder(path).files, key=collated)
    for name in names:
        size, sha256 = digest(path / name)
        whole.update(f"{name}\0{size}\0{sha256}\n".encode("utf-8", "surrogateescape"))
        total += size
    return Fingerprint(
        path=declared,
        status="ok",
        kind="directory",
        files=len(names),
        bytes=total,
        sha256=whole.hexdigest(),
    )
