"""A site that a test builds: its files in memory, its pages and what their data say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from site_builder.building import build
from site_builder.receipts import Built
from tests.build.projects import contents
from tests.verify.verifier import Site

Files = dict[str, bytes]
"""Path of a file of a site → its bytes."""


def built(root: Path) -> tuple[Built, Files]:
    """Build a project and return the outcome and every file of the site, with which its verifier agrees."""
    done = build(root, use_store=False, jobs=1)
    again = Site(str(root / "dist"))
    again.verify()
    assert again.faults == [], again.faults
    return done, contents(root / "dist")


def page(files: Files, address: str) -> str:
    return files[f"{address}index.html"].decode()


def data(files: Files, address: str) -> Any:
    return json.loads(files[f"{address}index.json"])


def numbers(payload: object) -> set[float]:
    """Return every number in the data of a page."""
    found: set[float] = set()
    todo = [payload]
    while todo:
        item = todo.pop()
        if isinstance(item, dict):
            todo.extend(item.values())
        elif isinstance(item, list):
            todo.extend(item)
        elif isinstance(item, int | float) and not isinstance(item, bool):
            found.add(float(item))
    return found
