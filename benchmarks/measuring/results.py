"""The results in ``docs/performance.md``, replaced as a whole or in the parts that were measured."""

from __future__ import annotations

import re
from pathlib import Path

from measuring.report import table

BEGIN = "<!-- measured: begin -->"
END = "<!-- measured: end -->"
BUILDS = "Whole builds"
"""Heading of the section whose rows are measured by size; of the others the whole section is."""


def write(path: Path, text: str, part: str = "") -> None:
    """Put results between the two marks of a document.

    ``part`` names what was measured where that was not everything: what is not in ``text`` then stays.
    Raises ``ValueError`` when the marks are absent.
    """
    document = path.read_text(encoding="utf-8")
    head, begin, rest = document.partition(BEGIN)
    old, end, tail = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{path.name} lacks the lines {BEGIN} and {END}")
    results = joined(old.strip(), text, part) if part else text
    path.write_text(f"{head}{BEGIN}\n\n{results}\n\n{END}{tail}", encoding="utf-8")


def joined(old: str, new: str, part: str) -> str:
    """Return the old results with the new ones in their place, and a line on where ``part`` was measured."""
    sections, measured = _sections(old), _sections(new)
    where = measured.pop("")
    for title, body in measured.items():
        sections[title] = _with_rows(sections[title], body) if title in sections and title == BUILDS else body
    lines = [line for line in sections.get("", "").split("\n\n") if line and not line.startswith(f"{part}: ")]
    sections[""] = "\n\n".join([*lines, f"{part}: {where[:1].lower()}{where[1:]}"])
    return "\n\n".join(f"### {title}\n\n{body}" if title else body for title, body in sections.items())


def _sections(text: str) -> dict[str, str]:
    """Return heading → what stands below it, in order; before the first one under the empty heading."""
    first, *others = re.split(r"(?m)^### ", text)
    found = {"": first.strip()}
    for other in others:
        title, _, body = other.partition("\n")
        found[title.strip()] = body.strip()
    return found


def _with_rows(old: str, new: str) -> str:
    """Return a table with the rows of both, by size; of a size that both have, the new ones.

    The size is the first column. Where the columns are others now, only the new rows can stand.
    """
    (head, *before), (columns, *measured) = _rows(old), _rows(new)
    sizes = {row[0] for row in measured}
    kept = [row for row in before if row[0] not in sizes] if head == columns else []
    return table([columns, *sorted([*kept, *measured], key=lambda row: int(row[0].replace(",", "")))])


def _rows(text: str) -> list[list[str]]:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    return [row for place, row in enumerate(rows) if place != 1]
