"""Turn one ScoreCrux session, decoded from JSON, into a run: checks, metrics with evidence, stated values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from site_builder.records.run import Evidence, Metric, Model, Reason, RunRecord
from site_builder.sources.importers.scorecrux_document import (
    FORMAT,
    NAME,
    Document,
    Memory,
    Session,
)
from site_builder.sources.importers.scorecrux_fields import (
    DERIVED,
    FIELDS,
    RENAMED,
    WEIGHTS,
    number,
    violations,
)
from site_builder.sources.importers.scorecrux_words import Finding, escape, misshapen, suspicions, words
from site_builder.sources.secrets import kinds, scan

FREE_TEXTS = ("harness", "cost_basis", "mapping", "excluded")
"""Fields of a session in which people write what they like, and pages show it."""


class Read(msgspec.Struct, frozen=True):
    """What a document gave: a run without place and digest, and what was found."""

    run_id: str
    run: RunRecord | None
    errors: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()
    excluded: str = ""
    """Why the publisher excludes the session; such a record is not checked any further."""


def read_document(data: Any, place: Evidence) -> Read:
    """Turn decoded JSON into a run. Every fault is a finding; nothing is raised.

    ``place`` is the file (and line, as its note) that the metrics name as evidence.
    """
    try:
        document = msgspec.convert(data, Document)
    except msgspec.ValidationError as error:
        return Read(_claimed_id(data), None, (_shape_fault(data, error),))
    document, withheld = _without_secrets(document)
    if document.session.excluded is not None:
        return Read(document.session.id, None, excluded=document.session.excluded)
    metadata = document.metadata or {}
    stated = (document.composite or {}).get("weights")
    codes = violations(document.fundamentals, stated, metadata)
    errors = [words(code, document.fundamentals, stated, metadata) for code in codes]
    memory, lacking = _memory(document)
    times, faults = _times(document.session)
    mapped = document.session.mapping is not None
    errors += faults if mapped else [*lacking, *faults]
    if errors:
        return Read(document.session.id, None, tuple(errors))
    reported, doubts = _reported(document, place)
    doubts += lacking if mapped else []
    warnings = (*suspicions(document.fundamentals, document.session, metadata), *doubts, *withheld)
    return Read(document.session.id, _run(document, memory, times, reported, place), (), warnings)


def _without_secrets(document: Document) -> tuple[Document, list[Finding]]:
    """Return a session without the free texts that must not be published, and what was found in them."""
    session, found = document.session, []
    for key in FREE_TEXTS:
        if secrets := kinds(scan(getattr(session, key) or "")):
            message = f"The {key} is not published: it holds what looks like {secrets}."
            advice = "Remove it from the export, and revoke it where it is a key."
            found.append(Finding("secret", f"/session/{key}", message, advice))
            session = msgspec.structs.replace(session, **{key: "withheld"})
    return msgspec.structs.replace(document, session=session), found


def _run(
    document: Document,
    memory: str,
    times: tuple[str, str],
    reported: dict[str, Metric],
    place: Evidence,
) -> RunRecord:
    session, metadata = document.session, document.metadata or {}
    context = metadata.get("safety_context")
    labels = {
        "arm": session.arm,
        "memory": memory,
        "effort": session.effort,
        "fixture": session.fixture,
        "safety_context": context,
        "cost_basis": session.cost_basis,
        "mapping": session.mapping,
        "metrics_version": document.metrics_version,
    }
    model = session.model
    parts = (model.name or model.id, session.arm, memory, session.effort)
    version = f"@{session.task_set.version}" if session.task_set.version else ""
    weights = (document.composite or {}).get("weights") or {}
    return RunRecord(
        run_id=session.id,
        family="scorecrux",
        folder="",
        digest="",
        cohort=session.task_set.id + version,
        cohort_title=session.task_set.title or session.task_set.id,
        configuration=" · ".join(dict.fromkeys(part for part in parts if part)),
        started_at=times[0],
        finished_at=times[1],
        harness=session.harness or "",
        models=(Model(id=model.id, name=model.name or "", provider=model.provider or ""),),
        labels={name: text for name, text in labels.items() if text},
        reported=reported,
        reported_weights={WEIGHTS[key]: float(weights[key]) for key in WEIGHTS if key in weights},
        metrics=dict(_metrics(document.fundamentals, context, place)),
    )


def _metrics(
    fundamentals: Mapping[str, Any], context: str | None, place: Evidence
) -> Iterator[tuple[str, Metric]]:
    for field in FIELDS:
        if field.key not in fundamentals:
            yield field.metric, _unmeasured("not_collected", "the report does not state it")
            continue
        value = number(fundamentals[field.key])
        if value is None:
            detail = "no human baseline is declared" if field.kind == "baseline" else "stated as not measured"
            yield field.metric, _unmeasured("not_collected", detail)
        else:
            yield field.metric, _measured(value, f"/fundamentals/{field.key}", place)
    pointer = "/metadata/safety_context" if context else "/metadata"
    yield "detect_applies", _measured(0.0 if context == "ungated" else 1.0, pointer, place)


def _measured(value: float, pointer: str, place: Evidence) -> Metric:
    return Metric(value, evidence=(msgspec.structs.replace(place, pointer=pointer),))


def _unmeasured(reason: Reason, detail: str) -> Metric:
    return Metric(reason=reason, detail=detail)


def _memory(document: Document) -> tuple[str, list[Finding]]:
    """Return the words for the memory system (empty where none is declared), and what the declaration lacks.

    A session measured as such has to declare its memory; a record mapped from another kind need not.
    """
    pointer = "/metadata/memory_system"
    declared = (document.metadata or {}).get("memory_system")
    if declared is None:
        if document.session.mapping is not None:
            return "", []
        advice = "Add `memory_system` with `used`, and `name` and `version` where one was used."
        return "", [Finding("memory-undeclared", pointer, "No memory system is declared.", advice)]
    try:
        memory = msgspec.convert(declared, Memory)
    except msgspec.ValidationError as error:
        message, inner = misshapen(error)
        advice = "Give `used` as true or false, and the names as text."
        return "", [Finding("memory-invalid", pointer + inner, message, advice)]
    if not memory.used:
        return "no memory", []
    if memory.name is None or memory.version is None:
        message = "A memory system was used, and its name or version is not stated."
        return "", [Finding("memory-undeclared", pointer, message, "State both.")]
    variant = f" ({memory.variant})" if memory.variant else ""
    return f"{memory.name} {memory.version}{variant}", []


def _times(session: Session) -> tuple[tuple[str, str], list[Finding]]:
    found: list[str] = []
    faults: list[Finding] = []
    for name in ("started_at", "completed_at"):
        text = getattr(session, name)
        time = _utc(text) if text else ""
        if time is None:
            message = f"{name} is no date and time with its offset from UTC."
            advice = "Write it like 2026-05-04T09:30:00Z."
            faults.append(Finding("time-invalid", f"/session/{name}", message, advice))
        found.append(time or "")
    if found[0] and found[1] and found[1] < found[0]:
        message = f"The session ended at {found[1]}, before it started at {found[0]}."
        faults.append(Finding("time-order", "/session/completed_at", message, "Correct the times."))
    return (found[0], found[1]), faults


_LEAP = re.compile(r"(?<=[Tt ]\d\d:\d\d:)60")


def _utc(text: str) -> str | None:
    """Return a moment in UTC, ``None`` for what is none. A leap second (``:60``) is the second after it."""
    plain, leap = _LEAP.subn("59", text)
    try:
        time = datetime.fromisoformat(plain) + timedelta(seconds=leap)
        return None if time.tzinfo is None else time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError):
        return None


def _reported(document: Document, place: Evidence) -> tuple[dict[str, Metric], list[Finding]]:
    """Return what the report states of derived figures and composite, by node id, and doubts about it."""
    derived, composite = document.derived or {}, document.composite or {}
    stated = {f"/derived/{escape(key)}": (RENAMED.get(key, key), value) for key, value in derived.items()}
    stated |= {f"/composite/{key}": (key, composite[key]) for key in ("Cx_em", "S_gate") if key in composite}
    reported: dict[str, Metric] = {}
    doubts = []
    for pointer, (key, raw) in stated.items():
        value = number(raw)
        if key not in (*DERIVED, "Cx_em", "S_gate") or (raw is not None and value is None):
            message = f"{escape(key)} is no figure of the standard, or no number."
            advice = "Leave it out; derived figures are recomputed in any case."
            doubts.append(Finding("reported-unusable", pointer, message, advice))
        elif value is None:
            reported[key.lower()] = _unmeasured("not_collected", "stated as null")
        else:
            reported[key.lower()] = _measured(value, pointer, place)
    return reported, doubts


def _claimed_id(data: Any) -> str:
    session = data.get("session") if isinstance(data, dict) else None
    claimed = session.get("id") if isinstance(session, dict) else None
    usable = isinstance(claimed, str) and len(claimed) <= 200 and re.search(NAME, claimed)
    return claimed if usable and isinstance(claimed, str) else ""


def _shape_fault(data: Any, error: msgspec.ValidationError) -> Finding:
    message, pointer = misshapen(error)
    if isinstance(data, dict) and "session" not in data and "fundamentals" in data:
        message = "The report does not say which session it is of."
        return Finding(
            "no-session", "", message, f"Add `format` ({FORMAT}) and `session`; see the export page."
        )
    advice = "Correct it there; `site-builder docs scorecrux-export` describes the format."
    return Finding("format", pointer, message, advice)
