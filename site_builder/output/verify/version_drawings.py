"""Drawings on the page of a board under two versions: the flow of ranks, and the bars of what moved a run."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from typing import Any

from site_builder.output.verify.drawn import DrawnAgain, DrawnCheck, Said
from site_builder.output.verify.page_numbers import float_of

ROWS_LISTED, WALKS_TOLD, LINES_DRAWN = 100, 12, 40
"""Of how many runs a page has a row, what moved them, a line between their ranks: those that change most."""
LEAP_STEP = 0.000501
"""Half of the last digit that a bar is written with."""
LEAP = re.compile(
    r'data-value="([^"<>]*)" data-node="[^"<>]*">[^<]*(?:<small>[^<]*</small>)?</td>'
    r'<td class="leap( down)?" style="--a:([0-9.]+);--b:([0-9.]+)"></td>'
    r'<td class="n" data-value="([^"<>]*)"'
)
LEAP_ENDS = re.compile(
    r'<th scope="col" class="ends"><span class="unit"><data class="num" value="([^"<>]*)"[^<>]*>[^<]*</data>'
    r'</span><span class="unit"><data class="num" value="([^"<>]*)"'
)
FIRST_LINE, LINE_HEIGHT = 26, 17
FROM, TO = 128, 212
"""Where the lines of ranks begin and end."""
LONGEST_NAME, END_OF_NAME = 21, 10
Run = dict[str, Any]


def listed_runs(runs: list[Run]) -> list[Run]:
    """Return the runs that a page lists, in its order: those that change most where there are too many."""
    if len(runs) <= ROWS_LISTED:
        return runs
    kept = {run["run"] for run in sorted(runs, key=_by_change)[: ROWS_LISTED // 2]}
    for run in sorted(runs, key=_by_rank):
        if len(kept) < ROWS_LISTED:
            kept.add(run["run"])
    return [run for run in runs if run["run"] in kept]


def _by_change(run: Run) -> tuple[bool, float]:
    return run["change"] is None, -abs(run["change"] or 0.0)


def _by_rank(run: Run) -> tuple[bool, float]:
    before, after = run["rank_before"], run["rank_after"]
    return before == after, -abs(before - after) if None not in (before, after) else 0.0


def flow_again(data: dict[str, Any]) -> DrawnAgain | None:
    """Return the ranks of the listed runs under both versions; ``None`` where no rank is another one."""
    if not data["moved_rank"]:
        return None
    runs = listed_runs(data["runs"])
    lines = [(run["run"], run["rank_before"], run["rank_after"]) for run in runs]
    lines = [line for line in lines if line[1:] != (None, None)]
    if len(lines) > LINES_DRAWN:
        gaps = [math.inf if None in line else abs(line[1] - line[2]) for line in lines]
        kept = sorted(sorted(range(len(lines)), key=lambda n: -gaps[n])[:LINES_DRAWN])
        lines = [lines[n] for n in kept]
    old, new = _heights(lines, 1), _heights(lines, 2)
    versions = data["older"]["id"], data["newer"]["id"]
    shapes = f'<text class="head" x="{FROM - 6}" y="14" text-anchor="end"></text>'
    shapes += f'<text class="head" x="{TO + 6}" y="14"></text>'
    texts: list[Said] = [(name,) for name in versions]
    for n, (name, before, after) in enumerate(lines):
        kind = "same" if before == after else "lone" if None in (before, after) else "moved"
        shapes += f'<g class="{kind}"><path d="M{FROM} {old[n]}L{TO} {new[n]}"/>'
        shapes += (
            f'<text x="{FROM - 6}" y="{old[n] + 4}" text-anchor="end"><tspan class="rank"></tspan></text>'
        )
        shapes += f'<text x="{TO + 6}" y="{new[n] + 4}"><tspan class="rank"></tspan></text></g>'
        long = len(name) > LONGEST_NAME
        short = f"{name[: LONGEST_NAME - END_OF_NAME - 1]}…{name[-END_OF_NAME:]}" if long else name
        places = ["–" if rank is None else str(rank) for rank in (before, after)]
        texts += [(f"{short} ",), (places[0],), (places[1],), (f" {short}",)]
    words = "; ".join(f"{name}: {_rank(before)} to {_rank(after)}" for name, before, after in lines)
    size = 340, FIRST_LINE + LINE_HEIGHT * max(len(lines), 1)
    return DrawnAgain(size, (f"Ranks under {versions[0]} and {versions[1]}",), (f"{words}.",), shapes, texts)


def _heights(lines: list[tuple[str, Any, Any]], end: int) -> list[float]:
    """Return how high each line ends: in order of ranks, those without one last."""
    order = sorted(lines, key=lambda line: (line[end] is None, line[end] or 0, line[0]))
    rows = {line[0]: row for row, line in enumerate(order)}
    return [FIRST_LINE + LINE_HEIGHT * (rows[line[0]] + 0.5) for line in lines]


def _rank(rank: int | None) -> str:
    return "no rank" if rank is None else f"rank {rank}"


def check_leaps(check: DrawnCheck, page: str, data: dict[str, Any]) -> int:
    """Hold the bars of what moved each run against its attribution; return how many there are."""
    runs = listed_runs(data["runs"])
    told = {run["run"] for run in sorted(runs, key=_by_change)[:WALKS_TOLD]}
    moved = [run for run in runs if run["run"] in told and run["attribution"]]
    walks = [list(_leaps(run["attribution"])) for run in moved]
    ends = [_ends(run["attribution"]) for run in moved]
    found = LEAP_ENDS.findall(page)
    check.expect("ends of what moved runs", [tuple(map(float_of, pair)) for pair in found], ends)
    again = [(pair, leap) for pair, walk in zip(ends, walks) for leap in walk]
    drawn = LEAP.findall(page)
    check.expect("bars of what moved runs", len(drawn), len(again))
    for (change, down, a, b, total), ((low, high), (start, end, step)) in zip(drawn, again):
        width = (high - low) or 1.0
        shares = sorted([(start - low) / width, (end - low) / width])
        near = all(abs(float(x) - y) <= LEAP_STEP for x, y in zip((a, b), shares))
        right = (float_of(change), float_of(total), bool(down)) == (step, end, end < start)
        if not near or not right:
            line = [change, total, f"{a}–{b}{down}"]
            check.fault("a bar of what moved a run", line, [step, end, [round(share, 3) for share in shares]])
    return len(drawn)


def _leaps(moves: list[dict[str, Any]]) -> Iterator[tuple[float, float, float]]:
    """Yield each line of an attribution, a clause and then its addends: its ends, and the change."""
    for move in moves:
        yield move["before"], move["after"], move["change"]
        yield from (line for line in _addends_of(move) if line[2])


def _addends_of(move: dict[str, Any]) -> Iterator[tuple[float, float, float]]:
    total = move["before"]
    for part in sorted(move["addends"], key=lambda part: part["before"] is None):
        start, total = total, total + part["change"]
        yield start, total, part["change"]


def _ends(moves: list[dict[str, Any]]) -> tuple[float, float]:
    """Return the least and the greatest score that an attribution passes."""
    passed = list(itertools.chain(*((move["before"], move["after"]) for move in moves)))
    passed += [end for move in moves for _, end, _ in _addends_of(move)]
    return min(passed), max(passed)
