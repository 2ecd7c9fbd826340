"""Every export that has no rank, with the reason; the counts add up to what was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from site_builder.errors import Problem
from site_builder.pages.cells import Cell, count
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content
from site_builder.pages.prose import Article
from site_builder.pages.prose_values import Value, site_values
from site_builder.records.run import LeftOut

MOST_LISTED = 200
"""Exports on no board, and runs without a rank, that the page lists; its data have all."""


class Unranked(msgspec.Struct, frozen=True):
    """A run that a board lists without a rank."""

    run_id: str
    configuration: str
    address: str
    board: str
    reason: str


class LeftOutItem(msgspec.Struct, frozen=True):
    """An export that is on no board, with what was wrong with it."""

    item: LeftOut
    problems: tuple[Problem, ...]

    @property
    def told(self) -> bool:
        """Whether a problem says the reason, so that the page need not say it twice."""
        return any(problem.message.rstrip(".") in self.item.reason for problem in self.problems)


class LeftOutView(msgspec.Struct, frozen=True):
    """What the template of the left-out page reads."""

    article: Article | None
    values: dict[str, Value]
    left_out: tuple[LeftOutItem, ...]
    unranked: tuple[Unranked, ...]
    ranked: Cell
    unranked_runs: Cell
    left_out_count: Cell
    found: Cell
    problems: tuple[Problem, ...]
    """Problems of the site that belong to no run."""
    most: int = MOST_LISTED


def content(article: Article | None, lookup: SiteLookup) -> Content:
    """Return the content of the left-out page."""
    data = lookup.data
    unranked = [
        Unranked(
            entry.run.run_id,
            lookup.configuration_name(entry.run),
            lookup.run_address(entry.run),
            board.title,
            entry.standing.unranked,
        )
        for board in data.boards
        for entry in board.entries
        if entry.standing.rank is None
    ]
    ranked = sum(any(p.entry.standing.rank is not None for p in places) for places in lookup.runs)
    nowhere = len(lookup.runs) - ranked
    view = LeftOutView(
        article=article,
        values=site_values(lookup),
        left_out=tuple(map(LeftOutItem, data.left_out, problems_of_each(data.left_out, data.problems))),
        unranked=tuple(unranked),
        ranked=count("inputs.ranked", ranked),
        unranked_runs=count("inputs.unranked", nowhere),
        left_out_count=count("inputs.left_out", len(data.left_out)),
        found=count("inputs.found", ranked + nowhere + len(data.left_out)),
        problems=tuple(lookup.problems("")),
    )
    return Content(view, payload(view))


def problems_of_each(items: Sequence[LeftOut], problems: Sequence[Problem]) -> Iterator[tuple[Problem, ...]]:
    """Yield the problems of each export in their order; both are gone through once."""
    found: dict[tuple[str, ...], list[int]] = {}
    for number, problem in enumerate(problems):
        for key in _keys_of(problem):
            found.setdefault(key, []).append(number)
    for item in items:
        name = item.folder.rpartition("/")[2]
        keys = (
            [(item.folder, item.place)]
            if item.place
            else [(item.folder,), ("run", item.run_id), ("run", name)]
        )
        numbers = sorted({number for key in keys for number in found.get(key, ())})
        yield tuple(problems[number] for number in numbers if item.concerned_by(problems[number]))


def _keys_of(problem: Problem) -> Iterator[tuple[str, ...]]:
    """Yield what a problem can be found by: its folders, its places in its file, its run."""
    yield from ((folder,) for folder in _fronts(problem.file, "/"))
    yield from ((problem.file, place) for place in _fronts(problem.pointer, " "))
    yield "run", problem.run


def _fronts(text: str, mark: str) -> Iterator[str]:
    """Yield a text, and what stands before each mark in it."""
    while text:
        yield text
        text = text.rpartition(mark)[0]


def payload(view: LeftOutView) -> dict[str, Any]:
    """Return the page as plain data; ``data/excluded.json`` is the same object."""
    return {
        "inputs": {
            "found": view.found.plain(),
            "ranked": view.ranked.plain(),
            "unranked": view.unranked_runs.plain(),
            "left_out": view.left_out_count.plain(),
        },
        "left_out": [
            msgspec.to_builtins(entry.item) | {"details": [msgspec.to_builtins(p) for p in entry.problems]}
            for entry in view.left_out
        ],
        "unranked": [msgspec.to_builtins(item) for item in view.unranked],
        "site_problems": [msgspec.to_builtins(problem) for problem in view.problems],
    }
