"""Say what a run's headline means: the rubric's own words for the part of the scale it lies in."""

from __future__ import annotations

from site_builder.records.layout import Interpretation
from site_builder.scoring.evaluate import Scored


def gate_closed(scored: Scored) -> bool:
    """Return whether the rubric has a gate and it is 0 in this run. A missing gate is not closed."""
    gate = scored.graph.layout.gate
    return gate is not None and scored.value(gate) == 0


def gate_missing(scored: Scored) -> bool:
    """Return whether the rubric has a gate and it was not measured in this run."""
    gate = scored.graph.layout.gate
    return gate is not None and scored.value(gate) is None


def interpretation(scored: Scored) -> Interpretation | None:
    """Return the first of the rubric's interpretations that fits; ``None`` where it has none that does."""
    value = scored.value(scored.graph.layout.headline)
    for candidate in scored.graph.layout.interpretations:
        if _fits(candidate, value, gate_closed(scored)):
            return candidate
    return None


def _fits(candidate: Interpretation, value: float | None, closed: bool) -> bool:
    if candidate.when in ("gate_closed", "missing"):
        return closed if candidate.when == "gate_closed" else value is None
    if value is None:
        return False
    if candidate.limit is None:
        return True
    return value < candidate.limit or (candidate.when == "up_to" and value == candidate.limit)
