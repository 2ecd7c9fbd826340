"""The list of all campaigns, in the order of their folders."""

from __future__ import annotations

import msgspec

from site_builder.pages.campaigns.lookup import CampaignPlace
from site_builder.pages.campaigns.parts import number_of
from site_builder.pages.campaigns.statement import firmest
from site_builder.pages.cells import Cell, Sentence, as_data
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content


class CampaignRow(msgspec.Struct, frozen=True):
    """One campaign of the list."""

    id: str
    title: str
    address: str
    claim: str
    ready: bool
    stated: tuple[Sentence, ...]
    """What its samples say, the firmest sentence alone; empty without any sample."""
    blockers: Cell
    against: tuple[str, ...]
    """Titles of the kinds of reasons against its claim."""
    advisories: Cell
    cohorts: Cell
    samples: Cell
    suite: str
    stream: str
    verdicts: str
    """Verdicts of its pairs in words."""


class CampaignsView(msgspec.Struct, frozen=True):
    """What the template of the list of campaigns reads."""

    title: str
    rows: tuple[CampaignRow, ...]
    left_out: tuple[tuple[str, tuple[str, ...]], ...]
    """(folder, why)."""


def campaigns_content(lookup: SiteLookup) -> Content:
    """Return the content of the list of campaigns."""
    view = CampaignsView(
        "Campaigns",
        tuple(campaign_row(place) for place in lookup.campaigns.all),
        tuple(
            (item.folder, tuple(problem.message for problem in item.problems))
            for item in lookup.campaigns.left_out
        ),
    )
    return Content(view, as_data(view))


def campaign_row(place: CampaignPlace) -> CampaignRow:
    """Return a campaign as one row."""
    found = place.comparison
    return CampaignRow(
        id=place.campaign.id,
        title=place.campaign.title,
        address=place.address,
        claim=place.claim_address,
        ready=found.readiness.ready,
        stated=firmest(place),
        blockers=number_of("claim.blockers", len(found.readiness.blockers)),
        against=found.readiness.against,
        advisories=number_of("claim.advisories", len(found.readiness.advisories)),
        cohorts=number_of("campaign.cohorts", len(found.cohorts)),
        samples=number_of("campaign.samples", len(found.samples)),
        suite=found.suite.title if found.suite else "",
        stream=place.campaign.targets.stream if place.campaign.targets else "",
        verdicts=", ".join(dict.fromkeys(pair.verdict for pair in found.pairs)) or "no pair",
    )
