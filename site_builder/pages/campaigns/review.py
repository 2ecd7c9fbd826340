"""The review queue of a campaign: samples that a person should look at, required ones first."""

from __future__ import annotations

import msgspec

from site_builder.pages.campaigns.lookup import CampaignPlace
from site_builder.pages.campaigns.parts import STATUS_WORDS, Head, head_of, number_of, shown, told
from site_builder.pages.cells import Cell, as_data
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content
from site_builder.studies.ruhroh.review import ReviewItem


class QueueItem(msgspec.Struct, frozen=True):
    """One sample of the queue."""

    run_id: str
    address: str
    scenario: str
    target: str
    required: bool
    evaluation: str
    score: Cell
    bucket: str
    reasons: tuple[tuple[str, str], ...]
    """(why, what it is about)."""
    summary: str


class QueueView(msgspec.Struct, frozen=True):
    """What the template of a review queue reads."""

    head: Head
    required: Cell
    recommended: Cell
    samples: Cell
    items: tuple[QueueItem, ...]
    claim: str


def review_content(slug: str, lookup: SiteLookup) -> Content:
    """Return the content of the review queue of a campaign."""
    place = lookup.campaigns.by_slug[slug]
    queue = place.comparison.queue
    required = sum(item.priority == "required" for item in queue)
    view = QueueView(
        head=head_of(place, "review/"),
        required=number_of("review.required", required),
        recommended=number_of("review.recommended", len(queue) - required),
        samples=number_of("review.samples", len(place.comparison.samples)),
        items=tuple(_item(item, place) for item in queue),
        claim=place.claim_address,
    )
    return Content(view, as_data(view), place.config.rubric)


def _item(item: ReviewItem, place: CampaignPlace) -> QueueItem:
    return QueueItem(
        run_id=item.run_id or item.path,
        address=place.sample_address(item.path),
        scenario=item.scenario_id,
        target=item.target,
        required=item.priority == "required",
        evaluation=STATUS_WORDS[item.evaluation_status],
        score=number_of("review.score", item.score, 2),
        bucket=item.failure_bucket.replace("_", " "),
        reasons=tuple(told(reason.code, reason.detail) for reason in item.reasons),
        summary=shown(item.final_summary),
    )
