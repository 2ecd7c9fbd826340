"""How the figures of a cohort come about: each node of the rubric with its formula, or its source."""

from __future__ import annotations

import msgspec

from site_builder.pages.cells import Cell, Sheet
from site_builder.scoring.evaluate import evaluate
from site_builder.scoring.explain import formula
from site_builder.scoring.graph import Graph
from site_builder.studies.ruhroh.cohorts import Cohort
from site_builder.studies.ruhroh.comparison import Comparison
from site_builder.studies.ruhroh.metrics import cohort_metrics


class DerivedRow(msgspec.Struct, frozen=True):
    """One node of the rubric for one cohort."""

    node: str
    title: str
    unit: str
    value: Cell
    how: str
    """Formula in words; for a counted or estimated value how it was made."""


def derived(graph: Graph, cohort: Cohort, comparison: Comparison) -> tuple[DerivedRow, ...]:
    """Return every node of the rubric with its value for a cohort, in the order of the rubric file."""
    metrics = cohort_metrics(cohort, comparison.members(cohort), comparison.settings)
    sheet = Sheet(evaluate(graph, metrics))
    rows = []
    for name in graph.rubric.nodes:
        node = graph.node(name)
        if node.withheld is not None:
            continue
        metric = metrics.get(name)
        notes = "; ".join(item.note for item in metric.evidence if item.note) if metric else ""
        how = notes or node.description if name in graph.metrics else formula(graph, name)
        rows.append(DerivedRow(name, node.title, node.unit, sheet.cell(name), how))
    return tuple(rows)
