"""Admission: is a recorded run complete and well formed, so that it may be scored at all?

Every reason against it is found and reported in one go, in the order: the run's disclosures, each review in
file order, then the matrix of cases and conditions. Source of rules and order: the published scorer as the
specification describes it, parts 3.1 to 3.4; where a rubric follows the published text instead, its settings
say so.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from site_builder.records.blueprint import DISCLOSURES, Recorded, Rejection, Review, Suite
from site_builder.studies.blueprint.matrix import matrix_faults
from site_builder.studies.blueprint.reasons import REVIEWS_FILE, RUN_FILE, reject
from site_builder.studies.blueprint.review_rules import ReviewRules
from site_builder.studies.blueprint.settings import Settings

RUN_FIELDS = frozenset((*DISCLOSURES, "date", "conditions"))
_CALENDAR = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Admitted(msgspec.Struct, frozen=True):
    """The outcome: valid reviews, and every reason why the run is rejected."""

    reviews: tuple[Review, ...]
    """Every review without a fault, in file order."""
    rejections: tuple[Rejection, ...]
    """Empty for a run that may be scored."""


def admit(recorded: Recorded, suite: Suite, settings: Settings) -> Admitted:
    """Hold a recorded run against its suite and a rubric. Never raises for what was recorded."""
    if recorded.faults:
        return Admitted((), recorded.faults)
    if not isinstance(recorded.reviews, list):
        return Admitted((), (reject("REVIEWS_ROOT", file=REVIEWS_FILE),))
    rejections = list(run_faults(recorded.run, settings))
    reviews: list[Review] = []
    rules = ReviewRules(recorded, suite, settings)
    for index, written in enumerate(recorded.reviews):
        faults = rules.faults(index, written)
        rejections += faults
        if not faults:
            reviews.append(rules.review(index, written))
    matrix = list(matrix_faults(recorded, suite, settings, reviews))
    hidden = [fault for fault in matrix if fault.code == "UNICODE"]
    if hidden and not any(fault.code == "NUMBER_TOO_LARGE" for fault in rejections):
        return Admitted(tuple(reviews), (hidden[0],))
    return Admitted(tuple(reviews), (*rejections, *matrix))


def run_faults(run: Any, settings: Settings) -> Iterator[Rejection]:
    """Yield what is wrong with ``run.json``."""
    if not isinstance(run, dict):
        yield reject("RUN_ROOT", file=RUN_FILE)
        return
    missing = sorted(RUN_FIELDS - run.keys())
    if missing:
        yield reject("RUN_FIELDS_MISSING", ", ".join(missing), file=RUN_FILE)
        return
    if run["conditions"] != list(settings.conditions):
        yield reject("RUN_CONDITIONS", file=RUN_FILE, pointer="/conditions", named=settings.conditions)
    for field in DISCLOSURES:
        if not isinstance(run[field], str) or not run[field].strip():
            yield reject("RUN_TEXT", field, file=RUN_FILE, pointer=f"/{field}")
    if not is_date(run["date"], settings):
        yield reject("RUN_DATE", file=RUN_FILE, pointer="/date")


def is_date(value: Any, settings: Settings) -> bool:
    """Return whether a value is a date in a form that the rubric takes."""
    if not isinstance(value, str):
        return False
    if settings.dates == "calendar date" and not _CALENDAR.fullmatch(value):
        return False
    return calendar_day(value) != ""


def calendar_day(date: str) -> str:
    """Return a date in any ISO form (``20260805``, ``2026-W32-3``) as ``YYYY-MM-DD``; empty if it is none."""
    try:
        return dt.date.fromisoformat(date).isoformat()
    except ValueError:
        return ""
