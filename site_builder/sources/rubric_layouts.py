"""Layouts of rubric files: older ones are upgraded in memory, step by step, before they are read as records.

A step is a pure function on the plain data of a file. The file itself is never written: its digest, and with
it its release, is over the bytes as they are. ``tests/layouts`` holds a file of every layout.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from site_builder.errors import Loaded, Problem, shorten

CURRENT = "proofboard-rubric/2"
"""The layout that ``records.rubric`` describes."""


class Step(NamedTuple):
    """How files of one layout become files of the next."""

    before: str
    after: str
    foreign: tuple[str, ...]
    """Keys that the older layout does not know: written in such a file, they are an error."""
    upgrade: Callable[[dict[str, Any]], dict[str, Any]]
    """Gives the data in the newer layout, ``format`` apart."""


def _with_history(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data with what layout 1 could not say: which version it replaces, and why it differs."""
    return data | {"supersedes": None, "changes": []}


STEPS = (Step("proofboard-rubric/1", CURRENT, ("supersedes", "changes"), _with_history),)
"""In the order in which they are applied."""

READ = (*(step.before for step in STEPS), CURRENT)
"""Every layout that is read."""


def upgraded(data: Any, shown: str) -> Loaded[Any]:
    """Return the data of a rubric file in the current layout; what is no rubric at all stays as it is.

    ``shown`` is the name of the file in problems. An unknown layout, and a key of a newer one, is a problem.
    """
    if not isinstance(data, dict) or "format" not in data:
        return Loaded(data)
    if data["format"] not in READ:
        return Loaded(None, (_unknown(data["format"], shown),))
    for step in STEPS:
        if data["format"] != step.before:
            continue
        too_new = [key for key in step.foreign if key in data]
        if too_new:
            return Loaded(None, (_too_new(too_new[0], step, shown),))
        data = step.upgrade(data) | {"format": step.after}
    return Loaded(data)


def _unknown(found: object, shown: str) -> Problem:
    return Problem(
        file=shown,
        pointer="/format",
        code="rubric.unknown-layout",
        message=f"The layout {shorten(found)} is not known; this program reads {', '.join(READ)}.",
        advice="Correct `format`, or install a newer version of the program if the file is from one.",
    )


def _too_new(key: str, step: Step, shown: str) -> Problem:
    return Problem(
        file=shown,
        pointer=f"/{key}",
        code="rubric.unknown-layout",
        message=f"Files of the layout {step.before} have no key {key}.",
        advice=f"Write `format: {step.after}`, which knows it, or drop the key.",
    )
