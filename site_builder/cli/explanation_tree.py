"""A derivation as ``explain`` prints it: for machines as records, for people as a tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate

import msgspec

from site_builder.cli.report import number_of
from site_builder.cli.styles import bold, cyan, dim, yellow
from site_builder.records.run import Evidence
from site_builder.scoring.explain import equated, exact

SHOWN_VALUES = 40
"""Values of a tree that people are shown unless they ask for more: whole levels, as many as that holds."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One value of the tree."""

    depth: int
    node: str
    title: str
    unit: str
    value: float | None
    """``None`` when missing or withheld."""
    missing: str = ""
    """Why there is no value, in words."""
    formula: str = ""
    arithmetic: str = ""
    coverage: float | None = 1.0
    """``None`` for what is not applicable."""
    lower: float | None = None
    upper: float | None = None
    weight: float | None = None
    """Weight in the node above, as the rubric states it."""
    share: float | None = None
    """The same after renormalisation over what is present."""
    evidence: tuple[Evidence, ...] = ()
    cohort: tuple[str, ...] = ()
    basis: str = ""
    opened_above: bool = False
    """True where the node was met before; its inputs stand there."""


class Explained(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole derivation; what ``explain --json`` prints."""

    run: str
    """A run; or a cohort of a campaign, which is on no board."""
    board: str
    rubric: str
    digest: str
    node: str
    lines: tuple[Line, ...]
    campaign: str = ""
    """Whose cohort it is; absent for a run."""


def tree_lines(explained: Explained, *, whole: bool = True) -> Iterator[str]:
    """Yield a derivation for people; unless ``whole``, of a large one only its first levels."""
    name = f"{explained.campaign}/{explained.run}" if explained.campaign else explained.run
    if explained.campaign:
        yield f"Cohort {explained.run} of campaign {explained.campaign}, rubric {explained.rubric}"
    else:
        yield f"Run {explained.run} on board {explained.board}, rubric {explained.rubric}"
    deepest = max(line.depth for line in explained.lines)
    depth = deepest if whole else _fitting(explained)
    for line in explained.lines:
        if line.depth > depth:
            continue
        front = "  " * line.depth
        yield f"{front}{bold(line.title)} {dim(line.node)} {_value(line)}"
        details = ["opened above"] if line.opened_above else _details(line)
        yield from (f"{front}  {dim(text)}" for text in details)
    if depth < deepest:
        below = sum(line.depth > depth for line in explained.lines)
        yield dim(
            f"{below:,} values below these are not shown: --depth {deepest} opens all, "
            f"site-builder explain {name} NODE one of them."
        )


def _fitting(explained: Explained) -> int:
    """Return how many levels can be shown in ``SHOWN_VALUES`` values; one at least."""
    on_level = Counter(line.depth for line in explained.lines)
    above = accumulate(on_level[depth] for depth in range(max(on_level) + 1))
    return max(1, sum(count <= SHOWN_VALUES for count in above) - 1)


def _value(line: Line) -> str:
    if line.value is None:
        return yellow(line.missing)
    return f"= {cyan(exact(line.value))} {line.unit}"


def _details(line: Line) -> Iterator[str]:
    if line.weight is not None:
        share = f", share {exact(line.share)}" if line.share is not None else ""
        yield f"weight {exact(line.weight)}{share}"
    if line.formula and line.formula != "measured":
        yield line.formula
    if line.arithmetic and line.value is not None:
        yield equated(line.arithmetic, exact(line.value))
    if line.coverage is not None and line.coverage < 1:
        yield f"coverage {line.coverage:.10g}"  # a sum of shares, which nothing is multiplied by
    if line.lower is not None and line.upper is not None and line.lower != line.upper:
        yield f"with what is missing at its worst {exact(line.lower)}, at its best {exact(line.upper)}"
    for item in line.evidence:
        place = f"{item.file} {item.pointer}".strip()
        yield f"read from {place}{f' ({item.note})' if item.note else ''}"
    if line.cohort:
        yield f"over {number_of(len(line.cohort), 'run')}: {', '.join(line.cohort)}"
    if line.basis:
        yield line.basis
