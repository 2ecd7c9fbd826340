"""The metrics of one run while they are gathered: each a value with evidence, or a reason for having none."""

from __future__ import annotations

from site_builder.measures.numbers import number
from site_builder.records.run import Evidence, Metric, Reason

META = "meta.json"
TELEMETRY = "telemetry/"
WORKSPACE = "workspace/"


class Sheet:
    """Metric id → metric. An id that is never written is missing as *not collected*."""

    def __init__(self) -> None:
        self.metrics: dict[str, Metric] = {}

    def put(self, metric_id: str, value: float, *evidence: Evidence) -> None:
        """Write a value. One that is not finite is missing as *invalid*."""
        value = float(value)
        if number(abs(value)) is None:
            self.miss(metric_id, "invalid", "the arithmetic leaves the range of numbers", *evidence)
        else:
            self.metrics[metric_id] = Metric(value=value + 0.0, evidence=evidence)

    def miss(self, metric_id: str, reason: Reason, detail: str, *evidence: Evidence) -> None:
        """Write why there is no value."""
        self.metrics[metric_id] = Metric(reason=reason, detail=detail, evidence=evidence)


def in_meta(pointer: str, note: str = "") -> Evidence:
    """Return evidence in ``meta.json``."""
    return Evidence(META, pointer, note)


def in_events(note: str) -> Evidence:
    """Return evidence in the event stream."""
    return Evidence(TELEMETRY, note=note)


def counted(count: float, noun: str, rest: str = "") -> str:
    """Return ``1 event``, ``2 events``, each with what follows the noun."""
    return f"{count:,.0f} {noun}" + ("" if count == 1 else "s") + (f" {rest}" if rest else "")
