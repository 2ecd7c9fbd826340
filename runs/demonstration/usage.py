"""Sums over the event stream."""

from __future__ import annotations

from collections.abc import Iterable

from demonstration.models import Json
from demonstration.telemetry import Event


def usage(events: Iterable[Event], sessions: int | None) -> Json:
    """Sum requests as `meta.json` states them; a sum that an answered request lacks is left out."""
    requests = [event for event in events if event["event"] == "llm_request"]
    answered = [event for event in requests if event["ok"]]
    total: Json = {
        "requests": len(requests),
        "failed_requests": len(requests) - len(answered),
    }
    if all("duration_ms" in event for event in requests):
        total["request_time_s"] = sum(event["duration_ms"] for event in requests) / 1000
    for name in ("input_tokens", "cache_read_tokens", "cache_write_tokens", "output_tokens"):
        if any(name in event for event in answered):
            total[name] = sum(event.get(name, 0) for event in answered)
    if all("cost_usd" in event for event in answered):
        micro_dollars = sum(round(event["cost_usd"] * 1_000_000) for event in answered)
        total["cost_usd"] = micro_dollars / 1_000_000
    if sessions is not None:
        total["sessions"] = sessions
    prompts = (event["input_tokens"] + event.get("cache_read_tokens", 0) for event in answered)
    total["largest_prompt_tokens"] = max(prompts, default=0)
    return total


def session_count(events: Iterable[Event], role: str | None = None) -> int | None:
    """Number of sessions of a role, or of the run; None when the stream does not say."""
    starts = [event for event in events if event["event"] == "session_start"]
    if not starts:
        return None
    return sum(role in (None, event.get("role")) for event in starts)
