"""What the pages of a campaign are made of: estimates with their intervals, checks, metered figures."""

from __future__ import annotations

from typing import Any

import msgspec

from site_builder.pages.campaigns.lookup import PAGES, CampaignPlace
from site_builder.pages.cells import Cell, Sentence
from site_builder.pages.page import Crumb
from site_builder.sources.secrets import kinds, scan
from site_builder.statistics.interval import Interval
from site_builder.studies.ruhroh.codes import CODES
from site_builder.studies.ruhroh.pairs import below_shown
from site_builder.studies.ruhroh.review import REASONS
from site_builder.studies.ruhroh.usage import Metered

METHODS = {
    "wilson": "Wilson interval",
    "bootstrap_percentile": "bootstrap interval",
    "normal_difference": "normal interval",
}
"""Method of an interval → its name."""
STATUS_WORDS = {
    "passed": "passed",
    "failed": "failed",
    "review": "left open",
    "infra_failed": "no verdict",
    "partial": "partly met",
    "not_applicable": "not applicable",
}
FIRMEST_FIRST = ("conclusive", "directional", "inconclusive")
"""Verdicts of pairs in the order in which pages tell them."""

COVERAGE_WORDS = {
    "complete": "reported by all",
    "partial": "reported by some",
    "unknown": "not known to be complete",
    "unavailable": "not reported",
}
"""How far cost or tokens are reported."""


class Estimated(msgspec.Struct, frozen=True):
    """A figure with the interval that is drawn around it."""

    key: str
    """Makes the ids of the drawing; once on a page."""
    title: str
    value: Cell
    lower: Cell
    upper: Cell
    about: Sentence
    """Method, level, number of samples, parameters."""
    firm: bool
    """Whether there are as many samples as are asked for; else it is drawn hollow."""
    span: tuple[float, float] = (0.0, 1.0)
    """The scale that it is drawn on."""


class Tab(msgspec.Struct, frozen=True):
    """One page of a campaign."""

    title: str
    address: str
    here: bool


class Head(msgspec.Struct, frozen=True):
    """What every page of a campaign begins with."""

    title: str
    about: str
    """What the publisher says of the campaign; empty on other pages than its first."""
    crumbs: tuple[Crumb, ...]
    tabs: tuple[Tab, ...]


def head_of(place: CampaignPlace, here: str, about: str = "") -> Head:
    """Return the head of a page; ``here`` is its part of the address, ``claim`` for the claim."""
    tabs = [Tab(title, f"{place.address}{part}", here == part) for title, part in PAGES]
    tabs.insert(2, Tab("Claim", place.claim_address, here == "claim"))
    above = [Crumb("Campaigns", "campaigns/")]
    if here:
        above.append(Crumb(place.campaign.title, place.address))
    return Head(place.campaign.title, about, tuple(above), tuple(tabs))


def number_of(node: str, value: float, decimals: int = 0, unit: str = "") -> Cell:
    """Return a figure that is there."""
    return Cell(node, float(value), decimals, unit)


def p_value(node: str, value: float, decimals: int = 4) -> Cell:
    """Return a p-value; a tiny one is shown as less than what the decimals can tell from zero."""
    return Cell(node, value, decimals, text=below_shown(value, decimals))


def relation(p: Cell) -> str:
    """Return what stands before a p-value: an equals sign, unless it says itself what it is less than."""
    return "" if p.text else "= "


def absent(node: str, words: str, detail: str = "") -> Cell:
    """Return the words shown where a figure is missing."""
    return Cell(node, None, reason="not_collected", detail=detail, text=words)


def percentage(node: str, value: float, decimals: int = 1) -> Cell:
    """Return a share from 0 to 1 in per cent."""
    return Cell(node, value, decimals, form="percent")


def estimated(
    names: tuple[str, str, str], value: float, interval: Interval, *, firm: bool, form: str = "percent"
) -> Estimated:
    """Return a figure with its interval; ``names`` are the key, the title and the node."""
    key, title, node = names

    def cell(end: str, figure: float) -> Cell:
        if form == "percent":
            return percentage(f"{node}{end}", figure)
        return Cell(f"{node}{end}", figure, 3, form="signed" if form == "signed" else "")

    low, high = (-1.0, 1.0) if form == "signed" else (0.0, 1.0)
    return Estimated(
        key,
        title,
        cell("", value),
        cell(".lower", interval.lower),
        cell(".upper", interval.upper),
        method_of(node, interval),
        firm,
        (min(low, interval.lower, value), max(high, interval.upper, value)),
    )


def method_of(node: str, interval: Interval) -> Sentence:
    """Return how an interval was made, with its parameters."""
    parts: list[Any] = [
        f"{METHODS.get(interval.method, interval.method)}, ",
        percentage(f"{node}.confidence", interval.confidence, 0),
        ", n = ",
        number_of(f"{node}.n", interval.n),
    ]
    found = interval.parameters
    if isinstance(resamples := found.get("resamples"), int | float):
        parts += [", ", number_of(f"{node}.resamples", resamples), " resamples"]
    return tuple(parts)


def cost(node: str, found: Metered, figure: float | None, decimals: int = 4) -> Cell:
    """Return a metered figure in its unit; one that does not follow says how far it was reported."""
    if figure is not None:
        return Cell(node, figure, decimals)
    if found.observed == 0:
        return absent(node, "not reported", f"0 of {found.samples} samples report it")
    if found.status != "complete":
        reported = f"{found.observed} of {found.samples} samples report it, {found.complete} as complete"
        return absent(node, "not complete", reported)
    return absent(node, "no pass", "everything is reported and nothing passed")


def shown(text: str) -> str:
    """Return a recorded text, or why it is withheld: a text with a secret in it is not published at all."""
    found = kinds(scan(text))
    return f"(withheld: it seems to hold {found})" if found else text


def place_shown(path: str) -> str:
    """Return a recorded path as it may be published: one that is absolute only by its last part."""
    whole = path.startswith(("/", "~")) or path[1:3] in (":\\", ":/")
    return shown(path.replace("\\", "/").rpartition("/")[2] if whole else path)


def short_digest(value: str) -> str:
    """Return a value for a table: of a SHA-256 its first twelve digits."""
    front, colon, digest = value.rpartition(":")
    hexadecimal = len(digest) == 64 and not set(digest) - set("0123456789abcdef")
    return f"{front}{colon}{digest[:12]}…" if hexadecimal else value


def reason_words(code: str) -> str:
    """Return the words for a reason or a signal."""
    if code in REASONS:
        return REASONS[code]
    return CODES[code].title if code in CODES else code


def told(code: str, detail: str) -> tuple[str, str]:
    """Return a reason or a signal in words, and what it is about; that is empty where it says all itself."""
    return reason_words(code), shown(detail).replace("_", " ")
