"""The entries of ``content/changes.md`` about versions of a rubric."""

from __future__ import annotations

import re
from typing import NamedTuple

CHANGES = "content/changes.md"
"""The file, relative to a project."""

HEADING = re.compile(r"(?m)^(#{2,4})[ \t]+(.+?)[ \t]*$")
DAY = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")


class ChangesEntry(NamedTuple):
    """What a text says of one version."""

    day: str
    """The day in the heading; empty without one."""
    text: str
    """What stands below the heading, up to the next one."""
    line: int
    """Line of the heading, from 1."""


def entry_for(rubric: str, text: str) -> ChangesEntry | None:
    """Return the entry whose heading names a rubric id (``### favur/16 (2026-11-30)``), if there is one."""
    headings = list(HEADING.finditer(text))
    for index, found in enumerate(headings):
        if rubric not in re.split(r"[\s(),:]+", found[2]):
            continue
        end = headings[index + 1].start() if index + 1 < len(headings) else len(text)
        day = DAY.search(found[2])
        line = text.count("\n", 0, found.start()) + 1
        return ChangesEntry(day[0] if day else "", text[found.end() : end].strip(), line)
    return None


def with_entry(text: str, rubric: str, day: str, body: str) -> str:
    """Return the text with an entry for a rubric: before the first one of its kind, else at the end."""
    entry = f"### {rubric} ({day})\n\n{body}\n"
    first = re.search(r"(?m)^### ", text)
    if first is None:
        return f"{text.rstrip()}\n\n{entry}" if text.strip() else entry
    return f"{text[: first.start()]}{entry}\n{text[first.start() :]}"
