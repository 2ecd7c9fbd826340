"""Addresses: safe, stable, collision-checked names for folders, and nothing that depends on order."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

from site_builder.slugs import letters

LONGEST = 80
RESERVED = {"con", "prn", "aux", "nul", "index"} | {f"{a}{n}" for a in ("com", "lpt") for n in range(10)}
"""Names that Windows keeps for devices, and the one that pages have themselves."""


def slugs(names: Iterable[str]) -> dict[str, str]:
    """Return a slug for every distinct name: safe in URLs and on case-insensitive file systems.

    A name that is safe already is its own slug. Any other one gets what is left of it and ten digits of its
    SHA-256, so its address depends on the name alone; should that be taken, more digits are used.
    """
    distinct = sorted(set(names))
    result = {name: name for name in distinct if is_safe(name)}
    taken = set(result)
    for name in distinct:
        if name in result:
            continue
        digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
        base = letters(name)[: LONGEST - 12]
        length = 10
        while (slug := f"{base}-{digest[:length]}" if base else digest[:length]) in taken:
            length += 1
        result[name] = slug
        taken.add(slug)
    return result


def is_safe(name: str) -> bool:
    """Say whether a name can be a folder of an address and of any file system."""
    stem = name.split(".", 1)[0]
    return (
        re.fullmatch(r"[a-z0-9][a-z0-9._-]*", name) is not None
        and len(name) <= LONGEST
        and ".." not in name
        and not name.endswith((".", ".html"))
        and stem not in RESERVED
    )


def file_of(address: str) -> str:
    """Return the file that an address stands for: ``index.html`` of a folder, else the file itself."""
    return f"{address}index.html" if address.endswith("/") or not address else address


def folded(path: str) -> str:
    """Return the place of a path; file systems without case keep one file for paths with the same place."""
    return unicodedata.normalize("NFC", path).casefold()
