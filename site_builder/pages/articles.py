"""Small pages around the boards: data, verification, submission, and the page for missing addresses."""

from __future__ import annotations

from typing import Any

import msgspec

from site_builder.pages.cells import Cell, count
from site_builder.pages.data_columns import EXCLUDED, FILES, LEDGER, PARTS, DataFile
from site_builder.pages.differences.columns import DIFFERENCES
from site_builder.pages.lookup import SiteLookup, board_address, methodology_address
from site_builder.pages.own_weights import can_be_reweighed
from site_builder.pages.page import Content
from site_builder.pages.prose import Article
from site_builder.pages.prose_values import Value, numbers, site_values
from site_builder.pages.study_columns import CLAIM, COHORTS, COMPARISON, EDITIONS, JUDGEMENT, PAIRS, REPORT
from site_builder.records.site import Site


class BoardData(msgspec.Struct, frozen=True):
    """The files of one board."""

    has_parts: bool
    """Whether there is a ``parts.js``."""
    id: str
    title: str
    address: str
    runs: Cell


class DataView(msgspec.Struct, frozen=True):
    """What the template of the data page reads."""

    article: Article | None
    values: dict[str, Value]
    boards: tuple[BoardData, ...]
    files: tuple[DataFile, ...]
    further: tuple[DataFile, ...]
    """Those of the whole site."""
    rubrics: tuple[tuple[str, str, tuple[str, ...]], ...]
    """(rubric id, methodology address, paths of the published files from the folder of the family)."""


class DigestRow(msgspec.Struct, frozen=True):
    """One thing and its digest."""

    name: str
    address: str
    digest: str
    about: str


MOST_DIGESTS = 200
"""Runs of which the page about verification has the digest; its data has all."""


class VerifyView(msgspec.Struct, frozen=True):
    """What the template of the verification page reads."""

    article: Article | None
    values: dict[str, Value]
    rubrics: tuple[DigestRow, ...]
    runs: tuple[DigestRow, ...]
    """In the order of their addresses."""
    listed: tuple[DigestRow, ...]
    """The first of them, which are on the page."""
    tools: tuple[tuple[str, str], ...]
    example_run: str


class ArticleView(msgspec.Struct, frozen=True):
    """What the template of a page of prose reads."""

    article: Article | None
    values: dict[str, Value]
    title: str


def further_files(lookup: SiteLookup) -> tuple[DataFile, ...]:
    """Return the described files of a site that are of no single board."""
    data = lookup.data
    return (
        *((PARTS,) if any(map(can_be_reweighed, data.boards)) else ()),
        EXCLUDED,
        *((LEDGER,) if data.copies.ledger is not None else ()),
        *(DIFFERENCES if lookup.differences.all else ()),
        *((JUDGEMENT,) if lookup.gates.documents else ()),
        *((CLAIM, COMPARISON, COHORTS, PAIRS) if lookup.campaigns.all else ()),
        *((EDITIONS,) if data.edition is None else ()),
        REPORT,
    )


def data_content(article: Article | None, lookup: SiteLookup) -> Content:
    """Return the content of the data page."""
    data = lookup.data
    view = DataView(
        article=article,
        values=site_values(lookup),
        boards=tuple(
            BoardData(
                can_be_reweighed(b), b.id, b.title, board_address(b), count("board.listed", len(b.entries))
            )
            for b in data.boards
        ),
        files=FILES,
        further=further_files(lookup),
        rubrics=tuple(
            (
                graph.id,
                methodology_address(graph),
                tuple(
                    path.removeprefix(f"{graph.rubric.family}/")
                    for path in sorted(lookup.rubric_files[graph.id].values())
                ),
            )
            for graph in lookup.graphs
        ),
    )
    return Content(view, _data_payload(view, data.site))


def verify_content(article: Article | None, lookup: SiteLookup) -> Content:
    """Return the content of the verification page."""
    data = lookup.data
    runs = tuple(
        DigestRow(
            places[0].entry.run.run_id,
            lookup.run_address(places[0].entry.run),
            places[0].entry.run.digest,
            places[0].entry.run.folder,
        )
        for places in lookup.runs
    )
    view = VerifyView(
        article=article,
        values=site_values(lookup),
        rubrics=tuple(
            DigestRow(g.id, methodology_address(g), g.digest, g.rubric.title) for g in lookup.graphs
        ),
        runs=runs,
        listed=runs[:MOST_DIGESTS],
        tools=tuple(sorted(data.provenance.tools.items())),
        example_run=runs[0].name if runs else "",
    )
    return Content(view, _verify_payload(view, lookup))


def article_content(article: Article | None, title: str, has_json: bool, lookup: SiteLookup) -> Content:
    """Return the content of a page of prose."""
    view = ArticleView(article, site_values(lookup), title)
    if not has_json:
        return Content(view, None)
    return Content(view, {"title": title, "values": numbers(view.values)})


def _data_payload(view: DataView, site: Site) -> dict[str, Any]:
    return {
        "boards": [{"board": b.id, "listed": b.runs.plain(), "files": _files(view, b)} for b in view.boards],
        "files": [msgspec.to_builtins(file) for file in (*view.files, *view.further)],
        "rubrics": [{"rubric": r, "files": list(names)} for r, _, names in view.rubrics],
        "site": {"title": site.title, "tagline": site.tagline, "demonstration": site.demonstration},
    }


def _files(view: DataView, board: BoardData) -> list[str]:
    names = [file.name for file in view.files] + ([PARTS.name] if board.has_parts else [])
    return [f"{board.id}/{name}" for name in names]


def _verify_payload(view: VerifyView, lookup: SiteLookup) -> dict[str, Any]:
    return {
        "site_digest": lookup.data.provenance.digest,
        "tool_version": lookup.data.provenance.tool_version,
        "tools": dict(view.tools),
        "rubrics": {row.name: row.digest for row in view.rubrics},
        "runs": {row.name: row.digest for row in view.runs},
    }
