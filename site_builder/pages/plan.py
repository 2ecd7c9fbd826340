"""The plan of a site: every page, in a fixed order. To add a page, add its module and its lines here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from site_builder.pages import (
    articles,
    board_continued,
    changes,
    configuration,
    families,
    home,
    ledger,
    left_out,
    methodology,
    order,
    own_pages,
    run,
)
from site_builder.pages import board as board_page
from site_builder.pages.addresses import folded
from site_builder.pages.campaigns.plan import campaign_pages
from site_builder.pages.differences.board_view import board_difference_content
from site_builder.pages.differences.lookup import board_difference_address, difference_address
from site_builder.pages.differences.view import difference_content
from site_builder.pages.gates import history
from site_builder.pages.gates.plan import gate_pages
from site_builder.pages.lookup import SiteLookup, board_address, methodology_address
from site_builder.pages.page import Page
from site_builder.pages.paging import paged
from site_builder.pages.prose import Prose
from site_builder.site_data import SiteData

Planner = Callable[[SiteLookup, Prose], Iterator[Page]]


def plan_pages(data: SiteData, prose: Prose, lookup: SiteLookup | None = None) -> tuple[Page, ...]:
    """Return every page of the site. Pure: equal data and prose give equal plans.

    ``lookup`` is that of the data, where there is one already. Raises ``ValueError`` when two pages would
    have the same address on a case-insensitive file system.
    """
    found = lookup if lookup is not None else SiteLookup(data)
    pages = tuple(page for planner in PLANNERS for page in planner(found, prose))
    seen: dict[str, str] = {}
    for page in pages:
        key = folded(page.file)
        if key in seen:
            raise ValueError(f"two pages would be written to {page.file}")
        seen[key] = page.title
    return pages


def _home(lookup: SiteLookup, prose: Prose) -> Iterator[Page]:
    yield Page("", "home.html", lookup.data.site.title, partial(home.content, prose.get("home")))


def _boards(lookup: SiteLookup, _: Prose) -> Iterator[Page]:
    for board in lookup.data.boards:
        if lookup.gates.of_board(board.id) is not None:
            build = partial(history.board_content, board.id)
            yield Page(board_address(board), "gates.html", board.title, build)
            continue
        yield Page(board_address(board), "board.html", board.title, partial(board_page.content, board.id))
        paging = paged(board)
        for number in paging.further:
            title = f"{board.title}: runs {paging.words(number)}"
            build = partial(board_continued.content, board.id, number)
            yield Page(paging.folder(number), "board_continued.html", title, build)


def _runs(lookup: SiteLookup, _: Prose) -> Iterator[Page]:
    for key in sorted(lookup.places):
        record = lookup.places[key][0].entry.run
        title = f"{lookup.configuration_name(record)}: {record.run_id}"
        yield Page(lookup.run_address(record), "run.html", title, partial(run.content, key))


def _configurations(lookup: SiteLookup, _: Prose) -> Iterator[Page]:
    for key, repeats in lookup.repeats.items():
        address = lookup.configuration_address(repeats.places[0].entry.run)
        title = lookup.name(repeats.label)
        yield Page(address, "configuration.html", title, partial(configuration.content, key))


def _methodology(lookup: SiteLookup, prose: Prose) -> Iterator[Page]:
    yield Page("methodology/", "families.html", "Methodology", families.families_content)
    firm = partial(order.content, prose.get("methodology/order"))
    yield Page("methodology/order/", "order.html", "How firm an order is", firm)
    for family in lookup.families:
        article = prose.get(f"methodology/{family}")
        yield Page(
            f"methodology/{family}/",
            "family.html",
            f"Methodology: {lookup.family_title(family)}",
            partial(families.family_content, family, article),
        )
    for graph in lookup.graphs:
        article = prose.get(f"methodology/{graph.rubric.family}-{graph.rubric.version}")
        yield Page(
            methodology_address(graph),
            "methodology.html",
            graph.rubric.title,
            partial(methodology.version_content, graph.id, article),
        )


def _differences(lookup: SiteLookup, _: Prose) -> Iterator[Page]:
    titles = {board.id: board.title for board in lookup.data.boards}
    for difference in lookup.differences.all:
        pair = (difference.older, difference.newer)
        title = f"From {difference.older} to {difference.newer}"
        yield Page(difference_address(*pair), "difference.html", title, partial(difference_content, *pair))
        for board_id in (board.board for board in difference.boards):
            yield Page(
                board_difference_address(*pair, board_id),
                "difference_board.html",
                f"{titles[board_id]}: {title[0].lower()}{title[1:]}",
                partial(board_difference_content, *pair, board_id),
            )


def _gates(lookup: SiteLookup, _: Prose) -> Iterator[Page]:
    yield from gate_pages(lookup)


def _campaigns(lookup: SiteLookup, _: Prose) -> Iterator[Page]:
    yield from campaign_pages(lookup)


def _around(lookup: SiteLookup, prose: Prose) -> Iterator[Page]:
    yield Page("changes/", "changes.html", "Changes", partial(changes.content, prose.get("changes")))
    for n in (entries := changes.paged(lookup)).further:
        title = f"Changes: entries {entries.words(n)}"
        yield Page(entries.folder(n), "changes_continued.html", title, partial(changes.further_content, n))
    yield Page("data/", "data.html", "Data", partial(articles.data_content, prose.get("data")))
    yield Page(
        "data/left-out/", "left_out.html", "Left out", partial(left_out.content, prose.get("left-out"))
    )
    if lookup.data.copies.ledger is not None:
        yield Page("data/ledger/", "ledger.html", "Ledger", ledger.content)
    yield Page("verify/", "verify.html", "Verify", partial(articles.verify_content, prose.get("verify")))
    submit = partial(articles.article_content, prose.get("submit"), "Submit a run", True)
    yield Page("submit/", "article.html", "Submit a run", submit)
    missing = partial(articles.article_content, prose.get("404"), "No page here", False)
    yield Page("404.html", "article.html", "No page here", missing)
    yield from own_pages.planned(prose)


PLANNERS: tuple[Planner, ...] = (
    _home,
    _boards,
    _runs,
    _configurations,
    _methodology,
    _differences,
    _gates,
    _campaigns,
    _around,
)
"""Each plans one kind of page."""
