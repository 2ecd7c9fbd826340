"""Campaigns and their claims in Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.output.twins.text import LEFT, RIGHT, figure, link, sentence, table, words
from site_builder.pages.campaigns.claim import ClaimView, Group
from site_builder.pages.campaigns.listing import CampaignRow, CampaignsView
from site_builder.pages.campaigns.parts import Estimated
from site_builder.pages.campaigns.registry import ClaimRow, RegistryView
from site_builder.pages.lookup import SiteLookup

NOBODY = "Campaigns stand in the order of their folders; nobody is ranked."
REGISTRY = "What the campaigns of this site claim, publishable claims first."
FAULTY = "These figures are shown so that they can be checked. They may not be published as a claim."


def campaigns_blocks(view: CampaignsView, root: str, _: SiteLookup) -> Iterator[str]:
    """Yield the table of all campaigns."""
    yield NOBODY
    head = [("Campaign", LEFT), ("Claim", LEFT), ("Against it", RIGHT), ("Cohorts", RIGHT)]
    head += [("Samples", RIGHT), ("Pairs", LEFT), ("Suite", LEFT), ("Stream", LEFT)]
    yield table(head, [_campaign(row, root) for row in view.rows])


def _campaign(row: CampaignRow, root: str) -> list[str]:
    return [
        link(row.title, root, f"{row.address}index.html"),
        link("publishable" if row.ready else "not publishable", root, f"{row.claim}index.html"),
        *map(figure, (row.blockers, row.cohorts, row.samples)),
        words(row.verdicts),
        words(row.suite or "no suite"),
        words(row.stream or "not stated"),
    ]


def registry_blocks(view: RegistryView, root: str, _: SiteLookup) -> Iterator[str]:
    """Yield the table of all claims."""
    yield f"{REGISTRY} Publishable: {figure(view.publishable)}; not publishable: {figure(view.blocked)}."
    head = [("Claim", LEFT), ("Verdict", LEFT), ("What it says", LEFT), ("Pass rate", RIGHT)]
    head += [("Interval", LEFT), ("Passes", RIGHT), ("Samples", RIGHT), ("Suite", LEFT)]
    yield table([*head, ("Targets", LEFT), ("Against it", LEFT)], [_claim(row, root) for row in view.rows])


def _claim(row: ClaimRow, root: str) -> list[str]:
    rate, interval = _estimate(row.rate) if isinstance(row.rate, Estimated) else (figure(row.rate), "")
    return [
        link(row.title, root, f"{row.address}index.html"),
        words(row.word),
        " ".join(map(sentence, row.stated)),
        rate,
        interval,
        figure(row.passes),
        figure(row.runs),
        words(row.suite),
        words(", ".join(row.targets)),
        words("; ".join(row.blockers)),
    ]


def claim_blocks(view: ClaimView, root: str, lookup: SiteLookup) -> Iterator[str]:
    """Yield what a campaign claims, whether that may be published, its rates, and what stands against it."""
    for one in view.stated.first:
        yield sentence(one.words)
    rubric = link(view.rubric, root, f"{view.methodology}index.html")
    yield f"{view.word} under {rubric}, digest {lookup.data.graphs[view.rubric].digest}: {words(view.about)}"
    if view.rates:
        head = [("Cohort", LEFT), ("Pass rate", RIGHT), ("Interval", LEFT), ("How", LEFT)]
        yield table(head, [[words(one.title), *_estimate(one), sentence(one.about)] for one in view.rates])
    if not view.ready:
        yield FAULTY
    if view.blockers:
        yield "What stands against it:"
        yield table(
            [("Reason", LEFT), ("Times", RIGHT), ("What would clear it", LEFT)],
            [_group(group) for group in view.blockers],
        )


def _estimate(rate: Estimated) -> tuple[str, str]:
    return figure(rate.value), f"{figure(rate.lower)} to {figure(rate.upper)}"


def _group(group: Group) -> list[str]:
    return [words(group.title), figure(group.count), words(group.remedy)]
