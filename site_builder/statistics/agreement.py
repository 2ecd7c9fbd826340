"""How far two raters of the same items agree, before and after allowing for chance.

Everything is counted in whole numbers and divided once, so the figures do not depend on the order of the
items. Which of the figures a methodology wants is its own affair; none of them says who is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from site_builder.statistics.summary import mean

Rating = bool | int | str
Table = Mapping[tuple[Rating, Rating], int]
"""(rating of the first, rating of the second) → how many items got exactly these two."""
Distance = Literal["nominal", "quadratic"]


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """Agreement of two raters, or of several taken two by two."""

    n: int
    """Items rated by both, summed over the pairs of raters."""
    agreed: int
    """Of those, the ones with equal ratings."""
    kappa: float | None
    """Agreement beyond chance, at most 1; 0 is what chance gives. ``None`` where chance leaves nothing to
    disagree about: both raters gave one and the same rating throughout."""
    distance: Distance
    """``nominal``: two ratings are equal or not. ``quadratic``: they differ by their squared distance."""
    method: str
    """``cohen_kappa`` for one pair of raters, ``light_kappa`` for several."""
    pairs: int = 1
    """Pairs of raters with at least one item in common."""
    pairs_with_kappa: int = 1

    @property
    def raw(self) -> float:
        """Share of items with equal ratings, 0–1."""
        return self.agreed / self.n


def cohen_kappa(table: Table, distance: Distance = "nominal") -> Agreement | None:
    """Return raw agreement and Cohen's kappa of two raters; ``None`` without an item.

    κ = 1 − Σ d·o ÷ Σ d·e over all pairs of ratings, with o the observed and e the expected counts (product of
    the margins ÷ n) and d the distance of the two ratings: 0 or 1 (nominal), or the squared difference of the
    numbers (quadratic; ratings must then be numbers).
    Sources: J. Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological
    Measurement 20 (1960); with distances: J. Cohen, "Weighted kappa", Psychological Bulletin 70 (1968).
    """
    n = sum(table.values())
    if n == 0:
        return None
    first, second = _margins(table)
    observed = sum(_distance(a, b, distance) * count for (a, b), count in table.items())
    expected = sum(
        _distance(a, b, distance) * count * other for a, count in first.items() for b, other in second.items()
    )
    return Agreement(
        n=n,
        agreed=sum(count for (a, b), count in table.items() if a == b),
        kappa=(expected - n * observed) / expected if expected else None,
        distance=distance,
        method="cohen_kappa",
        pairs_with_kappa=1 if expected else 0,
    )


def light_kappa(tables: Iterable[Table], distance: Distance = "nominal") -> Agreement | None:
    """Return raw agreement over all pairs of raters and the mean of their kappas; ``None`` without an item.

    Each table is one pair of raters. The raw agreement pools the items; the mean counts each pair of raters
    once and passes over those whose kappa does not exist. With a single pair this is Cohen's kappa.
    Source: R. J. Light, "Measures of response agreement for qualitative data: some generalizations and
    alternatives", Psychological Bulletin 76 (1971).
    """
    found = [agreement for table in tables if (agreement := cohen_kappa(table, distance)) is not None]
    if len(found) < 2:
        return found[0] if found else None
    kappas = [agreement.kappa for agreement in found if agreement.kappa is not None]
    return Agreement(
        n=sum(agreement.n for agreement in found),
        agreed=sum(agreement.agreed for agreement in found),
        kappa=mean(kappas) if kappas else None,
        distance=distance,
        method="light_kappa",
        pairs=len(found),
        pairs_with_kappa=len(kappas),
    )


def _margins(table: Table) -> tuple[dict[Rating, int], dict[Rating, int]]:
    first: dict[Rating, int] = {}
    second: dict[Rating, int] = {}
    for (a, b), count in table.items():
        first[a] = first.get(a, 0) + count
        second[b] = second.get(b, 0) + count
    return first, second


def _distance(a: Rating, b: Rating, distance: Distance) -> int:
    if distance == "nominal":
        return int(a != b)
    assert not isinstance(a, str)
    assert not isinstance(b, str)
    return (a - b) ** 2
