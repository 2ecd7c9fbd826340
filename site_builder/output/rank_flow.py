"""Ranks under two versions as a slope chart: one line a run, from its old place to its new one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from site_builder.output.charts import framed
from site_builder.output.markup import escaped

Line = tuple[str, int | None, int | None]
"""Name, rank before, rank after; ``None`` for no rank."""

WIDTH = 340
ROW = 17
TOP = 26
LEFT, RIGHT = 128, 212
LONGEST = 21
MOST_LINES = 40


def rank_flow(lines: Sequence[Line], before: str, after: str, key: str) -> Markup:
    """Draw the runs by their places under both versions; those without a rank stand below a rule.

    Of many runs, those whose rank changes most. Labels stand at both ends, so that the chart reads without
    colour and at the width of a phone.
    """
    shown = _shown(lines)
    old, new = (_places(shown, end) for end in (1, 2))
    rows = max(len(shown), 1)
    head = (
        f'<text class="head" x="{LEFT - 6}" y="14" text-anchor="end">{escaped(before)}</text>'
        f'<text class="head" x="{RIGHT + 6}" y="14">{escaped(after)}</text>'
    )
    drawn = "".join(_line(line, old[n], new[n]) for n, line in enumerate(shown))
    title = f"Ranks under {before} and {after}"
    return framed("rank-flow", (WIDTH, TOP + ROW * rows), key, (title, describe(shown)), head + drawn)


def describe(lines: Iterable[Line]) -> str:
    """Return the chart as a sentence."""
    return "; ".join(f"{name}: {_rank(old)} to {_rank(new)}" for name, old, new in lines) + "."


def _shown(lines: Sequence[Line]) -> tuple[Line, ...]:
    if len(lines) <= MOST_LINES:
        return tuple(lines)
    kept = sorted(range(len(lines)), key=lambda n: (-_distance(lines[n]), n))[:MOST_LINES]
    return tuple(lines[n] for n in sorted(kept))


def _distance(line: Line) -> float:
    _, old, new = line
    return abs(old - new) if old is not None and new is not None else float("inf")


def _places(lines: Sequence[Line], end: int) -> list[float]:
    """Return the height of every line's end: in order of ranks, those without one last."""
    ranks = [line[end] for line in lines]
    order = sorted(range(len(lines)), key=lambda n: (ranks[n] is None, ranks[n] or 0, lines[n][0]))
    heights = [0.0] * len(lines)
    for row, n in enumerate(order):
        heights[n] = TOP + ROW * row + ROW / 2
    return heights


def _line(line: Line, y: float, z: float) -> str:
    name, old, new = line
    kind = "same" if old == new else "moved" if old is not None and new is not None else "lone"
    short = name if len(name) <= LONGEST else f"{name[: LONGEST - 11]}…{name[-10:]}"
    marks = [f'<tspan class="rank">{_mark(rank)}</tspan>' for rank in (old, new)]
    left = f'<text x="{LEFT - 6}" y="{y + 4:g}" text-anchor="end">{escaped(short)} {marks[0]}</text>'
    right = f'<text x="{RIGHT + 6}" y="{z + 4:g}">{marks[1]} {escaped(short)}</text>'
    return f'<g class="{kind}"><path d="M{LEFT} {y:g}L{RIGHT} {z:g}"/>{left}{right}</g>'


def _mark(rank: int | None) -> str:
    return "–" if rank is None else str(rank)


def _rank(rank: int | None) -> str:
    return "no rank" if rank is None else f"rank {rank}"
