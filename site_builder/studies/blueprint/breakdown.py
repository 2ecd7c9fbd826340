"""The metrics of a rubric over parts of the suite: per risk level and per category.

A local addition. Each part is evaluated with the rubric's own arithmetic; parts with few cases say little,
which is why the number of cases stands with each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from site_builder.records.blueprint import RISKS, Review, Suite
from site_builder.scoring.evaluate import Scored, evaluate
from site_builder.scoring.graph import Graph
from site_builder.studies.blueprint.settings import Settings
from site_builder.studies.blueprint.totals import metrics, totals


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the suite with its results."""

    kind: Literal["risk", "category"]
    name: str
    cases: tuple[str, ...]
    """Ids, in suite order."""
    scored: Scored
    """Every node of the rubric over these cases alone."""


def parts(reviews: Sequence[Review], suite: Suite, settings: Settings, graph: Graph) -> Iterator[Part]:
    """Yield the parts that have cases: risk levels from standard to high, then categories by name."""
    kinds: tuple[tuple[Literal["risk", "category"], list[str]], ...] = (
        ("risk", list(RISKS)),
        ("category", sorted({case.category for case in suite.cases})),
    )
    by_case: dict[str, list[Review]] = {}
    for review in reviews:
        by_case.setdefault(review.case_id, []).append(review)
    for kind, names in kinds:
        for name in names:
            cases = tuple(case.id for case in suite.cases if getattr(case, kind) == name)
            if cases:
                found = [review for case_id in cases for review in by_case.get(case_id, ())]
                values = metrics(totals(found, suite, settings), settings)
                yield Part(kind=kind, name=name, cases=cases, scored=evaluate(graph, values))
