"""Files for crawlers: llms.txt, robots.txt and sitemap.xml."""

from __future__ import annotations

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
        "its bounds. Ranks hold within one board only.",
        "",
        "## Boards",
        "",
    ]
    for board in data.boards:
        runs = f"{len(board.entries)} run{'' if len(board.entries) == 1 else 's'}"
        about = f"{runs}, {len(board.ranked)} ranked, rubric {board.graph.id}"
        lines.append(f"- [{_line(board.title)}]({board_address(board)}index.json): {about}; {_first(board)}")
    if lookup.gates.runs:
        lines += ["", "## Release gates", ""]
    for run in lookup.gates.runs.values():
        about = f"{run.pinned.outcome} under {run.pinned.settings.rubric}"
        lines.append(f"- [{_line(run.pinned.run_id)}]({run.address}index.json): {about}")
    if lookup.campaigns.all:
        lines += ["", "## Claims", ""]
    for place in lookup.campaigns.all:
        ready = "publishable" if place.comparison.readiness.ready else "not publishable"
        about = f"{ready} under {place.config.rubric}, {len(place.comparison.samples)} samples"
        lines.append(f"- [{_line(place.campaign.title)}]({place.claim_address}index.json): {about}")
    lines += ["", "## Methodology", ""]
    lines += [
        f"- [{_line(graph.rubric.title)}]({methodology_address(graph)}index.json)" for graph in lookup.graphs
    ]
    titles = {board.id: board.title for board in data.boards}
    for one in lookup.differences.all:
        versions = f"rom {one.older} to {one.newer}"
        lines.append(f"- [F{versions}]({difference_address(one.older, one.newer)}index.json)")
        for found in one.boards:
            address = board_difference_address(one.older, one.newer, found.board)
            lines.append(f"- [{_line(titles[found.board])}, f{versions}]({address}index.json)")
    lines += ["", "## Data", "", "- [Files and columns](data/index.json)", "- [Left out](data/excluded.json)"]
    return ("\n".join(lines) + "\n").encode("utf-8")


def robots(data: SiteData) -> bytes:
    """Return ``robots.txt``: everything may be read."""
    site_map = f"Sitemap: {data.site.url.rstrip('/')}/sitemap.xml\n" if data.site.url else ""
    return f"User-agent: *\nAllow: /\n{site_map}".encode()


def sitemap(lookup: SiteLookup) -> bytes:
    """Return ``sitemap.xml``: boards, runs, configurations and methodology, with the day of each run."""
    root = f"{lookup.data.site.url.rstrip('/')}/"
    days: dict[str, str] = {
        "": "",
        "changes/": "",
        "data/": "",
        "data/left-out/": "",
        "verify/": "",
        "submit/": "",
    }
    log = changes.paged(lookup)
    days |= {log.folder(n): "" for n in log.further}
    days |= dict.fromkeys((*lookup.gates.addresses, *lookup.campaigns.addresses), "")
    for board in lookup.data.boards:
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
