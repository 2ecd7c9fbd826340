"""Real Python texts to compare with radon: a sample of the standard library."""

from __future__ import annotations

import os
import sys
import sysconfig
from functools import lru_cache
from pathlib import Path

SAMPLED = 90
"""Files of the sample. ``PROOFBOARD_CORPUS=all`` takes every file of the standard library instead."""
LARGEST = 60_000
"""Characters of a sampled file: radon needs half a minute for some larger ones."""
STRICT_TOKENISER = sys.version_info < (3, 12)
"""Whether ``tokenize``, and radon with it, refuses some names that the parser takes; none from 3.12 on."""


@lru_cache(maxsize=1)
def texts() -> list[tuple[str, str]]:
    """Return (name, text) of the files compared, the same ones every time."""
    library = Path(sysconfig.get_path("stdlib"))
    found = []
    for path in sorted(library.rglob("*.py")):
        if "site-packages" in path.parts:
            continue
        try:
            text = path.read_text("utf-8")
        except (UnicodeDecodeError, OSError):
            continue
        if 200 < len(text) <= LARGEST:
            found.append((path.relative_to(library).as_posix(), text.removeprefix("\ufeff")))
    if os.environ.get("PROOFBOARD_CORPUS") == "all":
        return found
    return found[:: max(1, len(found) // SAMPLED)]
