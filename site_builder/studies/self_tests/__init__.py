"""What a rubric is tried for without any run of a site: curves, means, missing and better values. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from site_builder.records.self_test import SelfTests
from site_builder.scoring.evaluate import Scored
from site_builder.scoring.graph import Graph
from site_builder.studies.self_tests.nodes import curves, means
from site_builder.studies.self_tests.runs import better, improvements, nothing, removed
from site_builder.studies.self_tests.sample import sample_run


def self_tests(graph: Graph) -> SelfTests:
    """Try a rubric; a tenth of a second for one of 640 nodes."""
    sample = sample_run(graph)
    improved = improvements(sample)
    hidden = graph.withheld
    from_hidden = (step.id for step in graph.steps if any(hidden[index] for index in step.inputs))
    return SelfTests(
        (curves(graph), means(graph), nothing(graph), removed(sample), better(sample, improved)),
        metrics=_values(sample, graph.metrics),
        medians=_values(sample, (step.id for step in graph.medians)),
        improved=improved,
        closed=_values(sample, from_hidden),
    )


def _values(sample: Scored, names: Iterable[str]) -> dict[str, float]:
    """Return the values of some nodes, without those that are withheld or missing."""
    hidden, position = sample.graph.withheld, sample.graph.position
    found = ((name, sample.value(name)) for name in names if not hidden[position[name]])
    return {name: value for name, value in found if value is not None}
