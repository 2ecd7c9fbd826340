"""The plan of the pages of campaigns; none on a site without them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from site_builder.pages.campaigns.claim import claim_content
from site_builder.pages.campaigns.cohorts import board_content
from site_builder.pages.campaigns.journey import sample_content
from site_builder.pages.campaigns.listing import campaigns_content
from site_builder.pages.campaigns.lookup import CampaignPlace
from site_builder.pages.campaigns.pairs import pairs_content
from site_builder.pages.campaigns.registry import registry_content
from site_builder.pages.campaigns.review import review_content
from site_builder.pages.campaigns.suite import suite_content
from site_builder.pages.campaigns.targets import targets_content
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Page


def campaign_pages(lookup: SiteLookup) -> Iterator[Page]:
    """Yield every page of the campaigns."""
    campaigns = lookup.campaigns
    if not campaigns.rubrics:
        return
    yield Page("campaigns/", "campaigns.html", "Campaigns", campaigns_content)
    yield Page("claims/", "campaign_claims.html", "Claims", registry_content)
    for place in campaigns.all:
        yield from _campaign(place)


def _campaign(place: CampaignPlace) -> Iterator[Page]:
    title, below, slug = place.campaign.title, place.address, place.slug
    yield Page(below, "campaign.html", f"Cohorts: {title}", partial(board_content, slug))
    yield Page(f"{below}pairs/", "campaign_pairs.html", f"Pairs: {title}", partial(pairs_content, slug))
    yield Page(place.claim_address, "campaign_claim.html", f"Claim: {title}", partial(claim_content, slug))
    yield Page(f"{below}review/", "campaign_review.html", f"Review: {title}", partial(review_content, slug))
    yield Page(f"{below}suite/", "campaign_suite.html", f"Suite: {title}", partial(suite_content, slug))
    yield Page(
        f"{below}targets/", "campaign_targets.html", f"Targets: {title}", partial(targets_content, slug)
    )
    for sample in place.comparison.samples:
        name = f"{sample.run_id or sample.path}: {title}"
        build = partial(sample_content, slug, sample.path)
        yield Page(place.sample_address(sample.path), "campaign_sample.html", name, build)
