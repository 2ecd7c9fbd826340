"""Data files of a site: tables, records, ledger, rubrics and schemas, all from the records the pages show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from site_builder.output.board_memory import BoardMemory
from site_builder.output.campaign_files import campaign_files
from site_builder.output.crawler_files import llms, robots, sitemap
from site_builder.output.csv_table import csv_line
from site_builder.output.data_schemas import schemas
from site_builder.output.diff_files import diff_files
from site_builder.output.editions import edition_files
from site_builder.output.every_eval_ever import every_eval_ever
from site_builder.output.feed import feed
from site_builder.output.files import OutputFile, indented_json
from site_builder.output.gate_files import gate_files
from site_builder.output.graph_files import export_line, graph_files
from site_builder.output.metric_table import metrics_csv
from site_builder.output.own_weights import parts_file
from site_builder.pages import board as board_page
from site_builder.pages import left_out, run
from site_builder.pages.articles import further_files
from site_builder.pages.board import BoardView
from site_builder.pages.board_rows import Row
from site_builder.pages.cells import Cell
from site_builder.pages.data_columns import BOARD_COLUMNS, FILES
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content
from site_builder.pages.sensitivity import Reach
from site_builder.pages.verification import published_name
from site_builder.site_data import Board

NODES_AT = next(n for n, column in enumerate(BOARD_COLUMNS) if column.name == "<node>")
"""Where the columns of the board's own nodes stand."""


def site_files(lookup: SiteLookup) -> Iterator[OutputFile]:
    """Yield the files that are of no single board."""
    data = lookup.data
    yield OutputFile("data/excluded.json", indented_json(left_out.content(None, lookup).payload))
    if data.copies.ledger is not None:
        yield OutputFile("data/ledger.jsonl", data.copies.ledger)
    for name, content in data.copies.evidence.items():
        yield OutputFile(published_name(name), content)
    for graph in lookup.graphs:
        for name, path in lookup.rubric_files[graph.id].items():
            yield OutputFile(f"data/rubrics/{path}", data.copies.rubrics[graph.id][name])
    yield from graph_files(lookup)
    yield from gate_files(lookup)
    yield from diff_files(lookup)
    yield from campaign_files(lookup)
    for name, schema in schemas((*FILES, *further_files(lookup))).items():
        yield OutputFile(f"data/schemas/{name}.schema.json", indented_json(schema))
    yield from edition_files(lookup)
    yield OutputFile("changes/feed.xml", feed(lookup))
    yield OutputFile("llms.txt", llms(lookup))
    yield OutputFile("robots.txt", robots(data))
    if data.site.url:
        yield OutputFile("sitemap.xml", sitemap(lookup))


def board_files(
    board: Board, lookup: SiteLookup, page: Content | None = None, memory: BoardMemory | None = None
) -> Iterator[OutputFile]:
    """Yield the files of one board that are not gathered; they depend on no other board's.

    ``page`` is what stands at the board's address, where it was made already; ``memory`` is what is known of
    the board from before.
    """
    if page is None or not isinstance(page.view, BoardView):
        page = board_page.content(board.id, lookup)
    view = page.view
    folder = f"data/{board.id}"
    yield OutputFile(f"{folder}/board.csv", _board_csv(view))
    yield OutputFile(f"{folder}/board.json", indented_json(page.payload))
    if not gathered(board, lookup):
        yield OutputFile(f"{folder}/runs.jsonl", b"".join(_run_lines(board, lookup)))
    yield OutputFile(f"{folder}/metrics.csv", metrics_csv(board, memory))
    yield OutputFile(f"{folder}/exports.jsonl", b"".join(export_line(entry.run) for entry in board.entries))
    yield every_eval_ever(board, view, lookup)
    if view.parts_file:
        yield parts_file(board, view.rows)


def gathered(board: Board, lookup: SiteLookup) -> dict[str, tuple[str, ...]]:
    """Return the file with all runs of a board → the data of their pages, which are its lines.

    Empty where the page of a run is about another board, so that its data say something else.
    """
    runs = [entry.run for entry in board.entries]
    if any(lookup.of(run)[0].board.id != board.id for run in runs):
        return {}
    return {f"data/{board.id}/runs.jsonl": tuple(f"{lookup.run_address(run)}index.json" for run in runs)}


def _board_csv(view: BoardView) -> bytes:
    first, rest = BOARD_COLUMNS[: NODES_AT - 1], BOARD_COLUMNS[NODES_AT + 1 :]
    head = [column.name for column in first]
    head += view.graph.layout.labels
    head += [column.node for column in view.columns]
    head += [column.name for column in rest if _has(view, column.name)]
    lines = [csv_line(head)]
    shared = (view.board.cohort_key, view.graph.id)
    has_words = _has(view, "reading")
    reaches = {reach.run.run_id: reach for reach in view.sensitivity.reaches} if view.sensitivity else {}
    lines += [csv_line(_board_row(row, shared, _firm(row, view, reaches), has_words)) for row in view.rows]
    return "".join(lines).encode("utf-8")


def _has(view: BoardView, name: str) -> bool:
    """Return whether a board has a column that only some rubrics give rise to."""
    if name == "reading":
        return bool(view.graph.layout.interpretations)
    return name not in ("measured", "asked") or bool(view.graph.asked)


def _firm(row: Row, view: BoardView, reaches: Mapping[str, Reach]) -> list[Any]:
    """Return the columns that say how firm a rank is."""
    standing, reach = row.standing, reaches.get(row.run_id)
    ends = (standing.best.value, standing.worst.value) if standing is not None else ("unranked", "unranked")
    band = ["not_estimable" if end is None else end for end in ends]
    least = view.firmness.least.value
    tried = ["not_tried"] * 3 if reach is None else [*(c.value for c in reach.by_weights), reach.first.value]
    return [
        *band,
        standing.source if standing is not None else "unranked",
        "not_estimable" if least is None else least,
        *tried,
    ]


def _board_row(row: Row, shared: tuple[str, str], firm: list[Any], has_words: bool) -> list[Any]:
    return [
        "unranked" if row.rank is None else row.rank,
        row.shared,
        *firm,
        *shared,
        row.run_id,
        row.configuration,
        "|".join(row.families),
        "|".join(row.providers),
        *map(_entry, (row.score, row.lower, row.upper, row.coverage)),
        row.repeats,
        *(label.text for label in row.reading.labels),
        *map(_entry, row.cells),
        _entry(row.duration),
        row.date,
        row.added,
        row.digest,
        row.unranked,
        row.verification,
        *([row.reading.title] if has_words else []),
        *(_entry(count) for count in (row.reading.measured, row.reading.asked) if count is not None),
    ]


def _entry(cell: Cell) -> float | str:
    """Return a number, or the reason why there is none: a table of numbers must not have empty cells."""
    return cell.value if cell.value is not None else cell.reason or "not_collected"


def _run_lines(board: Board, lookup: SiteLookup) -> Iterator[bytes]:
    encoder = msgspec.json.Encoder()
    for entry in board.entries:
        places = [place for place in lookup.of(entry.run) if place.board.id == board.id]
        yield encoder.encode(run.payload(run.view_of(lookup, places))) + b"\n"
