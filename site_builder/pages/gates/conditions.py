"""All conditions of a run side by side: every metric, then growth, differences and parts, which are local."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from site_builder.pages.cells import Cell, Sheet, as_data, cell
from site_builder.pages.gates.parts import Entry, Row, Table, absent, figure, share
from site_builder.pages.gates.verdict import computed, condition_anchor, crumbs_of
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content, Crumb
from site_builder.studies.blueprint.differences import ConditionDifference, Growth
from site_builder.studies.blueprint.judgement import Additions, Judgement

PART_METRICS = (
    "acceptance_coverage_percent",
    "final_status_accuracy_percent",
    "mean_evidence_quality",
    "mean_unsupported_claims",
    "mean_reviewer_corrections",
)
"""Metrics that are told for each part of the suite."""


class ConditionsView(msgspec.Struct, frozen=True):
    """What the template of the conditions reads."""

    run_id: str
    crumbs: tuple[Crumb, ...]
    baseline: str
    candidate: str
    metrics: Table
    growth: Table
    differences: tuple[Table, ...]
    """The candidate's first."""
    confidence: Cell
    parts: tuple[Table, ...]
    limitation: str


def conditions_content(slug: str, lookup: SiteLookup) -> Content:
    """Return the content of the page that sets the conditions side by side."""
    run = lookup.gates.runs[slug]
    judgement = run.pinned
    assert judgement.additions is not None
    view = ConditionsView(
        run_id=judgement.run_id,
        crumbs=crumbs_of(lookup.gates.suite_of(run), run),
        baseline=judgement.baseline,
        candidate=judgement.gate[0].subject,
        metrics=_metrics(judgement),
        growth=_growth(judgement, judgement.additions.growth),
        differences=tuple(_differences(judgement, judgement.additions.differences)),
        confidence=share("confidence", judgement.settings.confidence),
        parts=tuple(_parts(judgement, judgement.additions, metric) for metric in PART_METRICS),
        limitation=judgement.settings.limitation,
    )
    return Content(view, as_data(view) | computed(judgement), judgement.settings.rubric)


def metric_name(judgement: Judgement, metric: str) -> tuple[str, str]:
    """Return words for a metric that every condition has, and its unit."""
    assert judgement.scored is not None
    node = judgement.scored.graph.node(
        judgement.settings.node(next(iter(judgement.settings.conditions)), metric)
    )
    return node.title.rpartition(" · ")[2], node.unit


def _metrics(judgement: Judgement) -> Table:
    assert judgement.scored is not None
    sheet, settings = Sheet(judgement.scored), judgement.settings
    front = f"{next(iter(settings.conditions.values()))}."
    steps = [step for step in sheet.graph.steps if step.id.startswith(front)]
    ordered = [s for s in steps if s.operator is not None] + [s for s in steps if s.operator is None]
    rows = []
    for step in ordered:
        metric = step.id.removeprefix(front)
        cells = tuple(sheet.cell(settings.node(condition, metric)) for condition in settings.conditions)
        rows.append(Row(step.node.title.rpartition(" · ")[2], cells, under=step.node.unit))
    return Table(
        "metrics",
        "Every metric under every condition; computed ones first, then what they are computed from.",
        "Metric",
        tuple(settings.conditions),
        tuple(rows),
    )


def _growth(judgement: Judgement, found: tuple[Growth, ...]) -> Table:
    by_metric: dict[str, list[Growth]] = {}
    for one in found:
        by_metric.setdefault(one.metric, []).append(one)
    rows = []
    for metric, ones in by_metric.items():
        title, unit = metric_name(judgement, metric)
        rows.append(Row(title, tuple(map(_ratio, ones)), under=f"{unit}, as a multiple of the baseline's"))
    return Table(
        "growth",
        f"Tokens, words, time and cost as multiples of those of {judgement.baseline}.",
        "Metric",
        tuple(judgement.settings.conditions),
        tuple(rows),
        local=True,
    )


def _ratio(one: Growth) -> Cell:
    node = f"{one.node}.growth"
    return absent(node, one.absence) if one.ratio is None else figure(node, one.ratio, 2)


def _differences(judgement: Judgement, found: tuple[ConditionDifference, ...]) -> Iterator[Table]:
    """Yield a table for every condition but the baseline, the candidate first."""
    candidate = judgement.gate[0].subject
    by_condition: dict[str, list[ConditionDifference]] = {candidate: []}
    for one in found:
        by_condition.setdefault(one.condition, []).append(one)
    better = {"higher": "higher is better", "lower": "lower is better", "neutral": "neither is better"}
    for condition, ones in by_condition.items():
        yield Table(
            f"differences-{condition_anchor(condition)}",
            f"{condition} minus {judgement.baseline}, case by case.",
            "Measure",
            ("Mean difference", "from", "to", "higher on", "lower on", "of cases"),
            tuple(
                Row(
                    one.measure.title,
                    _difference(one),
                    under=f"{one.measure.unit}; {better[one.measure.direction]}",
                )
                for one in ones
            ),
            local=True,
        )


def _difference(one: ConditionDifference) -> tuple[Entry, ...]:
    node = f"difference.{one.measure.field}"
    decimals = 4 if one.measure.field == "cost_usd" else 2
    if one.difference is None:
        missing = figure(node, None)
        return missing, missing, missing, missing, missing, figure(f"{node}.n", 0.0, 0)
    found, interval = one.difference, one.difference.interval
    low, high = (None, None) if interval is None else (interval.lower, interval.upper)
    return (
        figure(node, found.value, decimals, signed=True),
        figure(f"{node}.from", low, decimals, signed=True),
        figure(f"{node}.to", high, decimals, signed=True),
        figure(f"{node}.higher", float(found.higher), 0),
        figure(f"{node}.lower", float(found.lower), 0),
        figure(f"{node}.n", float(found.n), 0),
    )


def _parts(judgement: Judgement, additions: Additions, metric: str) -> Table:
    settings = judgement.settings
    title, unit = metric_name(judgement, metric)
    rows = tuple(
        Row(
            part.name,
            (
                figure("part.cases", float(len(part.cases)), 0),
                *(cell(part.scored, settings.node(condition, metric)) for condition in settings.conditions),
            ),
            under=part.kind,
        )
        for part in additions.parts
    )
    return Table(
        f"parts-{metric.replace('_', '-')}",
        f"{title} ({unit}), by risk level and by category. Parts with few cases say little.",
        "Part",
        ("Cases", *settings.conditions),
        rows,
        local=True,
    )
