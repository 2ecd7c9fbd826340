"""Cost and tokens of a cohort. Missing is never zero: sums and means are over the samples that report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from site_builder.records.ruhroh import CoverageStatus, Sample


class Metered(msgspec.Struct, frozen=True, kw_only=True):
    """One metered quantity over the samples of a cohort or of several."""

    status: CoverageStatus
    """How much of it the reporting covers over all samples."""
    observed: int
    """Samples that report a figure."""
    complete: int
    """Samples whose figure is reported as complete."""
    samples: int
    """All samples."""
    total: float | None
    """Sum over the reporting samples; ``None`` when none reports."""
    mean: float | None
    """Per reporting sample."""
    per_pass: float | None
    """Sum, failed samples included, per pass; ``None`` unless all is complete and something passed."""


class UsageSummary(msgspec.Struct, frozen=True, kw_only=True):
    """Cost and tokens."""

    reporting: int
    """Samples that report any figure."""
    cost_usd: Metered
    tokens: Metered


def summarise(samples: Sequence[Sample], passes: int) -> UsageSummary:
    """Return the usage of a cohort with ``passes`` passed samples."""
    usages = [sample.usage for sample in samples]
    cost = [(usage.cost_usd, usage.cost_status) for usage in usages]
    tokens = [(usage.total_tokens, usage.tokens_status) for usage in usages]
    return UsageSummary(
        reporting=sum(usage.reported for usage in usages),
        cost_usd=_metered(cost, passes),
        tokens=_metered(tokens, passes),
    )


def roll_up(parts: Sequence[UsageSummary], passes: int) -> UsageSummary:
    """Return the usage of several cohorts together; means are recomputed from the sums."""
    return UsageSummary(
        reporting=sum(part.reporting for part in parts),
        cost_usd=_joined([part.cost_usd for part in parts], passes),
        tokens=_joined([part.tokens for part in parts], passes),
    )


def _metered(figures: Sequence[tuple[float | None, CoverageStatus]], passes: int) -> Metered:
    present = [value for value, _ in figures if value is not None]
    complete = sum(value is not None and status == "complete" for value, status in figures)
    status = _status([status for _, status in figures], complete, len(figures))
    counted = _Counted(status, len(present), complete, len(figures))
    return _figures(counted, present, passes)


def _joined(parts: Sequence[Metered], passes: int) -> Metered:
    complete, samples = sum(part.complete for part in parts), sum(part.samples for part in parts)
    status = _status([part.status for part in parts], complete, samples)
    counted = _Counted(status, sum(part.observed for part in parts), complete, samples)
    return _figures(counted, [part.total for part in parts if part.total is not None], passes)


class _Counted(NamedTuple):
    status: CoverageStatus
    observed: int
    complete: int
    samples: int


def _figures(counted: _Counted, present: Iterable[float], passes: int) -> Metered:
    total: float | None = None
    for value in present:
        total = value if total is None else total + value
    whole = counted.status == "complete" and passes > 0
    return Metered(
        status=counted.status,
        observed=counted.observed,
        complete=counted.complete,
        samples=counted.samples,
        total=total,
        mean=total / counted.observed if total is not None else None,
        per_pass=total / passes if total is not None and whole else None,
    )


def _status(statuses: Sequence[CoverageStatus], complete: int, samples: int) -> CoverageStatus:
    if complete == samples > 0:
        return "complete"
    if all(status == "unavailable" for status in statuses):
        return "unavailable"
    if all(status == "unknown" for status in statuses):
        return "unknown"
    return "partial"
