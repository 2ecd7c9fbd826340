"""A copy of a finished site in which words are others, with a manifest that fits."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path
from typing import NamedTuple

from site_builder.output.verify.faults import Fault
from site_builder.output.verify.site import Site

MANIFEST, SIGNATURE, MARKER = "MANIFEST.sha256", "MANIFEST.sha256.sig", ".proofboard-site"


class Change(NamedTuple):
    """One place of one page, before and after."""

    page: str
    """Path inside of the site; of a pattern the first that has the place."""
    before: str
    """Regular expression of what stands there."""
    after: str
    blamed: str
    """Part of what the verifier says."""


def forge(site: Path, copy: Path, changes: dict[str, Change]) -> dict[str, str]:
    """Copy a site with all the changes in it; return which page each of them is on."""
    shutil.copytree(site, copy)
    pages: dict[str, str] = {}
    for name, change in changes.items():
        place = next(one for one in sorted(copy.glob(change.page)) if _has(one, change.before))
        text = place.read_text("utf-8")
        place.write_text(re.sub(change.before, change.after, text, count=1, flags=re.DOTALL), "utf-8")
        pages[name] = str(place.relative_to(copy))
    make_manifest_anew(copy)
    return pages


def make_manifest_anew(copy: Path) -> None:
    """List every file with the digest that it has now."""
    (copy / SIGNATURE).unlink(missing_ok=True)
    paths = sorted(str(one.relative_to(copy)) for one in copy.rglob("*") if one.is_file())
    lines = [
        f"{hashlib.sha256((copy / path).read_bytes()).hexdigest()}  {path}\n"
        for path in paths
        if path != MANIFEST
    ]
    (copy / MANIFEST).write_text("".join(lines), "utf-8")


def faults_of(copy: Path) -> list[Fault]:
    """Return all that the verifier finds in a site."""
    found = Site(str(copy))
    found.verify()
    return found.faults


def _has(place: Path, before: str) -> bool:
    return re.search(before, place.read_text("utf-8"), re.DOTALL) is not None


def said_of(page: str, faults: list[Fault]) -> list[str]:
    """Return what the verifier says of a page, in words."""
    return [fault.words() for fault in faults if fault.file == page]
