"""Boards of ``site.yaml`` without content yet: which folder was read, and what is wrong in it."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

import msgspec

from site_builder.errors import Problem
from site_builder.pages.cells import Cell, count
from site_builder.pages.lookup import SiteLookup, board_address, methodology_address
from site_builder.records.site import Board as BoardConfig
from site_builder.site_data import empty_entries

MOST = 3
"""Problems shown of one folder; the page of what is left out has the others."""


class EmptyBoard(msgspec.Struct, frozen=True):
    """One entry of ``site.yaml`` from which nothing follows yet."""

    title: str
    address: str
    """Folder of its page, relative to the root; empty where it has none."""
    runs: str
    """Folder of its exports, as ``site.yaml`` names it."""
    rubric: str
    methodology: str
    left_out: Cell
    """Exports found there that are on no board."""
    problems: tuple[Problem, ...]
    """The first of what is wrong there."""
    more: bool
    """Whether there are further problems."""


def empty_boards(lookup: SiteLookup) -> tuple[EmptyBoard, ...]:
    """Return the empty boards in the order of ``site.yaml``."""
    data = lookup.data
    return tuple(_empty(lookup, one) for one in empty_entries(data.site, data.boards, data.studies))


def _empty(lookup: SiteLookup, config: BoardConfig) -> EmptyBoard:
    data, graph = lookup.data, lookup.data.graphs[config.rubric]
    board = next((one for one in data.boards if one.config == config), None)
    found = [p for p in data.problems if PurePosixPath(p.file).is_relative_to(config.runs)]
    left_out = [one for one in data.left_out if PurePosixPath(one.folder).is_relative_to(config.runs)]
    return EmptyBoard(
        title=board.title if board else lookup.family_title(config.family),
        address=board_address(board) if board else "",
        runs=config.runs,
        rubric=config.rubric,
        methodology=methodology_address(graph),
        left_out=count("board.left_out", len(left_out)),
        problems=tuple(found[:MOST]),
        more=len(found) > MOST,
    )


def empty_board_payload(one: EmptyBoard) -> dict[str, Any]:
    """Return an empty board as plain data."""
    return {
        "title": one.title,
        "runs": one.runs,
        "rubric": one.rubric,
        "left_out": one.left_out.plain(),
        "problems": [msgspec.to_builtins(problem) for problem in one.problems],
    }
