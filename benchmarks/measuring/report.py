"""The results as Markdown tables."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from itertools import chain

from measuring.builds import Builds
from measuring.costs import Cost, Stage
from measuring.peers import PeerResult

BUDGET_RUNS = 1000
BUDGETS_S = {"cold": 35.0, "one run changed": 1.0, "nothing changed": 0.7}
"""Wall seconds allowed for ``BUDGET_RUNS`` runs on two processors."""
BUDGET_MB = 600


def machine() -> str:
    """Return what kind of machine measures, in neutral words, and how busy it is with other things."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    system = f"{platform.system()} {platform.machine()}"
    busy = f"; load {os.getloadavg()[0]:.1f} at the beginning" if hasattr(os, "getloadavg") else ""
    return f"{cores} processor cores, {system}, Python {platform.python_version()}{busy}"


def builds_table(all_builds: Sequence[Builds]) -> str:
    """Return the table of whole builds, with the verdict on the budgets where they apply."""
    rows = [["runs", "build", "wall s", "processor s", "peak MB", "budget"]]
    for builds in all_builds:
        for kind, cost in builds.costs.items():
            verdict, budget = "", BUDGETS_S.get(kind)
            if builds.runs == BUDGET_RUNS and budget is not None:
                met = cost.wall_s <= budget and cost.peak_mb <= BUDGET_MB
                verdict = f"{budget:g} s, {BUDGET_MB} MB: {'met' if met else 'not met'}"
            rows.append([f"{builds.runs:,}", kind, *_cost(cost), f"{cost.peak_mb:.0f}", verdict])
    return table(rows)


def stages_table(stages: Sequence[Stage]) -> str:
    """Return the table of single stages."""
    rows = [["stage", "per", "ms", "naive ms", "ratio", "the naive way"]]
    for stage in stages:
        slow = stage.naive_ms
        ratio = [f"{slow:.3g}", f"{slow / stage.careful_ms:.1f}×"] if slow is not None else ["", ""]
        rows.append([stage.name, stage.unit, f"{stage.careful_ms:.3g}", *ratio, stage.naive_way])
    return table(rows)


def peers_table(results: Sequence[PeerResult]) -> str:
    """Return the table of generators; ratios are to the first."""
    rows = [["generator", "pages", "MB of HTML", "wall s", "ratio", "processor s", "ratio", ""]]
    first = results[0].cost
    for result in results:
        if result.cost is None:
            rows.append([result.name, *[""] * 6, result.note])
            continue
        times = zip(_cost(result.cost), _ratios(result.cost, first), strict=True)
        size = f"{result.megabytes:.0f}"
        rows.append([result.name, f"{result.pages:,}", size, *chain(*times), result.note])
    return table(rows)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as a Markdown table whose columns line up; numbers to the right."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    numeric = [_numeric([row[n] for row in rows[1:]]) for n in range(len(widths))]
    return "\n".join(_lines(rows, widths, numeric))


def _lines(rows: Sequence[Sequence[str]], widths: Sequence[int], numeric: Sequence[bool]) -> Iterator[str]:
    for place, row in enumerate(rows):
        texts = [
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(row, widths, numeric, strict=True)
        ]
        yield f"| {' | '.join(texts)} |"
        if place == 0:
            marks = [
                f"{'-' * (width - 1)}{':' if right else '-'}"
                for width, right in zip(widths, numeric, strict=True)
            ]
            yield f"| {' | '.join(marks)} |"


def _numeric(texts: Sequence[str]) -> bool:
    return all(not text or text[0].isdigit() for text in texts) and any(text[-1:].isdigit() for text in texts)


def _cost(cost: Cost) -> list[str]:
    return [f"{cost.wall_s:.2f}", f"{cost.processor_s:.2f}"]


def _ratios(cost: Cost, first: Cost | None) -> list[str]:
    """Return wall and processor time as ratios to those of the first row."""
    if first is None:
        return ["", ""]
    return [f"{cost.wall_s / first.wall_s:.2f}", f"{cost.processor_s / first.processor_s:.2f}"]
