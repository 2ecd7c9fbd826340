"""What each reviewer did: how many outputs, how strict, and how far of one mind with the others.

A local addition. Strictness is told beside the reviewers of the same outputs, since outputs differ.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

import msgspec

from site_builder.records.blueprint import Review
from site_builder.statistics.summary import mean
from site_builder.studies.blueprint.cells import JUDGEMENTS, Cell


class ReviewerSummary(msgspec.Struct, frozen=True, kw_only=True):
    """One reviewer of one run."""

    name: str
    """Pseudonym."""
    reviews: int
    cases: int
    by_condition: dict[str, int]
    """Condition → reviews."""
    means: dict[str, float]
    """Judged field → mean over the reviewer's reviews; acceptance and status as shares."""
    beside_others: dict[str, float]
    """The same minus the mean of the other reviewers of the same outputs; empty for a lone reviewer."""
    agreement: dict[str, float]
    """Judged field → share of ratings equal to another reviewer's of the same output, 0–1."""
    notes: int
    """Reviews with notes, the withheld ones included."""
    indexes: tuple[int, ...]
    """Positions of the reviews in ``reviews.json``."""


def reviewer_summaries(found: Iterable[Cell], names: Mapping[str, str]) -> tuple[ReviewerSummary, ...]:
    """Return every reviewer of a run, in the order of ``names``."""
    own: dict[str, list[Review]] = {reviewer_id: [] for reviewer_id in names}
    gaps: dict[str, list[dict[str, float]]] = {reviewer_id: [] for reviewer_id in names}
    agreed: dict[str, Counter[str]] = {reviewer_id: Counter() for reviewer_id in names}
    compared: dict[str, Counter[str]] = {reviewer_id: Counter() for reviewer_id in names}
    for cell in found:
        values = [(review, _values(review)) for review in cell.reviews]
        for review, of_review in values:
            own[review.reviewer_id].append(review)
            others = [of_other for other, of_other in values if other is not review]
            if others:
                gaps[review.reviewer_id].append(
                    {name: value - mean([o[name] for o in others]) for name, value in of_review.items()}
                )
        for first, second in combinations(cell.reviews, 2):
            equal, rated = _compared(first, second)
            for reviewer_id in (first.reviewer_id, second.reviewer_id):
                agreed[reviewer_id].update(equal)
                compared[reviewer_id].update(rated)
    return tuple(
        _summary(name, own[reviewer_id], gaps[reviewer_id], agreed[reviewer_id], compared[reviewer_id])
        for reviewer_id, name in names.items()
    )


def _values(review: Review) -> dict[str, float]:
    """Return the judgements of a review as numbers, acceptance as a share."""
    values = {"acceptance": sum(review.accepted) / len(review.accepted)}
    return values | {field: float(getattr(review, field)) for field in JUDGEMENTS}


def _compared(first: Review, second: Review) -> tuple[dict[str, int], dict[str, int]]:
    """Return field → equal ratings, and field → ratings, of two reviews of one output."""
    equal = {field: int(getattr(first, field) == getattr(second, field)) for field in JUDGEMENTS}
    rated = dict.fromkeys(JUDGEMENTS, 1)
    equal["acceptance"] = sum(map(operator.eq, first.accepted, second.accepted))
    rated["acceptance"] = len(first.accepted)
    return equal, rated


def _summary(
    name: str,
    reviews: list[Review],
    gaps: list[dict[str, float]],
    agreed: Counter[str],
    compared: Counter[str],
) -> ReviewerSummary:
    values = [_values(review) for review in reviews]
    return ReviewerSummary(
        name=name,
        reviews=len(reviews),
        cases=len({review.case_id for review in reviews}),
        by_condition=dict(Counter(review.condition for review in reviews)),
        means={field: mean([value[field] for value in values]) for field in values[0]} if values else {},
        beside_others={field: mean([gap[field] for gap in gaps]) for field in gaps[0]} if gaps else {},
        agreement={field: agreed[field] / count for field, count in compared.items() if count},
        notes=sum(bool(review.notes.strip() or review.notes_withheld) for review in reviews),
        indexes=tuple(sorted(review.index for review in reviews)),
    )
