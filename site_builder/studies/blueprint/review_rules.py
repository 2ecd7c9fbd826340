"""What one review must be like. Every fault of it is reported; only a review without any is used."""

from __future__ import annotations

import math
import unicodedata
from typing import Any

from site_builder.records.blueprint import Recorded, Rejection, Review, Suite
from site_builder.studies.blueprint.reasons import REVIEWS_FILE, reject
from site_builder.studies.blueprint.settings import Settings
from site_builder.studies.blueprint.words import readable

FIELDS = frozenset(
    (
        *("case_id", "condition", "reviewer_id", "acceptance_scores", "unsupported_claims"),
        *("final_status_accurate", "evidence_quality", "reviewer_corrections", "response_words"),
        *("elapsed_seconds", "input_tokens", "output_tokens", "cost_usd", "notes"),
    )
)
WHOLE = ("unsupported_claims", "reviewer_corrections", "response_words", "input_tokens", "output_tokens")
NUMBERS = ("elapsed_seconds", "cost_usd")
BEST_EVIDENCE = 4
WITHHELD = "(withheld)"
"""Stands for an id in a reason that must not be published."""


class ReviewRules:
    """The rules for the reviews of one run."""

    def __init__(self, recorded: Recorded, suite: Suite, settings: Settings) -> None:
        self._recorded = recorded
        self._criteria = {case.id: case.criteria for case in suite.cases}
        self._names = {case.id: frozenset(case.criteria) for case in suite.cases}
        self._conditions = tuple(settings.conditions)
        self._cost_may_miss = settings.cost == "when available"
        self._required = FIELDS - {"cost_usd"} if self._cost_may_miss else FIELDS
        self._plain_ids = settings.reviewer_ids == "without case and space"

    def faults(self, index: int, review: Any) -> list[Rejection]:
        """Return everything that is wrong with an element of ``reviews.json``, in the order of the checks."""
        here = f"/{index}"
        if not isinstance(review, dict):
            return [reject("REVIEW_ROOT", file=REVIEWS_FILE, pointer=here)]
        missing = self._required - review.keys()
        if missing:
            names = ", ".join(sorted(missing))
            return [reject("REVIEW_FIELDS_MISSING", names, file=REVIEWS_FILE, pointer=here)]
        found = self._identity(review)
        found += [(code, (self._label(review["case_id"]), *rest)) for code, *rest in self._values(review)]
        named = self._conditions
        return [reject(code, *said, file=REVIEWS_FILE, pointer=here, named=named) for code, said in found]

    def review(self, index: int, review: dict[str, Any]) -> Review:
        """Return the record of a review without faults."""
        scores = review["acceptance_scores"]
        withheld = self._recorded.withheld_notes.get(index, ())
        return Review(
            index=index,
            case_id=review["case_id"],
            condition=review["condition"],
            reviewer_id=plain_id(review["reviewer_id"]) if self._plain_ids else review["reviewer_id"],
            accepted=tuple(scores[criterion] for criterion in self._criteria[review["case_id"]]),
            unsupported_claims=review["unsupported_claims"],
            final_status_accurate=review["final_status_accurate"],
            evidence_quality=review["evidence_quality"],
            reviewer_corrections=review["reviewer_corrections"],
            response_words=review["response_words"],
            elapsed_seconds=review["elapsed_seconds"],
            input_tokens=review["input_tokens"],
            output_tokens=review["output_tokens"],
            cost_usd=review.get("cost_usd"),
            notes="" if withheld else readable(review["notes"]),
            notes_withheld=withheld,
        )

    def _identity(self, review: dict[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
        """Return the faults of what a review is about and by whom: (code, arguments)."""
        found: list[tuple[str, tuple[str, ...]]] = []
        case_id, condition, scores = review["case_id"], review["condition"], review["acceptance_scores"]
        expected: frozenset[str] = frozenset()
        if not _is_text(case_id):
            found.append(("CASE_ID_TYPE", ()))
        elif case_id not in self._names:
            found.append(("CASE_UNKNOWN", (self._label(case_id),)))
        else:
            expected = self._names[case_id]
        if not isinstance(condition, str) or condition not in self._conditions:
            found.append(("CONDITION_UNKNOWN", (self._label(condition),)))
        if not _is_text(review["reviewer_id"]):
            found.append(("REVIEWER_ID", ()))
        if (
            not isinstance(scores, dict)
            or scores.keys() != expected
            or not all(isinstance(value, bool) for value in scores.values())
        ):
            found.append(("CRITERIA_MAP", (self._label(case_id),)))
        return found

    def _values(self, review: dict[str, Any]) -> list[tuple[str, ...]]:
        """Return the faults of what a review states: (code, field where the code needs one)."""
        found: list[tuple[str, ...]] = [
            ("INT_FIELD", field) for field in WHOLE if not _is_whole(review[field]) or review[field] < 0
        ]
        if not isinstance(review["final_status_accurate"], bool):
            found.append(("STATUS_TYPE",))
        evidence = review["evidence_quality"]
        if not _is_whole(evidence) or not 0 <= evidence <= BEST_EVIDENCE:
            found.append(("EVIDENCE_RANGE",))
        for field in NUMBERS:
            value = review.get(field)
            if value is None and field == "cost_usd" and self._cost_may_miss:
                continue
            code = _number_fault(value)
            if code:
                found.append((code, field))
        if not isinstance(review["notes"], str):
            found.append(("NOTES_TYPE",))
        return found

    def _label(self, value: Any) -> str:
        """Return a value of the file as it stands in a reason."""
        try:
            text = str(value)
        except RecursionError:
            return "(nested too deeply)"
        return WITHHELD if text in self._recorded.withheld_labels else readable(text)


def plain_id(reviewer_id: str) -> str:
    """Return a reviewer id without case, outer space and compatibility forms: one person has one id."""
    return unicodedata.normalize("NFKC", reviewer_id).casefold().strip()


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number_fault(value: Any) -> str:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return "NUMBER_FIELD"
    try:
        return "" if math.isfinite(value) and value >= 0 else "NUMBER_FIELD"
    except OverflowError:
        return "NUMBER_TOO_LARGE"
