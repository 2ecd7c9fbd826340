"""Sum up the runs of one board by model, arm or any other label: n, mean, spread, pass rates.

A group never reaches over boards: runs of another cohort or under another rubric are not comparable. How a
value is summed up follows from its unit: seconds by median and 95th percentile, what is 0 or 1 by the rate of
ones, everything else by mean and sample standard deviation.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

import msgspec

from site_builder.records.run import RunRecord
from site_builder.scoring.evaluate import Scored
from site_builder.scoring.interpret import gate_closed, gate_missing
from site_builder.statistics.summary import mean, quantile

Manner = Literal["mean", "rate", "quantiles"]

MANNERS: dict[str, Manner] = {"seconds": "quantiles", "0 or 1": "rate"}
"""Unit → how pages show a column of such values; ``mean`` for all others."""


class Summary(msgspec.Struct, frozen=True):
    """One value over the runs of a group that have it."""

    n: int
    """Runs with the value; those without are left out, never counted as 0."""
    mean: float | None
    """In the value's unit; for what is 0 or 1 the share of ones. ``None`` without values."""
    sd: float | None
    """Sample standard deviation (n − 1); ``None`` below two values."""
    median: float | None
    p95: float | None
    """95th percentile, linear between order statistics."""
    manner: Manner


class Group(msgspec.Struct, frozen=True):
    """Runs that share the values of some labels."""

    key: tuple[str, ...]
    """Values of the labels asked for, in their order; empty where a run does not state one."""
    runs: tuple[str, ...]
    """Ids, sorted."""
    headline: Summary
    """Over every run with a headline, those behind a closed gate (which have 0) included."""
    behind_open_gate: Summary
    """The same without those behind a closed gate."""
    gate_closed: int
    """Runs with a gate of 0."""
    gate_missing: int
    """Runs in which the gate was not measured."""
    without_headline: int
    nodes: dict[str, Summary]
    """Every node of the rubric that is not withheld, by id, in the rubric's order."""


NOBODY: Mapping[str, Collection[str]] = MappingProxyType({})


def group(
    runs: Iterable[tuple[RunRecord, Scored]],
    by: Sequence[str],
    doubtful: Mapping[str, Collection[str]] = NOBODY,
) -> tuple[Group, ...]:
    """Group the runs of one board by the labels ``by`` (see ``label``), best mean headline first.

    ``doubtful`` maps runs to measured nodes whose stated value is not what it seems (a cost of 0 that is
    unpriced); these are left out of the summaries as missing ones are.
    """
    members: dict[tuple[str, ...], list[tuple[RunRecord, Scored]]] = {}
    for run, scored in sorted(runs, key=lambda pair: pair[0].run_id):
        members.setdefault(tuple(label(run, name) for name in by), []).append((run, scored))
    groups = (_group(key, pairs, doubtful) for key, pairs in members.items())
    return tuple(sorted(groups, key=lambda found: (_least_first(found.headline.mean), found.key)))


def label(run: RunRecord, name: str) -> str:
    """Return what a run states as ``model``, ``configuration``, ``cohort`` or any of its labels."""
    if name == "model":
        return " + ".join(model.name or model.id for model in run.models)
    if name in ("configuration", "cohort"):
        return run.configuration if name == "configuration" else run.cohort
    return run.labels.get(name, "")


def summarise(values: Iterable[float | None], unit: str = "") -> Summary:
    """Sum up the present values; total, also over none."""
    present = sorted(value for value in values if value is not None)
    manner = MANNERS.get(unit, "mean")
    if not present:
        return Summary(0, None, None, None, None, manner)
    middle = mean(present)
    return Summary(
        n=len(present),
        mean=middle if math.isfinite(middle) else None,
        sd=_sample_sd(present),
        median=quantile(present, 0.5),
        p95=quantile(present, 0.95),
        manner=manner,
    )


def _group(
    key: tuple[str, ...], pairs: list[tuple[RunRecord, Scored]], doubtful: Mapping[str, Collection[str]]
) -> Group:
    graph = pairs[0][1].graph
    name = graph.layout.headline
    scores = [scored.value(name) for _, scored in pairs]
    closed = [gate_closed(scored) for _, scored in pairs]
    open_ = [score for score, shut in zip(scores, closed, strict=True) if not shut]
    return Group(
        key=key,
        runs=tuple(run.run_id for run, _ in pairs),
        headline=summarise(scores),
        behind_open_gate=summarise(open_),
        gate_closed=sum(closed),
        gate_missing=sum(gate_missing(scored) for _, scored in pairs),
        without_headline=sum(score is None for score in scores),
        nodes={
            step.id: summarise(
                (
                    None if step.id in doubtful.get(run.run_id, ()) else scored.at(step.index).value
                    for run, scored in pairs
                ),
                step.node.unit,
            )
            for step in graph.steps
            if step.node.withheld is None
        },
    )


def _sample_sd(values: Sequence[float]) -> float | None:
    """Return the sample standard deviation, from distances to the first value: equal ones have exactly 0."""
    if len(values) < 2:
        return None
    distances = [value - values[0] for value in values]
    squares = _squares(distances)
    if SQUARABLE <= squares < math.inf:
        return math.sqrt(squares / (len(values) - 1))
    largest = max(map(abs, distances))
    if largest == 0 or not math.isfinite(largest):
        return None if largest else 0.0
    return largest * math.sqrt(_squares([each / largest for each in distances]) / (len(values) - 1))


SQUARABLE = 1e-280
"""Sums of squares below this, and endless ones, are formed in shares of the largest distance."""


def _squares(distances: Sequence[float]) -> float:
    """Return the sum of squared distances to the mean; endless or no number where it is too large."""
    middle = mean(distances)
    total = 0.0
    for distance in distances:
        total += (distance - middle) * (distance - middle)
    return total


def _least_first(value: float | None) -> float:
    return math.inf if value is None else -value
