"""What a campaign claims, in one sentence for each pair of its cohorts: direction, size, interval and p."""

from __future__ import annotations

import msgspec

from site_builder.pages.campaigns.lookup import CampaignPlace
from site_builder.pages.campaigns.pairs import anchors_of
from site_builder.pages.campaigns.parts import FIRMEST_FIRST, number_of, p_value, percentage, relation
from site_builder.pages.cells import Cell, Sentence
from site_builder.studies.ruhroh.cohorts import Cohort
from site_builder.studies.ruhroh.pairs import Pair

MOST = 6
"""Sentences that a page begins with; the page of pairs has all."""


class Statement(msgspec.Struct, frozen=True):
    """One sentence of a claim, and where its figures are worked out."""

    words: Sentence
    address: str
    """Of the page with the arithmetic, relative to the root."""
    anchor: str
    """On that page."""
    link: str
    """Words of the link."""


class Stated(msgspec.Struct, frozen=True):
    """Everything that a claim says."""

    first: tuple[Statement, ...]
    """The firmest verdicts first; at the end cohorts that nothing is compared with."""
    more: Cell | None
    """How many further sentences there are; ``None`` for none."""


def stated(place: CampaignPlace) -> Stated:
    """Return what the samples of a campaign say."""
    found = place.comparison
    anchors = anchors_of(found)
    pairs = sorted(found.pairs, key=lambda pair: FIRMEST_FIRST.index(pair.verdict))
    compared = {pair.scenario_id for pair in pairs}
    every = [
        Statement(_of_pair(pair), f"{place.address}pairs/", anchors[pair.id], f"Why {pair.verdict}")
        for pair in pairs
    ]
    every += [
        Statement(_of_cohort(cohort), place.address, f"cohort-{n}", "What was counted")
        for n, cohort in enumerate(found.cohorts, 1)
        if cohort.scenario_id not in compared
    ]
    more = number_of("claim.further", len(every) - MOST) if len(every) > MOST else None
    return Stated(tuple(every[:MOST]), more)


def firmest(place: CampaignPlace) -> tuple[Sentence, ...]:
    """Return the first sentence of what the samples of a campaign say; nothing where there is no sample."""
    return tuple(one.words for one in stated(place).first[:1])


def _of_pair(pair: Pair) -> Sentence:
    """Return the difference of a pair as a sentence, the side that passed more often first."""
    sides = [(pair.contender, pair.contender_counts), (pair.baseline, pair.baseline_counts)]
    gap, bounds = pair.difference.value, (pair.difference.interval.lower, pair.difference.interval.upper)
    if gap < 0:
        sides.reverse()
        gap, bounds = -gap, (-bounds[1], -bounds[0])
    p = p_value("claim.p_value", pair.test.p_value)
    (first, (first_passes, first_runs)), (second, (second_passes, second_runs)) = sides
    opening = {
        "conclusive": f"{first} passes more often than {second} on {pair.scenario_id}: ",
        "directional": (
            f"On {pair.scenario_id} the samples point to {first}, and do not suffice to say that it passes "
            f"more often than {second}: "
        ),
        "inconclusive": (
            f"On {pair.scenario_id} the samples do not say which of {first} and {second} passes more often: "
        ),
    }
    return (
        opening[pair.verdict],
        number_of("claim.first.passes", first_passes),
        " of ",
        number_of("claim.first.runs", first_runs),
        " samples against ",
        number_of("claim.second.passes", second_passes),
        " of ",
        number_of("claim.second.runs", second_runs),
        ", a difference of pass rates of ",
        _signed("claim.difference", gap),
        " (",
        percentage("claim.confidence", pair.difference.interval.confidence, 0),
        " interval ",
        _signed("claim.difference.lower", bounds[0]),
        " to ",
        _signed("claim.difference.upper", bounds[1]),
        f"; Fisher's exact test, p {relation(p)}",
        p,
        ").",
    )


def _of_cohort(cohort: Cohort) -> Sentence:
    """Return the pass rate of a cohort that nothing is compared with."""
    interval = cohort.pass_rate_interval
    return (
        f"{cohort.target} passed ",
        number_of("claim.passes", cohort.passes),
        " of ",
        number_of("claim.runs", cohort.runs),
        f" samples of {cohort.scenario_id}: ",
        percentage("claim.pass_rate", cohort.pass_rate),
        " (",
        percentage("claim.confidence", interval.confidence, 0),
        " interval ",
        percentage("claim.pass_rate.lower", interval.lower),
        " to ",
        percentage("claim.pass_rate.upper", interval.upper),
        "). Nothing was run to compare it with.",
    )


def _signed(node: str, value: float) -> Cell:
    return Cell(node, value, 3, form="signed")
