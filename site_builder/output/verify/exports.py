"""Digests of exports, and the files of exports."""

from __future__ import annotations

import hashlib
import os
from typing import Any

from site_builder.output.verify.run_record import RunPage
from site_builder.output.verify.site_files import SiteFiles, files_below

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
    folder = os.path.join(exports, entry["folder"])
    if entry["digest_of"] == "nul":  # which covers every file of the folder
        for below in sorted(files_below(folder)):
            name = f"{entry['folder']}/{below}"
            if name not in entry["files"] and not os.path.islink(os.path.join(folder, below)):
                site.fault(name, f"it is not among the files of run {entry['run']}")
    for name, digest in entry["files"].items():
        found = _digest_of(os.path.join(exports, name))
        site.checked["files of exports"] += 1
        if found != digest:
            what = "it is not there" if found is None else "its SHA-256 is not the published one"
            site.fault(name, f"{what} (run {entry['run']})", digest, found)


def _digest_of(path: str) -> str | None:
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
