"""Names of the numbers on pages of campaigns and claims, by where their data have them.

Those that follow from samples are computed again where all pages of a campaign are (``CampaignCheck``).
"""

from __future__ import annotations

import re
from typing import Any

from site_builder.output.verify.campaign_samples import SPREAD, USED
from site_builder.output.verify.faults import DERIVED, GIVEN, Named, is_number

OF_CAMPAIGN = re.compile(r"campaigns/[^/]+/(?:(pairs|review|suite)/|(samples)/[^/]+/)?index\.json")
OF_CLAIM = re.compile(r"claims/[^/]+/index\.json")
STATED_OF_PAIR = (
    *("first.passes", "first.runs", "second.passes", "second.runs"),
    *("difference", "confidence", "difference.lower", "difference.upper", "p_value"),
)
"""What a sentence on a pair has, each a part of ``claim``."""
STATED_OF_COHORT = ("passes", "runs", "pass_rate", "confidence", "pass_rate.lower", "pass_rate.upper")
OF_SPREAD = ("n", "least", "lower_quartile", "median", "upper_quartile", "greatest")
OF_USAGE = ("reporting", "samples", "total", "mean")
OF_LISTED_CAMPAIGN = {
    "blockers": "claim.blockers",
    "advisories": "claim.advisories",
    "cohorts": "campaign.cohorts",
    "samples": "campaign.samples",
}
"""What a campaign has in a list of them → its name on pages."""
WORDS_OF_PLAN = {"there": "present", "several": "duplicate", "not planned": "extra"}


def named_of_campaign(path: str, data: dict[str, Any]) -> Named:
    """Yield what a page of a campaign or of a claim shows; nothing for other pages.

    Raises ``KeyError`` and the like for data that are not as on such a page.
    """
    if "moved_to" in data:
        return
    found = OF_CAMPAIGN.fullmatch(path)
    if found is not None:
        page = {"pairs": _pairs, "review": _review, "suite": _suite, "samples": _sample, None: _cohorts}
        yield from page[found[1] or found[2]](data)
    elif path == "claims/index.json":
        yield from _claims(data)
    elif path == "campaigns/index.json":
        yield from _listed_campaigns(data["rows"])
    elif path == "index.json":
        yield from _listed_campaigns(data.get("campaigns", []))
    elif OF_CLAIM.fullmatch(path):
        yield from _claim(data)


def _listed_campaigns(rows: list[dict[str, Any]]) -> Named:
    for row in rows:
        for key, name in OF_LISTED_CAMPAIGN.items():
            yield name, row[key], DERIVED
        for words in row["stated"]:
            yield from sentence(words)


def numbers_among(words: list[Any]) -> list[float]:
    """Return the numbers of a sentence."""
    return [word for word in words if is_number(word)]


def _estimated(name: str, one: dict[str, Any]) -> Named:
    yield from ((name + end, one[key], DERIVED) for key, end in ENDS.items())
    parts = zip(("confidence", "n", "resamples"), numbers_among(one["about"]))
    yield from ((f"{name}.{part}", v, DERIVED if part == "n" else GIVEN) for part, v in parts)


ENDS = {"value": "", "lower": ".lower", "upper": ".upper"}


def _stated(stated: dict[str, Any]) -> Named:
    for one in stated["first"]:
        yield from sentence(one["words"])
    if stated["more"] is not None:
        yield "claim.further", stated["more"], DERIVED


def sentence(words: list[Any]) -> Named:
    """Yield what a sentence of a claim has, on a pair or on one cohort."""
    values = numbers_among(words)
    names = STATED_OF_PAIR if len(values) == len(STATED_OF_PAIR) else STATED_OF_COHORT
    yield from ((f"claim.{n}", v, GIVEN if n == "confidence" else DERIVED) for n, v in zip(names, values))


def _cohorts(data: dict[str, Any]) -> Named:
    yield from _stated(data["stated"])
    yield "claim.advisories", data["advisories"], DERIVED
    yield "campaign.minimum_runs", data["minimum"], GIVEN
    yield "campaign.samples", data["samples"], DERIVED
    for row in data["rows"]:
        yield "cohort.runs", row["runs"], DERIVED
        yield "cohort.minimum_runs", row["minimum"], GIVEN
        yield "cohort.passes", row["passes"], DERIVED
        yield "cohort.review", row["review_count"], DERIVED
        yield from _estimated("cohort.pass_rate", row["pass_rate"])
        yield from _estimated("cohort.mean_score", row["mean_score"])
        yield from ((f"cohort.pass_at_{k}", v, DERIVED) for k, v in enumerate(row["pass_at"], 1))
        for name in ("cost_per_pass", "tokens_per_pass"):
            yield f"cohort.{name}", row[name], DERIVED
        for n, (_, count) in enumerate(row["failures"], 1):
            yield f"cohort.bucket.{n}", count, DERIVED
        for _, mean, count in row["subscores"]:
            yield "cohort.subscore", mean, DERIVED
            yield "cohort.subscore.n", count, DERIVED
        for title, _, *cells in row["usage"]:
            yield from ((f"cohort.{USED[title]}.{part}", v, DERIVED) for part, v in zip(OF_USAGE, cells))
        for title, *cells in row["spreads"]:
            yield from ((f"cohort.{SPREAD[title]}.{part}", v, DERIVED) for part, v in zip(OF_SPREAD, cells))
        yield from (("cohort.signal", count, DERIVED) for _, count in row["signals"])
        yield from ((one["node"], one["value"], DERIVED) for one in row["derived"])


def _sample(data: dict[str, Any]) -> Named:
    for name in ("score", "duration", "iterations", "tokens"):
        yield f"sample.{name}", data[name], GIVEN
    yield "sample.most_iterations", data.get("most_iterations"), GIVEN  # editions of before have none
    yield "sample.cost_usd", data["cost"], GIVEN
    yield from (("sample.turn", attempt[0], GIVEN) for attempt in data["attempts"])
    yield from (("sample.criterion", one[3], GIVEN) for one in data["criteria"])
    yield from (("sample.exit_code", one[1], GIVEN) for one in data["commands"])
    yield from (("sample.subscore", value, GIVEN) for _, value in data["subscores"])
    yield from (("sample.bytes", file["size"], GIVEN) for file in data["files"])


def _pairs(data: dict[str, Any]) -> Named:
    for matrix in data["matrices"]:
        for row in matrix["rows"]:
            yield from (("pair.difference", cell[2], DERIVED) for cell in row["cells"] if cell is not None)
    for pair in data["pairs"]:
        yield from _estimated("pair.difference", pair["difference"])
        for side in ("baseline", "contender"):
            yield from (
                (f"pair.{side}.{key}", pair[side][key], DERIVED) for key in ("passes", "runs", "rate")
            )
        for key, name, known in (
            ("p_value", "p_value", DERIVED),
            ("n", "n", DERIVED),
            ("alpha", "alpha", GIVEN),
            ("minimum", "minimum_runs", GIVEN),
        ):
            yield f"pair.{name}", pair[key], known


def _review(data: dict[str, Any]) -> Named:
    for key in ("required", "recommended", "samples"):
        yield f"review.{key}", data[key], DERIVED
    yield from (("review.score", item["score"], GIVEN) for item in data["items"])


def _suite(data: dict[str, Any]) -> Named:
    yield "suite.minimum_runs", data["minimum"], GIVEN
    for roll in data["rolls"]:
        for key in ("covered", "expected", "cost_per_pass"):
            yield f"suite.{key}", roll[key], DERIVED
        yield "suite.mean_scenario_pass_rate", roll["mean_rate"], DERIVED
        yield from (("suite.runs", count, DERIVED) for _, count in roll["runs"])
        yield from _estimated("suite.pass_rate", roll["rate"])
    for word, count in data["counts"]:
        yield f"plan.{WORDS_OF_PLAN.get(word, word)}", count, DERIVED


def _claim(data: dict[str, Any]) -> Named:
    yield from _stated(data["stated"])
    yield "claim.blockers", data["blockers_count"], DERIVED
    yield "claim.advisories", data["advisories_count"], DERIVED
    for group in (*data["blockers"], *data["advisories"]):
        yield "claim.count", group["count"], DERIVED
    for rate in data["rates"]:
        yield from _estimated("claim.pass_rate", rate)


def _claims(data: dict[str, Any]) -> Named:
    yield "claims.publishable", data["publishable"], DERIVED
    yield "claims.blocked", data["blocked"], DERIVED
    for row in data["rows"]:
        for words in row["stated"]:
            yield from sentence(words)
        for name in ("runs", "passes", "advisories"):
            yield f"claim.{name}", row[name], DERIVED
        if row["drawn"]:
            yield from _estimated("claim.pass_rate", row["rate"])
