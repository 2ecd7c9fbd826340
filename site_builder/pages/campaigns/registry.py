"""The registry of claims: every campaign's claim, published or not, with what stands against it."""

from __future__ import annotations

import msgspec

from site_builder.pages.campaigns.lookup import CampaignPlace
from site_builder.pages.campaigns.parts import Estimated, absent, estimated, number_of
from site_builder.pages.campaigns.statement import firmest
from site_builder.pages.cells import Cell, Sentence, as_data
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content
from site_builder.statistics.proportions import wilson
from site_builder.studies.ruhroh.times import newest


class ClaimRow(msgspec.Struct, frozen=True):
    """One claim of the registry."""

    title: str
    address: str
    campaign: str
    stated: tuple[Sentence, ...]
    """What it says, the firmest sentence alone; empty without any sample."""
    ready: bool
    word: str
    date: str
    suite: str
    targets: tuple[str, ...]
    runs: Cell
    passes: Cell
    rate: Estimated | Cell
    """Over all samples of the claim; a word where there is none."""
    drawn: bool
    blockers: tuple[str, ...]
    """Titles of the kinds of reasons against it."""
    advisories: Cell
    data: str


class RegistryView(msgspec.Struct, frozen=True):
    """What the template of the registry reads."""

    title: str
    publishable: Cell
    blocked: Cell
    rows: tuple[ClaimRow, ...]


def registry_content(lookup: SiteLookup) -> Content:
    """Return the content of the registry: publishable claims first, then by name."""
    places = sorted(lookup.campaigns.all, key=lambda p: (not p.comparison.readiness.ready, p.slug))
    ready = sum(place.comparison.readiness.ready for place in places)
    view = RegistryView(
        "Claims",
        number_of("claims.publishable", ready),
        number_of("claims.blocked", len(places) - ready),
        tuple(_row(n, place) for n, place in enumerate(places, 1)),
    )
    return Content(view, as_data(view))


def _row(n: int, place: CampaignPlace) -> ClaimRow:
    found = place.comparison
    runs, passes = sum(c.runs for c in found.cohorts), sum(c.passes for c in found.cohorts)
    interval = wilson(passes, runs, z=found.settings.z, confidence=found.settings.confidence)
    rate: Estimated | Cell = absent("claim.pass_rate", "no sample")
    if interval is not None:
        firm = not any(cohort.directional for cohort in found.cohorts)
        names = (f"claim-{n}", f"Pass rate over all samples of {place.campaign.title}", "claim.pass_rate")
        rate = estimated(names, passes / runs, interval, firm=firm)
    return ClaimRow(
        title=place.campaign.title,
        address=place.claim_address,
        campaign=place.address,
        stated=firmest(place),
        ready=found.readiness.ready,
        word="Publishable" if found.readiness.ready else "Not publishable",
        date=newest(found.samples)[:10],
        suite=f"{found.suite.title} {found.suite.version}" if found.suite else "no suite",
        targets=tuple(dict.fromkeys(cohort.target for cohort in found.cohorts)),
        runs=number_of("claim.runs", runs),
        passes=number_of("claim.passes", passes),
        rate=rate,
        drawn=interval is not None,
        blockers=found.readiness.against,
        advisories=number_of("claim.advisories", len(found.readiness.advisories)),
        data=place.data,
    )
