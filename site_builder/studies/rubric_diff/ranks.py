"""Ranks under two versions, and who passed whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from site_builder.records.rubric_diff import Place
from site_builder.scoring.rank import Standing

MOST_NAMED = 50
"""Runs named of those that a run passed; more are only counted."""


class Crossings(msgspec.Struct, frozen=True):
    """Whom one run passed, and who passed it."""

    passed: tuple[str, ...] = ()
    """Runs that stood above it and stand below it, the nearest first; at most ``MOST_NAMED``."""
    passed_by: tuple[str, ...] = ()
    passes: int = 0
    passes_by: int = 0


def place(standing: Standing) -> Place:
    """Return where a run stands, without its score."""
    return Place(standing.rank, standing.unranked)


def crossings(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, Crossings]:
    """Return for every run that has a rank both times whom it passed; equal ranks are no order.

    ``before`` and ``after`` map runs to ranks, 1 for the best.
    """
    both = sorted((name for name in after if name in before), key=lambda name: (after[name], name))
    pairs = [(before[name], after[name]) for name in both]
    passes = _counts(pairs)
    passes_by = _counts([(-old, -new) for old, new in reversed(pairs)])[::-1]
    return {
        name: Crossings(
            passed=tuple(both[m] for m in _nearest(pairs, n, 1, passes[n])),
            passed_by=tuple(both[m] for m in _nearest(pairs, n, -1, passes_by[n])),
            passes=passes[n],
            passes_by=passes_by[n],
        )
        for n, name in enumerate(both)
    }


def _counts(pairs: Sequence[tuple[int, int]]) -> list[int]:
    """Return, for each (old, new) sorted by new, how many with a greater new have a lesser old.

    Counts with a Fenwick tree over the old ranks; n log n.
    """
    levels = {rank: level for level, rank in enumerate(sorted({old for old, _ in pairs}), start=1)}
    tree = [0] * (len(levels) + 1)
    counts = [0] * len(pairs)
    end = len(pairs)
    while end:
        start = end
        while start and pairs[start - 1][1] == pairs[end - 1][1]:
            start -= 1
            counts[start] = _below(tree, levels[pairs[start][0]] - 1)
        for old, _ in pairs[start:end]:
            _add(tree, levels[old])
        end = start
    return counts


def _below(tree: Sequence[int], level: int) -> int:
    count = 0
    while level:
        count += tree[level]
        level &= level - 1
    return count


def _add(tree: list[int], level: int) -> None:
    while level < len(tree):
        tree[level] += 1
        level += level & -level


def _nearest(pairs: Sequence[tuple[int, int]], own: int, step: int, count: int) -> Iterator[int]:
    """Yield the positions on one side of ``own`` that were on its other side, at most ``MOST_NAMED``."""
    old, new = pairs[own]
    wanted = min(count, MOST_NAMED)
    n = own + step
    while wanted:
        if step * (pairs[n][1] - new) > 0 and step * (pairs[n][0] - old) < 0:
            wanted -= 1
            yield n
        n += step
