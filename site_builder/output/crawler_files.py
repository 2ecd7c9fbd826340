"""Files for crawlers: llms.txt, robots.txt and sitemap.xml."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from site_builder.output.numbers import display
from site_builder.pages import changes
from site_builder.pages.differences.lookup import board_difference_address, difference_address
from site_builder.pages.lookup import SiteLookup, board_address, methodology_address
from site_builder.pages.paging import paged
from site_builder.site_data import Board, SiteData


def llms(lookup: SiteLookup) -> bytes:
    """Return ``llms.txt``: what the site holds, where its data is, and how to quote it."""
    data = lookup.data
    lines = [f"# {_line(data.site.title)}", "", f"> {_line(data.site.tagline)}", ""]
    if data.site.demonstration:
        lines += [_line(data.site.demonstration), ""]
    lines += [
        "Every page has the same content as plain data in index.json beside it. A missing value is an",
        "object with its reason, never a number. Quote a score together with its rubric, its coverage and",
        "its bounds. Ranks hold within one board only. Boards, release gates, campaigns and claims are also",
        "written in Markdown, in index.md beside the page.",
    ]
    lines += ["", "## Boards", "", *map(_board, data.boards)]
    gates, claims = [*_gates(lookup)], [*_claims(lookup)]
    lines += ["", "## Release gates", "", *gates] if gates else []
    lines += ["", "## Claims", "", *claims] if claims else []
    lines += ["", "## Methodology", "", *_methodology(lookup)]
    lines += ["", "## Data", "", "- [Files and columns](data/index.json)", "- [Left out](data/excluded.json)"]
    return ("\n".join(lines) + "\n").encode("utf-8")


def _board(board: Board) -> str:
    runs = f"{len(board.entries)} run{'' if len(board.entries) == 1 else 's'}"
    about = f"{runs}, {len(board.ranked)} ranked, rubric {board.graph.id}"
    return _entry(board.title, board_address(board), f"{about}; {_first(board)}")


def _gates(lookup: SiteLookup) -> Iterator[str]:
    for run in lookup.gates.runs.values():
        about = f"{run.pinned.outcome} under {run.pinned.settings.rubric}"
        about += f"; does not count: {run.barred}" if run.barred else ""
        yield _entry(run.pinned.run_id, run.address, about)


def _claims(lookup: SiteLookup) -> Iterator[str]:
    for place in lookup.campaigns.all:
        ready = "publishable" if place.comparison.readiness.ready else "not publishable"
        about = f"{ready} under {place.config.rubric}, {len(place.comparison.samples)} samples"
        yield _entry(place.campaign.title, place.claim_address, about)


def _methodology(lookup: SiteLookup) -> Iterator[str]:
    """Yield the entries of rubric versions, and of what each two of them make of the runs."""
    for graph in lookup.graphs:
        yield _entry(graph.rubric.title, methodology_address(graph))
    titles = {board.id: board.title for board in lookup.data.boards}
    for one in lookup.differences.all:
        yield _entry(f"From {one.older} to {one.newer}", difference_address(one.older, one.newer))
        for found in one.boards:
            title = f"{titles[found.board]}, from {one.older} to {one.newer}"
            yield _entry(title, board_difference_address(one.older, one.newer, found.board))


def _entry(title: str, address: str, about: str = "") -> str:
    return f"- [{_line(title)}]({address}index.json){f': {about}' if about else ''}"


def robots(data: SiteData) -> bytes:
    """Return ``robots.txt``: everything may be read."""
    site_map = f"Sitemap: {data.site.url.rstrip('/')}/sitemap.xml\n" if data.site.url else ""
    return f"User-agent: *\nAllow: /\n{site_map}".encode()


def sitemap(lookup: SiteLookup) -> bytes:
    """Return ``sitemap.xml``: boards, runs, configurations and methodology, with the day of each run."""
    data = lookup.data
    root = f"{data.site.url.rstrip('/')}/"
    days: dict[str, str] = {
        "": "",
        "changes/": "",
        "data/": "",
        "data/left-out/": "",
        "verify/": "",
        "submit/": "",
    }
    days |= {own.address: "" for own in data.own_pages}
    log = changes.paged(lookup)
    days |= {log.folder(n): "" for n in log.further}
    days |= dict.fromkeys((*lookup.gates.addresses, *lookup.campaigns.addresses), "")
    for board in data.boards:
        further = paged(board).further if lookup.gates.of_board(board.id) is None else ()
        days |= {paged(board).folder(n): "" for n in (1, *further)}
    for places in lookup.runs:
        days[lookup.run_address(places[0].entry.run)] = places[0].entry.run.finished_at[:10]
    for repeats in lookup.repeats.values():
        days[lookup.configuration_address(repeats.places[0].entry.run)] = ""
    for graph in lookup.graphs:
        days[methodology_address(graph)] = ""
        days[f"methodology/{graph.rubric.family}/"] = ""
    for one in lookup.differences.all:
        days[difference_address(one.older, one.newer)] = ""
        for found in one.boards:
            days[board_difference_address(one.older, one.newer, found.board)] = ""
    entries = [
        f"<url><loc>{escape(root + address)}</loc>{f'<lastmod>{day}</lastmod>' if day else ''}</url>"
        for address, day in sorted(days.items())
    ]
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        + "\n".join(entries)
        + "\n</urlset>\n"
    ).encode("utf-8")


def _first(board: Board) -> str:
    if not board.ranked:
        return "no run is ranked"
    first = board.ranked[0]
    node = board.graph.node(board.graph.layout.headline)
    assert first.standing.score is not None
    tied = " (tied)" if first.standing.tied else ""
    return f"first: {_line(first.run.run_id)} with {display(first.standing.score, node.decimals)}{tied}"


def _line(text: str) -> str:
    """Return text on one line, without what Markdown would read as a link."""
    return " ".join(text.split()).replace("[", "(").replace("]", ")")
