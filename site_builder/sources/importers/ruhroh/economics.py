"""Cost and tokens of one sample, and how much of them the reporting covers. Missing is never zero.

Two places may report: the plain usage of the manifest, and the economics record. Figures of the economics
record win. Only cost that was billed or metered in US dollars counts; an estimate is no cost. Only the
economics record says how complete a figure is; a plain figure alone has the status unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from site_builder.records.ruhroh import CoverageStatus, Usage
from site_builder.sources.importers.ruhroh.fields import Json, amount, items, record, records, text

VERSION = "ruhroh_economics_envelope_v1"
USED = ("inputTokens", "outputTokens", "totalTokens")
REAL_COSTS = ("billed", "metered")
DOUBTFUL = ("legacy", "estimated", "manual")
STATUSES: tuple[CoverageStatus, ...] = get_args(CoverageStatus)


def read_usage(result: Json, manifest: Json) -> Usage:
    """Return the usage of a sample from its loop result and the manifest in it."""
    plain, envelope = record(manifest, "usage"), _envelope(result, manifest)
    totals = record(record(envelope, "totals"), "usage")
    cost = _cost(envelope)
    tokens = amount(totals, "totalTokens")
    return Usage(
        cost_usd=cost if cost is not None else amount(plain, "costUsd"),
        input_tokens=_first(totals, plain, "inputTokens"),
        output_tokens=_first(totals, plain, "outputTokens"),
        total_tokens=_first(totals, plain, "totalTokens"),
        cost_status=_status(envelope, "cost", cost is not None),
        tokens_status=_status(envelope, "totalTokens", tokens is not None),
    )


def declares_economics(result: Json, manifest: Json) -> bool:
    """Return whether an economic trace belongs to the evidence."""
    agent = record(result, "runAgent")
    return text(agent, "version") == "ruhroh_run_agent_result_v2" or isinstance(
        record(manifest, "runAgent").get("economics"), dict
    )


def _envelope(result: Json, manifest: Json) -> Json:
    """Return the first economics record that is one, empty when there is none."""
    for holder in (record(result, "runAgent"), record(manifest, "runAgent"), manifest, result):
        found = record(holder, "economics")
        if found.get("version") == VERSION:
            return found
    return {}


def _first(preferred: Json, otherwise: Json, name: str) -> float | None:
    found = amount(preferred, name)
    return found if found is not None else amount(otherwise, name)


def _cost(envelope: Json) -> float | None:
    """Return the total cost in dollars; ``None`` where a part of it is estimated, foreign or doubtful."""
    costs = items(record(envelope, "totals"), "costs")
    if envelope.get("legacy") is True or not costs or any(_doubtful(envelope)):
        return None
    total = 0.0
    for cost in costs:
        value = amount(cost, "amount")
        real = text(cost, "currency") == "USD" and text(cost, "kind") in REAL_COSTS
        if value is None or not real:
            return None
        total += value
    return total


def _doubtful(envelope: Json) -> Iterator[bool]:
    """Yield for each additive cost observation whether it is no real cost."""
    for observation in records(envelope, "observations"):
        cost = observation.get("cost")
        if isinstance(cost, dict) and observation.get("accounting") == "exclusive":
            source = record(observation, "source")
            yield (
                cost.get("kind") not in REAL_COSTS
                or source.get("kind") in DOUBTFUL
                or source.get("quality") in DOUBTFUL
            )


def _status(envelope: Json, metric: str, supplied: bool) -> CoverageStatus:
    status = record(record(envelope, "coverage"), metric).get("status")
    if status == "complete":
        return "complete" if supplied else "partial"
    return status if status in STATUSES else "unknown"
