"""What changed, newest first: runs, claims, rubric versions, exclusions. The feed says the same."""

from __future__ import annotations

import re
import uuid
from functools import partial
from typing import Any

import msgspec

from site_builder.pages.campaigns.lookup import CampaignPlace
from site_builder.pages.differences.rescores import Rescore, rescores_of
from site_builder.pages.identity import board_page
from site_builder.pages.ledger import KINDS, notice_address, notices_of
from site_builder.pages.lookup import Place, SiteLookup, methodology_address
from site_builder.pages.page import Content
from site_builder.pages.paging import Paged, Paging
from site_builder.pages.prose import Article
from site_builder.pages.prose_values import Value, site_values
from site_builder.pages.runs import added
from site_builder.records.edition import FrozenEdition
from site_builder.records.ledger import Notice, why_of
from site_builder.scoring.graph import Graph
from site_builder.studies.ruhroh.times import newest

SECTION = re.compile(r"(?m)^(?=#{3} )")
PAGE_CHANGES = 500
"""Entries on one page, five elements each."""

NOTICE_WORDS = {
    "withdrawal": ("Withdrawn", "Why: {why}. The page stays, the rank goes."),
    "reinstatement": ("Reinstated", "Why: {why}. The run ranks again."),
    "correction": ("Corrected", "The export was exchanged: {why}. The first score stays pinned."),
}


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """One dated event with an id that never changes."""

    date: str
    """UTC day."""
    moment: str
    """RFC 3339 in UTC, for the feed."""
    kind: str
    title: str
    about: str
    address: str
    id: str
    """``urn:uuid:…``, made from what the change is about, not from when the site was built."""
    new_on: str = ""
    """Address of the board of a run that marks what was added since this one was; empty of all else."""


class ChangesView(msgspec.Struct, frozen=True):
    """What the templates of the pages of changes read."""

    changes: tuple[Change, ...]
    """All of them; of a further page its own."""
    listed: tuple[Change, ...]
    """Those of the page."""
    paging: Paging | None
    """``None`` where all are on one page."""
    article: Article | None
    values: dict[str, Value]


def changes_of(lookup: SiteLookup) -> tuple[Change, ...]:
    """Return every change, newest first; home page, changes page and feed share them.

    Within a day entries of the ledger come first, the later entry first; then by moment, then by id. What has
    no day comes last.
    """
    return lookup.once(partial(_changes, lookup), "changes")


def _changes(lookup: SiteLookup) -> tuple[Change, ...]:
    found = [_run(lookup, places) for places in lookup.runs]
    found += [_claim(place) for place in lookup.campaigns.all]
    found += [_rubric(graph) for graph in lookup.graphs if graph.id in lookup.data.released]
    found += [_rescore(one) for one in rescores_of(lookup)]
    found += [_edition(edition) for edition in lookup.data.editions]
    noticed = [(_notice(lookup, notice), notice.entry) for notice in notices_of(lookup)]
    found += [change for change, _ in noticed]
    entries = {change.id: entry for change, entry in noticed}
    found.sort(key=lambda change: change.id)
    found.sort(key=lambda change: (change.date, entries.get(change.id, 0), change.moment), reverse=True)
    return tuple(found)


def content(article: Article | None, lookup: SiteLookup) -> Content:
    """Return the content of the changes page."""
    found = changes_of(lookup)
    pages = paged(lookup)
    shown = _own_families(article, lookup) if article is not None else None
    view = ChangesView(found, found[: pages.most], pages.at(1), shown, site_values(lookup))
    return Content(view, payload(view))


def _own_families(article: Article, lookup: SiteLookup) -> Article:
    """Return the article without the sections of families that this site does not have.

    A section of a family begins with a heading of the third level that names it (``### Favur``) or one of its
    versions (``### favur/16 (2026-11-30)``); every other one is kept.
    """
    own = {graph.rubric.family for graph in lookup.graphs}
    others = {graph.rubric.family for graph in lookup.data.graphs.values()} - own
    front, *sections = SECTION.split(article.text)
    kept = [one for one in sections if _family_of(one) not in others]
    return Article(article.name, f"{''.join([front, *kept]).rstrip()}\n")


def _family_of(section: str) -> str:
    """Return the first word of a section's heading, which may be a family or a version of one."""
    words = section.partition("\n")[0].split()
    return words[1].partition("/")[0].casefold() if len(words) > 1 else ""


def further_content(number: int, lookup: SiteLookup) -> Content:
    """Return the content of a page on which the changes go on."""
    pages = paged(lookup)
    places = pages.places(number)
    own = changes_of(lookup)[places.start : places.stop]
    view = ChangesView(own, own, pages.at(number), None, {})
    return Content(view, payload(view))


def paged(lookup: SiteLookup) -> Paged:
    """Return how the changes are divided among pages."""
    return Paged(len(changes_of(lookup)), PAGE_CHANGES, "changes/")


def payload(view: ChangesView) -> dict[str, Any]:
    """Return the changes as plain data."""
    return {"changes": [msgspec.to_builtins(change) for change in view.changes]}


def _run(lookup: SiteLookup, places: tuple[Place, ...]) -> Change:
    place = places[0]
    run = place.entry.run
    standing = place.entry.standing
    gate = lookup.gates.of_folder(run.folder)
    if gate is not None and place.entry.withdrawn is None:
        state = f"decided by its release gate under {gate.pinned.settings.rubric}: {gate.pinned.outcome}"
    else:
        state = "ranked" if standing.rank is not None else f"listed without a rank: {standing.unranked}"
    return Change(
        date=(run.finished_at or run.started_at)[:10],
        moment=run.finished_at or run.started_at or "1970-01-01T00:00:00Z",
        kind="run",
        title=f"{lookup.configuration_name(run)}: {run.run_id}",
        about=f"A run on {place.board.title}, {state}.",
        address=lookup.run_address(run),
        id=urn("run", run.family, run.run_id),
        new_on="" if gate is not None else _new_on(lookup, place),
    )


def _new_on(lookup: SiteLookup, place: Place) -> str:
    since = added(lookup, place.entry.run)
    return f"{board_page(lookup, place)}index.html?since={since}" if since else ""


def _claim(place: CampaignPlace) -> Change:
    moment = newest(place.comparison.samples)
    may = "may" if place.comparison.readiness.ready else "must not"
    return Change(
        date=moment[:10],
        moment=moment or "1970-01-01T00:00:00Z",
        kind="claim",
        title=place.campaign.title,
        about=f"A campaign whose claim {may} be published under {place.comparison.settings.rubric}.",
        address=place.claim_address,
        id=urn("claim", place.slug),
    )


def _rubric(graph: Graph) -> Change:
    day = graph.rubric.date.isoformat()
    return Change(
        date=day,
        moment=f"{day}T00:00:00Z",
        kind="rubric",
        title=graph.rubric.title,
        about="A version of the methodology came into force.",
        address=methodology_address(graph),
        id=urn("rubric", graph.id),
    )


def _rescore(one: Rescore) -> Change:
    return Change(
        date=one.day,
        moment=f"{one.day}T00:00:00Z",
        kind="comparison",
        title=f"Runs under {one.newer} and {one.older}",
        about=one.about,
        address=one.address,
        id=urn("rescore", one.older, one.newer),
    )


def _edition(edition: FrozenEdition) -> Change:
    return Change(
        date=edition.day,
        moment=f"{edition.day}T00:00:00Z",
        kind="edition",
        title=f"Frozen edition {edition.name}",
        about=f"The site as it was with data of {edition.data_date or 'no day'}; it never changes.",
        address=edition.address,
        id=urn("edition", edition.name),
    )


def _notice(lookup: SiteLookup, notice: Notice) -> Change:
    kind = KINDS[type(notice)]
    event, about = NOTICE_WORDS[kind]
    return Change(
        date=notice.date,
        moment=f"{notice.date}T00:00:00Z",
        kind=kind,
        title=f"{event}: {notice.run}",
        about=about.format(why=why_of(notice)),
        address=notice_address(lookup, notice) or "data/ledger/",
        id=urn("ledger", notice.seal),
    )


def urn(*parts: str) -> str:
    """Return the id of a change, made from what it is about."""
    return f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, 'proofboard:' + ':'.join(parts))}"
