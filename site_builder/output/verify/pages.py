"""Every number of a page, and the rows of a board's table."""

from __future__ import annotations

import html
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from site_builder.output.verify.faults import DAMAGE, KINDS, MATCHED, NAMED_AT_MOST, Fault
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.page_numbers import (
    ADDED,
    CALLED,
    CELL_BEGIN,
    COLUMN,
    NAMED,
    NODE,
    PART_OF,
    SORTED_BY,
    WORDS,
    float_of,
    floats_of,
    numbers_and_rest,
    numbers_of,
    odd_numbers,
    reads_as,
    rows_of,
    slug_of,
)
from site_builder.output.verify.shown import Shown

BIG = '<p class="big">'
"""Where the page of a run begins to say its score."""


class PageCheck(NamedTuple):
    """What came of the numbers of one page."""

    counts: dict[str, int]
    """Kind → how many numbers."""
    matched: dict[str, int]
    """Name → how many numbers were only matched with the data."""
    faults: list[Fault]
    rest: str
    """The page without its numbers."""


def check_page(
    path: str,
    page: str,
    data: Any,
    graphs: dict[str, Graph],
    read: Callable[[list[str]], list[float]] = floats_of,
) -> PageCheck:
    """Hold every number of a page against the data beside it, and what can be derived of that data.

    ``data`` is the page's ``index.json``, ``None`` for a page without one. ``read`` gives the numbers that
    many texts are, as ``floats_of`` does.
    """
    beside = path[: -len("html")] + "json"
    numbers, rest = numbers_and_rest(page)
    counts = dict.fromkeys(KINDS, 0)
    matched: dict[str, int] = {}
    if data is None and (numbers or odd_numbers(rest)):
        fault = Fault(path, "it has numbers and no data", code="number-without-data")
        return PageCheck(counts, matched, [fault], rest)
    try:
        shown = Shown(data, graphs, beside)
        is_board = isinstance(data, dict) and "rows" in data and "ranking" in data
        of_rows = list(_of_rows(path, page, data, shown)) if is_board else []
    except DAMAGE as error:
        fault = Fault(beside, f"it is not what a page of this kind has ({error!r})")
        return PageCheck(counts, matched, [fault], rest)
    faults = shown.faults + of_rows
    for tag in odd_numbers(rest)[:NAMED_AT_MOST]:
        what = f"a number is not written as the site writes its numbers: {tag[:300]}"
        faults.append(Fault(path, what, code="number-without-node"))
    run = shown.page.main if shown.page is not None else None  # on its page most numbers are nodes of it
    if run is not None:
        faults += _of_score(path, page, run.graph.headline)
    position, values, kinds = (run.graph.position, run.sheet.value, run.kinds) if run else ({}, [], [])
    counted = Counter(numbers)
    read_now = read([text for text, _, _ in counted])
    for ((text, node, words), times), value in zip(counted.items(), read_now):
        i = position.get(node)
        kind = kinds[i] if i is not None and values[i] == value else shown.kind(node, value)
        if kind is None:
            what = f"the number {node} is not in the data beside the page"
            faults.append(Fault(path, what, text, shown.expected(node), "number-differs"))
        elif not reads_as(words, value) and not _says(words, node, value, shown):
            what = f"the number {node} reads {words!r} and is {text}"
            faults.append(Fault(path, what, code="number-misread"))
        else:
            counts[kind] += times
            if kind == MATCHED:
                matched[node] = matched.get(node, 0) + times
    return PageCheck(counts, matched, faults, rest)


def _of_score(path: str, page: str, headline: str) -> Iterator[Fault]:
    """Hold what the page of a run says first against the headline of its rubric."""
    begin = page.find(BIG)
    if begin >= 0:
        for _, name, _ in numbers_of(page[begin : page.find("</p>", begin)])[:1]:
            if name != headline:
                yield Fault(path, "the score", name, headline, "number-differs")


def _of_rows(path: str, page: str, board: dict[str, Any], shown: Shown) -> Iterator[Fault]:
    """Hold the rows of a board's table against its data: which they are, whose, and the numbers in them."""
    rows, part = rows_of(page), board["rows"]
    if "page" not in board and '/page/2/index.html"' in page:
        part = part[: len(rows)]  # the first of several pages, beside the data of all
    slugs, wanted = [slug for slug, _ in rows], [slug_of(row) for row in part]
    if slugs != wanted:
        yield Fault(path, "its rows", slugs, wanted)
    keys = [SORTED_BY.get(key, key) for key in COLUMN.findall(page)]
    headline = shown.graphs[board["rubric"]["id"]].headline
    keys = [f"{headline}{key[5:]}" if key.startswith("score") else key for key in keys]
    for (slug, text), row in zip(rows, part):
        if slug == slug_of(row):
            for what, published, again in _of_row(text, row, keys, shown.rows[slug]):
                about = f"{what} in the row of {row['run']}"
                yield Fault(path, about, published, again, "number-differs")


def _of_row(
    text: str, row: dict[str, Any], keys: list[str], own: dict[str, float | None]
) -> Iterator[tuple[str, Any, Any]]:
    """Yield (what, as it is shown, as the data has it) of a row: its names, its numbers, their columns."""
    named, attribute = NAMED.search(text), CALLED.search(text)
    told = ("", "") if named is None else (html.unescape(named[1]), html.unescape(named[2]))
    if told[0] != row["page"]:
        yield "the page led to", told[0], row["page"]
    if told[1].replace("<wbr>", "") not in (row["configuration"], *row.get("labels", {}).values()):
        yield "the name", told[1], row["configuration"]
    configuration = None if attribute is None else html.unescape(attribute[1])
    if configuration != row["configuration"]:
        yield "the configuration", configuration, row["configuration"]
    came = ADDED.search(text)
    if (came[1] if came is not None else "") != row["added"]:
        yield "the day on which it was added", came and came[1], row["added"]
    numbers = numbers_of(text)
    for value, node, _ in numbers:
        if node in own and float_of(value) != own[node]:
            yield f"the number {node}", value, own[node]
    found = {node for _, node, _ in numbers}
    alike = own.get("band.best") == own.get("band.worst")
    for node in ("band.best",) if alike else ("band.best", "band.worst"):
        if node not in found and own.get(node) is not None:
            yield f"the number {node}", None, own[node]
    cells = CELL_BEGIN.split(text)[1:]
    for key, cell in itertools.zip_longest(keys, cells, fillvalue=""):
        first = NODE.search(cell)
        shown = html.unescape(first[1]) if first is not None else None
        expected = key if own.get(key) is not None else None
        if shown != expected:
            yield f"the column {key}", shown, expected


def _says(text: str, node: str, value: float, shown: Shown) -> bool:
    """Return whether words stand for a value: those of a gate, or a count of all."""
    part = PART_OF.fullmatch(text)
    if part is not None:
        return float(part[1]) == value and shown.has(float(part[2]))
    return any(says_gate(graph, node, value, text) for graph in shown.graphs.values())


def says_gate(graph: Graph, node: str, value: float, text: str) -> bool:
    """Return whether a text is what pages print in the place of a value of the gate of a graph."""
    if graph.document["gate"] != node:
        return False
    words = graph.document.get("gate_words")
    if words is None:
        return WORDS.fullmatch(text) is not None
    return bool(html.unescape(text) == words["closed" if value == 0 else "open"])
