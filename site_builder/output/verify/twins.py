"""Pages in Markdown, line by line against the data of the page that they stand beside."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from typing import Any

from site_builder.output.verify.family_twins import (
    lines_of_campaigns,
    lines_of_claim,
    lines_of_gate,
    lines_of_histories,
    lines_of_registry,
    rubric_named,
)
from site_builder.output.verify.faults import number_in
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.site_files import SiteFiles
from site_builder.output.verify.twin_text import TwinCell, TwinLines, one_line, reads_as_line, table_lines

TWIN = re.compile(r"(?:boards/[^/]+|gates(?:/[^/]+)?|campaigns|claims(?:/[^/]+)?)/index\.html")
"""The pages that are written in Markdown as well."""
ALTERNATE = '<link rel="alternate" type="text/markdown" href="index.md">'
TITLE = re.compile(r"<title>([^<]*)</title>")
BRAND = re.compile(r'<a class="brand" [^<>]*>([^<]*)</a>')
NOTICE = re.compile(r'<p class="notice"><span class="wide">([^<]*)</span></p>')
LEAD = re.compile(r'<p class="lead">([^<]*)<')
SERVED_AT = re.compile(r"^Sitemap: (.*)sitemap\.xml$", re.MULTILINE)
THIN_SCORE = "less than half of the score is measured"
BANDS_READ = "Beside a rank, in parentheses: the ranks that chance leaves open. "
BOUNDS_READ = (
    "Bounds: the score with every missing part at its worst and at its best. "
    "Coverage: the share of the score that is measured. Ranks hold on this board only."
)
OF_PAGES: tuple[tuple[str, Callable[[dict[str, Any], dict[str, Graph]], TwinLines]], ...] = (
    ("histories", lines_of_histories),
    ("verdict", lines_of_gate),
    ("publishable", lines_of_registry),
    ("stated", lines_of_claim),
    ("rows", lines_of_campaigns),
)
"""A key of a page's data → what a page with it says; the first one that it has counts."""


def check_twin(site: SiteFiles, graphs: dict[str, Graph], path: str) -> None:
    """Hold the Markdown beside a page against the page's data; pages from before there was any have none."""
    twin = f"{path[: -len('html')]}md"
    page = (site.read(path) or b"").decode("utf-8", "replace")
    if twin not in site.own and ALTERNATE not in page:
        return
    site.expect(path, "whether it names its text in Markdown", ALTERNATE in page, twin in site.own)
    content = (site.read(twin) or b"").decode("utf-8", "replace")
    lines = [line for line in content.split("\n") if line]
    again = list(_lines(site.json(f"{path[: -len('html')]}json"), graphs, path, page))
    site.expect(twin, "how many lines it has", len(lines), len(again))
    served = SERVED_AT.search((site.read("robots.txt") or b"").decode("utf-8", "replace"))
    root = served[1] if served else "../" * path.count("/")
    for number, (line, parts) in enumerate(zip(lines, again), 1):
        if not reads_as_line(line, parts, root):
            site.fault(twin, f"line {number} is not what the page says", line)
    site.checked["lines of Markdown"] += len(lines)


def _lines(data: dict[str, Any], graphs: dict[str, Graph], path: str, page: str) -> TwinLines:
    """Yield every line that is not empty, as the parts that it has in order."""
    brand = _within(BRAND, page)
    yield [f"# {one_line(_within(TITLE, page)[: -len(f' · {brand}')])}"]
    if NOTICE.search(page):
        yield [one_line(_within(NOTICE, page))]
    beside = f"{path[: -len('html')]}json"
    if "headline" in data:
        beside = f"data/{data['board']}/board.json"
        yield [one_line(_within(LEAD, page))]
        yield from _lines_of_board(data, graphs)
    else:
        yield from next(lines for key, lines in OF_PAGES if key in data)(data, graphs)
    yield [("This page", path), " and ", ("its data", beside), f" on {one_line(brand)}."]


def _within(pattern: re.Pattern[str], page: str) -> str:
    """Return what a page has in one place. Raises ``ValueError`` where it has no such place."""
    found = pattern.search(page)
    if found is None:
        raise ValueError(f"there is no {pattern.pattern}")
    return html.unescape(found[1])


def _lines_of_board(board: dict[str, Any], graphs: dict[str, Graph]) -> TwinLines:
    """Yield how a board ranks, its rows, how to read them, and the exports that are on no board."""
    rubric, rows, top = board["rubric"], board["rows"], number_in(board["headline"]["of"])
    headline = one_line(board["headline"]["title"]) + ("" if top is None else f" of {top:g}")
    ranked = sum(row["rank"] is not None for row in rows)
    newest = f" Newest run {board['newest_run']}." if board["newest_run"] else ""
    link, digest = rubric_named(rubric["id"], graphs)
    draft = "" if rubric["released"] else " (a draft)"
    yield [
        f"Ranked by {headline}: {ranked:,} of {len(rows):,} runs. Rubric ",
        *(link, f"{draft}{digest}.{newest}"),
    ]
    head = ["Rank", "Run", headline, "Bounds", "Coverage", "Notes"]
    yield from table_lines(head, "rlrlrl", map(_of_run, rows))
    yield [BANDS_READ * any(row["band"] for row in rows) + BOUNDS_READ]
    if board["left_out"]:
        yield ["Exports that are on no board:"]
    for one in board["left_out"]:
        yield [f"- {one_line(one['run_id'] or one['folder'])}: {one_line(one['reason'])}"]


def _of_run(row: dict[str, Any]) -> list[TwinCell]:
    run = (row["configuration"] or row["run"], row["page"])
    return [
        _rank_in_twin(row),
        [run, f" {one_line(row['run'])}"],
        row["score"],
        _bounds(row),
        row["coverage"],
        "; ".join(map(one_line, _notes(row))),
    ]


def _rank_in_twin(row: dict[str, Any]) -> str:
    if row["rank"] is None:
        return "withdrawn" if row["unranked"].startswith("withdrawn on ") else "unranked"
    ends = dict.fromkeys(f"{end:,.0f}" for end in row["band"] or ())
    return f"{row['rank']:,}{'=' * row['rank_shared']}" + (f" ({'–'.join(ends)})" if ends else "")


def _bounds(row: dict[str, Any]) -> list[TwinCell]:
    if number_in(row["score"]) is None:
        return [one_line(row["score"]["detail"])]
    ends = {"at least ": number_in(row["lower"]), "at most ": number_in(row["upper"])}
    if None not in ends.values():
        return [row["lower"], "–", row["upper"]]
    said = [part for words, end in ends.items() if end is not None for part in (", ", words, end)]
    return said[1:]


def _notes(row: dict[str, Any]) -> Iterator[str]:
    yield from filter(None, (row["unranked"], row.get("reading", "")))
    if row["low_coverage"]:
        yield THIN_SCORE
    yield from row.get("badges", ())
