"""How far the reviewers of the same outputs agree, field by field; and every judgement on which they do not.

A local addition: the sources ask that disagreement be kept and treated as a result, and define no figure.
Reviewers are taken two by two over the outputs that both reviewed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from site_builder.records.blueprint import Case, Review
from site_builder.statistics.agreement import Agreement, Distance, Rating, light_kappa
from site_builder.studies.blueprint.cells import JUDGEMENTS, Cell

FIELDS: Mapping[str, tuple[str, Distance | None]] = {
    "acceptance": ("Acceptance of a criterion", None),
    "final_status_accurate": ("Final status accurate", None),
    "unsupported_claims": ("Unsupported claims", "quadratic"),
    "evidence_quality": ("Evidence quality", "quadratic"),
    "reviewer_corrections": ("Corrections", "quadratic"),
}
"""Judged field → words for it, and the distance beside the nominal one where its values are ordered."""

Tables = dict[tuple[str, str], Counter[tuple[Rating, Rating]]]
"""(reviewer, reviewer), sorted → their pairs of ratings."""


class FieldAgreement(msgspec.Struct, frozen=True, kw_only=True):
    """Agreement on one field."""

    field: str
    title: str
    overall: Agreement
    """Over all conditions; raw agreement and kappa for equal or not."""
    weighted: Agreement | None
    """For ordered values: kappa with squared distances, which forgives neighbours. ``None`` for yes or no."""
    by_condition: dict[str, Agreement]


class Disagreement(msgspec.Struct, frozen=True, kw_only=True):
    """One judgement on which the reviewers of an output differ."""

    case_id: str
    condition: str
    field: str
    criterion: str
    """Text of the criterion; empty for other fields."""
    ratings: tuple[tuple[str, Rating], ...]
    """(pseudonym, rating) in file order."""


def field_agreement(found: Iterable[Cell], conditions: Iterable[str]) -> tuple[FieldAgreement, ...]:
    """Return the agreement on every judged field; a field that nobody rated twice is left out."""
    tables: dict[tuple[str, str], Tables] = {}
    for cell in found:
        for first, second in combinations(sorted(cell.reviews, key=_by_reviewer), 2):
            pair = (first.reviewer_id, second.reviewer_id)
            for field, ratings in _ratings(first, second):
                by_pair = tables.setdefault((field, cell.condition), {})
                table = by_pair.setdefault(pair, Counter())
                for rated in ratings:
                    table[rated] += 1
    ordered = tuple(conditions)
    return tuple(_fields(tables, ordered))


def disagreements(
    found: Iterable[Cell], cases: Mapping[str, Case], names: Mapping[str, str]
) -> Iterator[Disagreement]:
    """Yield every judgement on which reviewers differ; ``names`` maps ids of reviewers to pseudonyms."""
    for cell in found:
        if not cell.disagreements:
            continue
        for position, criterion in enumerate(cases[cell.case_id].criteria):
            if 0 < cell.accepted[position] < len(cell.reviews):
                rated = _rated(cell, names, lambda review, at=position: review.accepted[at])  # type: ignore[misc]
                yield _disagreement(cell, "acceptance", criterion, rated)
        for field in JUDGEMENTS:
            rated = _rated(cell, names, lambda review, name=field: getattr(review, name))  # type: ignore[misc]
            if len({rating for _, rating in rated}) > 1:
                yield _disagreement(cell, field, "", rated)


def _fields(tables: Mapping[tuple[str, str], Tables], conditions: Sequence[str]) -> Iterator[FieldAgreement]:
    for field, (title, distance) in FIELDS.items():
        by_condition = {c: tables[field, c] for c in conditions if (field, c) in tables}
        merged: Tables = {}
        for by_pair in by_condition.values():
            for pair, table in by_pair.items():
                merged.setdefault(pair, Counter()).update(table)
        overall = light_kappa(merged[pair] for pair in sorted(merged))
        if overall is None:
            continue
        yield FieldAgreement(
            field=field,
            title=title,
            overall=overall,
            weighted=light_kappa((merged[pair] for pair in sorted(merged)), distance) if distance else None,
            by_condition={
                condition: agreement
                for condition, by_pair in by_condition.items()
                if (agreement := light_kappa(by_pair[pair] for pair in sorted(by_pair))) is not None
            },
        )


def _by_reviewer(review: Review) -> str:
    return review.reviewer_id


def _ratings(first: Review, second: Review) -> Iterator[tuple[str, list[tuple[Rating, Rating]]]]:
    yield "acceptance", list(zip(first.accepted, second.accepted, strict=True))
    for field in JUDGEMENTS:
        yield field, [(getattr(first, field), getattr(second, field))]


def _rated(
    cell: Cell, names: Mapping[str, str], rating: Callable[[Review], Rating]
) -> tuple[tuple[str, Rating], ...]:
    return tuple((names[review.reviewer_id], rating(review)) for review in cell.reviews)


def _disagreement(
    cell: Cell, field: str, criterion: str, ratings: tuple[tuple[str, Rating], ...]
) -> Disagreement:
    return Disagreement(
        case_id=cell.case_id, condition=cell.condition, field=field, criterion=criterion, ratings=ratings
    )
