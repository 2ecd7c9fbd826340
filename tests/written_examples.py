"""The files that a document shows: every fenced block whose info string names a path beside its language."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
_BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(document: str) -> dict[str, str]:
    """Return path → text of the examples in ``docs/<document>``, in their order."""
    return dict(_BLOCK.findall((DOCS / document).read_text("utf-8")))


def write_examples(document: str, folder: Path) -> dict[str, str]:
    """Write the examples of a document below ``folder`` and return them."""
    found = examples(document)
    for path, text in found.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    return found
