"""Usage figures of the run, of its supervision and of its roles: from ``meta.json``, else from the events.

The choice is made for each figure by itself, and the evidence says which source served.
"""

from __future__ import annotations

from collections.abc import Callable

from site_builder.measures.json_view import View
from site_builder.measures.numbers import number
from site_builder.measures.roles import ROLES, SUPERVISION
from site_builder.measures.telemetry import EventUsage, Group, Telemetry, usage_of
from site_builder.sources.importers.favur_sheet import Sheet, counted, in_events, in_meta

FIGURES: tuple[str, ...] = EventUsage.__struct_fields__
DEFAULT_WINDOW = 200_000
"""Context window in tokens of a model that declares none."""

Figures = dict[str, float | None]


class UsageReader:
    """Resolves usage figures of one run and writes them to its sheet."""

    def __init__(self, meta: View, telemetry: Telemetry, sheet: Sheet) -> None:
        self._meta = meta
        self._telemetry = telemetry
        self._sheet = sheet
        self._roles = meta.child("roles")

    def read_run(self) -> Figures:
        """Write ``usage.*`` of the run without supervision."""
        return self._write("usage", self._meta.child("usage"), lambda group: group[0] != SUPERVISION, "")

    def read_supervision(self) -> None:
        """Write ``supervision.cost_usd``."""
        figures = Sheet()
        own = UsageReader(self._meta, self._telemetry, figures)
        own._write(
            SUPERVISION,
            self._meta.child("supervision"),
            lambda group: group[0] == SUPERVISION,
            "of the role supervision",
        )
        cost = f"{SUPERVISION}.cost_usd"
        self._sheet.metrics[cost] = figures.metrics[cost]

    def read_roles(self) -> dict[str, Figures]:
        """Write ``roles.*.usage.*`` of the roles that ``meta.json`` names or requests are tagged with."""
        tagged = self._telemetry.roles()
        named = self._roles.record if self._roles is not None else {}
        found: dict[str, Figures] = {}
        for role in ROLES:
            if role in named or role in tagged:
                row = self._roles.child(role) if self._roles is not None else None
                usage = row.child("usage") if row is not None else None
                found[role] = self._write(f"roles.{role}.usage", usage, _of_role(role), f"of the role {role}")
        return found

    def _write(self, front: str, usage: View | None, wanted: Callable[[Group], bool], whose: str) -> Figures:
        events, absence = self._events(wanted)
        figures: Figures = {}
        for name in FIGURES:
            metric_id = f"{front}.{name}"
            stated = usage.number(name) if usage is not None else None
            if usage is not None and stated is not None:
                self._sheet.put(metric_id, stated, in_meta(usage.at(name)))
                figures[name] = stated
                continue
            summed = number(getattr(events, name)) if events is not None else None
            if events is not None and summed is not None:
                self._sheet.put(metric_id, summed, in_events(_counted_by(name, events, whose)))
            else:
                invalid = usage is not None and usage.has(name)
                self._sheet.miss(
                    metric_id,
                    "invalid" if invalid else "not_collected",
                    ("no number ≥ 0" if invalid else "absent") + f" in meta.json, and {absence(name)}",
                )
            figures[name] = summed
        return figures

    def _events(self, wanted: Callable[[Group], bool]) -> tuple[EventUsage | None, Callable[[str], str]]:
        """Return the figures over events, and why one of them is missing."""
        if self._telemetry.missing:
            return None, lambda name: self._telemetry.missing
        requests = self._telemetry.requests(wanted)
        events = usage_of(requests, self._telemetry.session_count(lambda role: wanted((role, ""))))
        if not requests.requests:
            return (
                events,
                lambda name: f"no {'session_start' if name == 'sessions' else 'llm_request'} event for it",
            )

        def absence(name: str) -> str:
            if name == "sessions":
                return "no session_start event for it"
            field = "duration_ms" if name == "request_time_s" else name
            lacking = requests.absent.get(field, 0)
            return (
                f"{counted(lacking, 'successful request')} without {field}" if lacking else "no event has it"
            )

        return events, absence


def read_contexts(meta: View, windows: dict[str, float], used: list[str], sheet: Sheet) -> None:
    """Write the static overhead of the run and of its roles, and the windows they are judged against."""
    smallest = min((windows.get(model, DEFAULT_WINDOW) for model in used), default=float(DEFAULT_WINDOW))
    source = f"smallest of {counted(len(used), 'model')} used" if used else "no model is named"
    evidence = in_meta("/models", f"{source}; a model that declares no window has {DEFAULT_WINDOW:,}")
    sheet.put("models.smallest_window_tokens", smallest, evidence)
    context = meta.child("context")
    _write_context("context", context, smallest, evidence.note, sheet)
    roles = meta.child("roles")
    for role in ROLES:
        row = roles.child(role) if roles is not None and role in roles.record else None
        own = row.child("context") if row is not None else None
        if row is not None and own is not None:
            window = windows.get(row.text("model"), DEFAULT_WINDOW)
            _write_context(f"roles.{role}.context", own, window, "window of the role's model", sheet)


def _write_context(front: str, context: View | None, window: float, origin: str, sheet: Sheet) -> None:
    for name in ("system_tokens", "tool_schema_tokens"):
        value = context.number(name) if context is not None else None
        if context is not None and value is not None:
            sheet.put(f"{front}.{name}", value, in_meta(context.at(name)))
        else:
            invalid = context is not None and context.has(name)
            sheet.miss(f"{front}.{name}", "invalid" if invalid else "not_collected", "absent in meta.json")
    stated = context.number("window_tokens") if context is not None else None
    if context is not None and stated is not None:
        sheet.put(f"{front}.window_tokens", stated, in_meta(context.at("window_tokens")))
    else:
        sheet.put(f"{front}.window_tokens", window, in_meta("/models", origin))


def read_windows(meta: View) -> dict[str, float]:
    """Return model id → context window in tokens, the default where absent, null or 0; the first row wins."""
    windows: dict[str, float] = {}
    for row in meta.rows("models") or ():
        if model := row.text("id"):
            windows.setdefault(model, row.number("context_window") or float(DEFAULT_WINDOW))
    return windows


def models_used(meta: View, telemetry: Telemetry) -> list[str]:
    """Return the models of roles and of the run's requests, sorted; without any, those of ``meta.models``."""
    roles = meta.child("roles")
    rows = [roles.child(role) for role in ROLES if role in roles.record] if roles is not None else []
    used = {row.text("model") for row in rows if row is not None}
    used |= {model for role, model in telemetry.groups if role != SUPERVISION}
    used.discard("")
    if not used:
        used = {row.text("id") for row in meta.rows("models") or ()} - {""}
    return sorted(used)


def _of_role(role: str) -> Callable[[Group], bool]:
    return lambda group: group[0] == role


def _counted_by(name: str, events: EventUsage, whose: str) -> str:
    if name == "sessions":
        return counted(events.sessions or 0, "session_start event", whose)
    return counted(events.requests or 0, "llm_request event", whose)
