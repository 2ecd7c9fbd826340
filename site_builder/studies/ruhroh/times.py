"""When samples were collected, as far as they state it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from site_builder.records.ruhroh import Sample


def newest(samples: Iterable[Sample]) -> str:
    """Return the time of the newest sample in UTC; empty when no sample states a time that can be read."""
    stated = [_moment(sample.ended_at or sample.started_at) for sample in samples]
    latest = max((moment for moment in stated if moment is not None), default=None)
    return latest.strftime("%Y-%m-%dT%H:%M:%SZ") if latest else ""


def _moment(words: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(words)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
