"""What the reviewers of a release gate did, and how far they are of one mind."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from site_builder.output.verify.gate_reviews import ReviewedCase, ReviewedOutput

FIELDS_OF_REVIEWS = {
    "Acceptance of a criterion": "acceptance",
    "Final status accurate": "final_status_accurate",
    "Unsupported claims": "unsupported_claims",
    "Evidence quality": "evidence_quality",
    "Corrections": "reviewer_corrections",
}
"""Title of a row → judged field."""
SHARES = ("acceptance", "final_status_accurate")
"""Fields whose mean is a share, and that have no order."""
PairTable = Counter[tuple[float, float]]
"""(rating of the first, rating of the second) → times."""


class PairsOfRatings:
    """The ratings of a field by each two reviewers of the same outputs."""

    def __init__(self, outputs: Iterable[ReviewedOutput], field: str) -> None:
        self.tables: dict[tuple[str, str], PairTable] = {}
        for output in outputs:
            rated = sorted(zip(output.reviewers, output.ratings(field)))
            for (first, one), (second, other) in itertools.combinations(rated, 2):
                self.tables.setdefault((first, second), Counter()).update(zip(one, other))
        self.n = sum(sum(table.values()) for table in self.tables.values())
        self.agreed = sum(
            times for table in self.tables.values() for (one, other), times in table.items() if one == other
        )

    @property
    def raw(self) -> float | None:
        """Share of equal ratings; ``None`` where nobody rated what another did."""
        return self.agreed / self.n if self.n else None

    def kappa(self, *, ordered: bool) -> float | None:
        """Return the mean over the pairs of reviewers of their agreement beyond chance (Cohen).

        ``ordered`` weighs ratings by their squared distance. ``None`` where no pair of reviewers varies.
        """
        found = [_kappa(self.tables[pair], ordered) for pair in sorted(self.tables)]
        present = [kappa for kappa in found if kappa is not None]
        return sum(present) / len(present) if present else None


def _kappa(table: PairTable, ordered: bool) -> float | None:
    """Return 1 − observed ÷ expected distance of two reviewers."""

    def far(one: float, other: float) -> float:
        return (one - other) ** 2 if ordered else int(one != other)

    n = sum(table.values())
    rows, columns = Counter[float](), Counter[float]()
    for (one, other), times in table.items():
        rows[one] += times
        columns[other] += times
    observed = sum(far(one, other) * times for (one, other), times in table.items())
    expected = sum(far(one, other) * rows[one] * columns[other] for one in rows for other in columns)
    return (expected - n * observed) / expected if expected else None


class ReviewerAgain:
    """One reviewer, summed up over all outputs that they reviewed."""

    def __init__(self, name: str, cases: list[ReviewedCase], notes: int) -> None:
        self.notes = notes
        own = [
            (case, output, output.reviewers.index(name))
            for case in cases
            for output in case.outputs.values()
            if name in output.reviewers
        ]
        self.reviews = len(own)
        self.cases = len({case.id for case, _, _ in own})
        self.shares: dict[str, tuple[str, dict[str, float]]] = {case.id: (case.title, {}) for case in cases}
        """Id of a case → its title, and condition → share of its criteria that they accepted, if they did."""
        for case, output, at in own:
            shares = self.shares[case.id][1]
            shares[output.condition] = sum(output.accepted[at]) / len(output.accepted[at])
        self.means: dict[str, float | None] = {}
        self.beside: dict[str, float | None] = {}
        """The same minus the mean of the others of the same outputs, shares in points."""
        self.agreement: dict[str, float | None] = {}
        for field in FIELDS_OF_REVIEWS.values():
            rated = [([sum(r) / len(r) for r in output.ratings(field)], at) for _, output, at in own]
            self.means[field] = sum(values[at] for values, at in rated) / len(rated) if rated else None
            gaps = [
                values[at] - sum(values[:at] + values[at + 1 :]) / (len(values) - 1)
                for values, at in rated
                if len(values) > 1
            ]
            size = 100 if field in SHARES else 1
            self.beside[field] = size * sum(gaps) / len(gaps) if gaps else None
            pairs = [pair for _, output, at in own for pair in _with_others(output.ratings(field), at)]
            self.agreement[field] = sum(a == b for a, b in pairs) / len(pairs) if pairs else None


def _with_others(ratings: list[tuple[float, ...]], at: int) -> Iterator[tuple[float, float]]:
    for place, other in enumerate(ratings):
        if place != at:
            yield from zip(ratings[at], other)


def reviewers_of(cases: list[ReviewedCase], notes: dict[str, int]) -> dict[str, ReviewerAgain]:
    """Return every reviewer by name; ``notes`` says how many notes each wrote."""
    found = {name for case in cases for output in case.outputs.values() for name in output.reviewers}
    return {name: ReviewerAgain(name, cases, notes.get(name, 0)) for name in sorted(found)}


def reviewer_row(one: ReviewerAgain) -> list[Any]:
    """Return the cells of a reviewer's row on the page of all."""
    return [one.reviews, one.cases, *one.means.values(), one.notes]


def agreement_row(outputs: list[ReviewedOutput], field: str) -> list[Any]:
    """Return the cells of a field's row in the table of agreement."""
    pairs = PairsOfRatings(outputs, field)
    ordered = None if field in SHARES else pairs.kappa(ordered=True)
    return [pairs.n, pairs.agreed, pairs.raw, pairs.kappa(ordered=False), ordered]
