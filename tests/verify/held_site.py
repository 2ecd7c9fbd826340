"""A finished site in memory, of which one number at a time can be changed."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

from site_builder.output.verify.site_files import SiteFiles

Keys = tuple[Any, ...]
"""Keys and positions that lead to a number in the data of a page."""
Check = Callable[[SiteFiles], object]


class HeldSite(SiteFiles):
    """A site whose JSON files are read once, and can be changed without being written.

    A file with a record a line counts as the list of its records.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self.read_once: dict[str, Any] = {}

    def json(self, path: str) -> Any:
        if path not in self.read_once:
            lines = path.endswith(".jsonl")
            self.read_once[path] = self._records(path) if lines else super().json(path)
        return self.read_once[path]

    def read(self, path: str) -> bytes | None:
        if path.endswith(".jsonl") and path in self.read_once:
            return b"".join(json.dumps(record).encode() + b"\n" for record in self.read_once[path])
        return super().read(path)

    def _records(self, path: str) -> list[Any]:
        return [self.parse(path, line) for line in (super().read(path) or b"").splitlines()]

    def blamed_by(self, check: Check, changes: dict[str, Any] | None = None) -> set[str]:
        """Return the files in which a check finds that something does not agree, while some are others."""
        before = {path: self.json(path) for path in changes or {}}
        self.read_once.update(changes or {})
        self.faults.clear()
        self.guarded("the check itself", lambda _: check(self))
        self.read_once.update(before)
        return {fault.file for fault in self.faults}

    def places(self, pattern: str, unlike: Collection[str]) -> list[tuple[str, Keys]]:
        """Return every number of the files that a pattern names, but those below keys that are ``unlike``."""
        folder = Path(self.folder)
        paths = sorted(str(path.relative_to(folder)) for path in folder.glob(pattern))
        return [(path, keys) for path in paths for keys in numbers(self.json(path), unlike)]

    def changed(self, path: str, keys: Keys) -> Any:
        """Return the data of a page with another number in one place."""
        return changed(self.json(path), keys)

    def some(self, pattern: str, unlike: Collection[str], most: int) -> list[tuple[str, Keys]]:
        """Return at most so many of the places, the same ones each time."""
        places = self.places(pattern, unlike)
        return random.Random(pattern).sample(places, min(most, len(places)))


def changed(data: Any, keys: Keys) -> Any:
    """Return data with another number in one place."""
    document = copy.deepcopy(data)
    inner = document
    for key in keys[:-1]:
        inner = inner[key]
    value = inner[keys[-1]]
    inner[keys[-1]] = 1 - value if value == 1 or abs(value) < 1e-9 else value * 1.001
    return document


def numbers(value: Any, unlike: Collection[str], keys: Keys = ()) -> Iterator[Keys]:
    """Yield the keys of every number."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield keys
    pairs = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    for key, inner in pairs:
        if key not in unlike:
            yield from numbers(inner, unlike, (*keys, key))
