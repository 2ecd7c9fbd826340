"""Each output with its reviews taken together: the cells of the grid of cases and conditions.

A local addition: the sources define no figure below the condition. Judgements are the mean of the reviewers,
which over all outputs gives the pooled means of the rubric wherever every output has equally many reviews.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from site_builder.records.blueprint import Case, Output, Pair, Review
from site_builder.studies.blueprint.matrix import by_pair


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One output and what its reviewers made of it."""

    case_id: str
    condition: str
    reviews: tuple[Review, ...]
    """In file order."""
    output: Output | None
    accepted: tuple[int, ...]
    """For each criterion of the case: how many reviewers accepted it."""
    acceptance: float
    """Share of the criterion scores that are acceptances, 0–1."""
    unsupported_claims: float
    """Mean of the reviewers, as are the next three."""
    status_accuracy: float
    """Share of reviewers who call the final status accurate, 0–1."""
    evidence_quality: float
    reviewer_corrections: float
    response_words: float
    elapsed_seconds: float
    input_tokens: float
    output_tokens: float
    cost_usd: float | None
    """``None`` when no review states it."""
    disagreements: int
    """Judgements, criteria counted singly, on which its reviewers are not of one mind."""

    @property
    def pair(self) -> Pair:
        """Case and condition."""
        return self.case_id, self.condition


JUDGEMENTS = ("unsupported_claims", "final_status_accurate", "evidence_quality", "reviewer_corrections")
"""Judged fields of a review besides the criteria."""


def cells(
    reviews: Sequence[Review], cases: Mapping[str, Case], outputs: Mapping[Pair, Output]
) -> dict[Pair, Cell]:
    """Return the cell of every output that has a review, in the order of the first reviews."""
    return {pair: _cell(cases[pair[0]], found, outputs.get(pair)) for pair, found in by_pair(reviews).items()}


def _cell(case: Case, reviews: Sequence[Review], output: Output | None) -> Cell:
    count = len(reviews)
    accepted = tuple(map(sum, zip(*(review.accepted for review in reviews), strict=True)))
    measured = reviews[-1]
    costs = [review.cost_usd for review in reviews if review.cost_usd is not None]
    differing = sum(1 for value in accepted if 0 < value < count)
    for field in JUDGEMENTS:
        differing += len({getattr(review, field) for review in reviews}) > 1
    return Cell(
        case_id=case.id,
        condition=measured.condition,
        reviews=tuple(reviews),
        output=output,
        accepted=accepted,
        acceptance=sum(accepted) / (count * len(accepted)),
        unsupported_claims=sum(review.unsupported_claims for review in reviews) / count,
        status_accuracy=sum(review.final_status_accurate for review in reviews) / count,
        evidence_quality=sum(review.evidence_quality for review in reviews) / count,
        reviewer_corrections=sum(review.reviewer_corrections for review in reviews) / count,
        response_words=float(measured.response_words),
        elapsed_seconds=float(measured.elapsed_seconds),
        input_tokens=float(measured.input_tokens),
        output_tokens=float(measured.output_tokens),
        cost_usd=float(costs[-1]) if costs else None,
        disagreements=differing,
    )
