"""Counts and sums over the event stream of a run.

Events tagged with the role ``supervision`` belong to no figure of the run; they are summed for themselves.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from site_builder.measures.numbers import number, total
from site_builder.measures.roles import SUPERVISION, is_role
from site_builder.measures.telemetry_lines import NUMBERS, Event, FileReport, read_events

KNOWN = frozenset(("llm_request", "tool_call", "command", "verification", "error", "session_start"))
"""Event types, the words under ``event``, that make a stream telemetry."""
NEED_OK = ("llm_request", "tool_call")
"""Types that are malformed without ``ok``, true or false."""
HALLUCINATED = "ToolValidationError"
UNAUTHORIZED = "UnauthorizedToolError"
MOST_NAMES = 200
"""Distinct models (strange roles, strange types) kept apart; requests of further models name none."""
_CACHE = ("cache_read_tokens", "cache_write_tokens")

NameKind = Literal["model", "role", "type"]
Group = tuple[str, str]
"""Role and model of a request, empty where the event names none."""


class Requests:
    """Running figures over some ``llm_request`` events."""

    __slots__ = ("absent", "failed", "largest_prompt", "present", "requests", "sums")

    def __init__(self) -> None:
        self.requests = self.failed = 0
        self.largest_prompt: float | None = None
        """Largest input + cache read of one event that has an input."""
        self.sums: dict[str, list[float]] = {name: [] for name in NUMBERS}
        self.present = dict.fromkeys(NUMBERS, 0)
        """Events that have the field."""
        self.absent = dict.fromkeys(NUMBERS, 0)
        """Successful events that lack the field."""

    def add(self, events: list[Event]) -> None:
        """Add some events."""
        self.requests += len(events)
        self.failed += sum(1 for event in events if not event.ok)
        for name in NUMBERS:
            values = [getattr(event, name) for event in events]
            if None in values:
                lacking = zip(events, values, strict=True)
                self.absent[name] += sum(1 for event, value in lacking if value is None and event.ok)
                values = [value for value in values if value is not None]
            self.present[name] += len(values)
            self.sums[name].append(total(values))
        for event in events:
            if event.input_tokens is not None:
                prompt = event.input_tokens + (event.cache_read_tokens or 0.0)
                if self.largest_prompt is None or prompt > self.largest_prompt:
                    self.largest_prompt = prompt

    def merge(self, other: Requests) -> None:
        """Add the figures of another group."""
        self.requests += other.requests
        self.failed += other.failed
        for name in NUMBERS:
            self.sums[name] += other.sums[name]
            self.present[name] += other.present[name]
            self.absent[name] += other.absent[name]
        prompts = [prompt for prompt in (self.largest_prompt, other.largest_prompt) if prompt is not None]
        self.largest_prompt = max(prompts, default=None)

    def sum_of(self, name: str) -> float | None:
        """Return the sum of a field, ``None`` when a successful event lacks it or the sum is not finite.

        Cache fields count 0 where they are absent, provided that any event has them.
        """
        known = self.present[name] > 0 if name in _CACHE else self.absent[name] == 0
        return number(total(self.sums[name])) if known and self.requests else None


class Telemetry:
    """Everything that is counted over the event files of one run."""

    def __init__(self) -> None:
        self.events = 0
        """Well-formed events of a known type; telemetry exists when there is one."""
        self.files = 0
        """Event files, whether anything in them could be used or not."""
        self.unknown = 0
        """Well-formed events of other types, or of none."""
        self.untyped = 0
        """Those of none."""
        self.strange_types: set[str] = set()
        """Types that are not known, at most ``MOST_NAMES``."""
        self.crowded: set[NameKind] = set()
        """Of what there are more names than that: the further ones count as absent."""
        self.groups: dict[Group, Requests] = {}
        self.models: set[str] = set()
        self.strange_roles: set[str] = set()
        """Tags that are none of the fourteen roles; their events count as untagged."""
        self.sessions: dict[str, int] = {}
        """Session starts by role, supervision included."""
        self.calls = self.ordinary_failures = self.hallucinated = 0
        self.retry_known = self.first_try = self.unauthorized = 0
        self.commands = self.captured = self.succeeded = self.verifications = 0

    @property
    def missing(self) -> str:
        """Why there is no telemetry, for the reason of a metric; empty when there is some."""
        if self.events:
            return ""
        return "no event of a known type in telemetry/" if self.files else "no telemetry"

    def read_file(self, chunks: Iterable[bytes]) -> FileReport:
        """Add the events of one file; return what was odd in it."""
        report = FileReport()
        self.files += 1
        for places, events in read_events(chunks, report):
            by_kind: defaultdict[str, list[Event]] = defaultdict(list)
            for event in events:
                by_kind[event.event].append(event)
            for kind in NEED_OK:
                if any(event.ok is None for event in by_kind[kind]):
                    by_kind[kind] = [event for event in by_kind[kind] if event.ok is not None]
                    _report_without_ok(kind, places, events, report)
            report.untyped += len(by_kind[""])
            self.untyped += len(by_kind[""])
            self._add(by_kind)
        return report

    def requests(self, wanted: Callable[[Group], bool]) -> Requests:
        """Return the figures over the groups that are wanted."""
        total = Requests()
        for group in sorted(self.groups):
            if wanted(group):
                total.merge(self.groups[group])
        return total

    def session_count(self, wanted: Callable[[str], bool]) -> int:
        """Return the number of session starts whose role is wanted."""
        return sum(count for role, count in self.sessions.items() if wanted(role))

    def roles(self) -> frozenset[str]:
        """Return the roles that requests are tagged with."""
        return frozenset(role for role, _ in self.groups if role)

    def _add(self, by_kind: Mapping[str, list[Event]]) -> None:
        """Add well-formed events, sorted by type."""
        for kind, events in by_kind.items():
            if kind not in KNOWN:
                self.unknown += len(events)
                self._noted("type", self.strange_types, kind)
                continue
            self.events += len(events)
            if kind == "llm_request":
                self._add_requests(events)
            elif kind == "session_start":
                for role, count in Counter(event.role for event in events).items():
                    known = self._known_role(role)
                    self.sessions[known] = self.sessions.get(known, 0) + count
            else:
                _COUNTERS[kind](self, [event for event in events if event.role != SUPERVISION])

    def _add_requests(self, events: list[Event]) -> None:
        groups: defaultdict[tuple[str | None, str | None], list[Event]] = defaultdict(list)
        for event in events:
            groups[event.role, event.model].append(event)
        for (role, model), members in groups.items():
            group = self._known_role(role), self._noted("model", self.models, model)
            self.groups.setdefault(group, Requests()).add(members)

    def _known_role(self, role: str | None) -> str:
        """Return a role of the run or supervision; another is noted and counts as no tag."""
        if role and (role == SUPERVISION or is_role(role)):
            return role
        self._noted("role", self.strange_roles, role)
        return ""

    def _noted(self, kind: NameKind, names: set[str], name: str | None) -> str:
        """Add a name to a set of bounded size and return it; empty when it would be one too many."""
        if not name:
            return ""
        if name not in names and len(names) >= MOST_NAMES:
            self.crowded.add(kind)
            return ""
        names.add(name)
        return name

    def _tool_calls(self, events: list[Event]) -> None:
        self.calls += len(events)
        for event in events:
            if not event.ok:
                if event.error_type == HALLUCINATED:
                    self.hallucinated += 1
                elif event.error_type != UNAUTHORIZED:
                    self.ordinary_failures += 1
            retries = event.retry_count
            if type(retries) is int and retries >= 0:
                self.retry_known += 1
                if retries == 0 and event.ok:
                    self.first_try += 1

    def _commands(self, events: list[Event]) -> None:
        self.commands += len(events)
        codes = [event.exit_code for event in events]
        captured = [code for code in codes if type(code) is int and code != -1]
        self.captured += len(captured)
        self.succeeded += captured.count(0)

    def _verifications(self, events: list[Event]) -> None:
        self.verifications += len(events)

    def _errors(self, events: list[Event]) -> None:
        self.unauthorized += sum(event.error_type == UNAUTHORIZED for event in events)


_COUNTERS: dict[str, Callable[[Telemetry, list[Event]], None]] = {
    "tool_call": Telemetry._tool_calls,
    "command": Telemetry._commands,
    "verification": Telemetry._verifications,
    "error": Telemetry._errors,
}


def _report_without_ok(kind: str, places: Sequence[int], events: list[Event], report: FileReport) -> None:
    for place, event in zip(places, events, strict=True):
        if event.event == kind and event.ok is None:
            report.malformed_line(place, f"a {kind} without a boolean ok")


class EventUsage(msgspec.Struct, frozen=True):
    """Usage figures over a set of events, ``None`` where they cannot be known."""

    requests: float | None = None
    failed_requests: float | None = None
    request_time_s: float | None = None
    input_tokens: float | None = None
    cache_read_tokens: float | None = None
    cache_write_tokens: float | None = None
    output_tokens: float | None = None
    cost_usd: float | None = None
    sessions: float | None = None
    largest_prompt_tokens: float | None = None


def usage_of(requests: Requests, sessions: int) -> EventUsage:
    """Return the usage figures of requests and session starts; without a request they are missing."""
    started = float(sessions) if sessions else None
    if not requests.requests:
        return EventUsage(sessions=started)
    milliseconds = requests.sum_of("duration_ms")
    return EventUsage(
        requests=float(requests.requests),
        failed_requests=float(requests.failed),
        request_time_s=None if milliseconds is None else milliseconds / 1000,
        input_tokens=requests.sum_of("input_tokens"),
        cache_read_tokens=requests.sum_of("cache_read_tokens"),
        cache_write_tokens=requests.sum_of("cache_write_tokens"),
        output_tokens=requests.sum_of("output_tokens"),
        cost_usd=requests.sum_of("cost_usd"),
        sessions=started,
        largest_prompt_tokens=number(requests.largest_prompt),
    )
