"""Who a run is: the identity in ``meta.json``, without which an export is on no board."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from datetime import UTC, datetime, timedelta, timezone

import msgspec

from site_builder.measures.json_view import Report, View, describe
from site_builder.measures.roles import SUPERVISION, is_role
from site_builder.records.run import Model
from site_builder.sources.secrets import kinds, scan

SCHEMA = "favur-run/2"
RUN_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}")
_TIME = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}:[0-9]{2}):([0-9]{2})(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})"
)
_LONGEST_TEXT = 200
_LONGEST_COMMAND = 2_000
"""Characters; a command that is cut cannot be run again."""


class Identity(msgspec.Struct, frozen=True):
    """What a valid export says of itself."""

    run_id: str
    sow: str
    sow_title: str
    configuration: str
    started: datetime
    finished: datetime
    harness: str
    harness_commit: str
    harness_command: str
    models: tuple[Model, ...]
    role_models: dict[str, str]


def plain(text: str, limit: int = _LONGEST_TEXT) -> str:
    """Return text for display: one line, without control and direction characters, of bounded length."""
    kept = "".join(
        " " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char
        for char in text[: 4 * limit]
        if unicodedata.category(char) not in ("Cf", "Cs") or char in "\u200c\u200d"
    )
    kept = " ".join(kept.split())
    return kept if len(kept) <= limit else kept[: limit - 1] + "…"


def read_run_id(meta: View) -> str:
    """Return the run id, empty when there is no valid one."""
    value = meta.record.get("run_id")
    return value if isinstance(value, str) and RUN_ID.fullmatch(value) else ""


def read_identity(meta: View) -> Identity | str:
    """Return the identity, or the sentence that says why the export is left out; report every fault."""
    faults: list[str] = []

    def fault(key: str, code: str, message: str) -> None:
        meta.report(meta.at(key), code, message)
        faults.append(message)

    if meta.record.get("schema") != SCHEMA:
        fault("schema", "favur.bad-schema", f"The schema is {_stated(meta, 'schema')}, not {SCHEMA}.")
    run_id = read_run_id(meta)
    if not run_id:
        slug = ", which is no slug" if meta.has("run_id") else ""
        fault("run_id", "favur.bad-run-id", f"The run_id is {_stated(meta, 'run_id')}{slug}.")
    sow = meta.record.get("sow")
    sow_view = View(sow if isinstance(sow, dict) else {}, meta.at("sow"), meta.report)
    stated = sow_view.record.get("id")
    sow_id = _cohort(stated) if isinstance(stated, str) else ""
    if not sow_id and isinstance(stated, str) and stated.strip():
        message = (
            "The id of the statement of work has no letter and no digit, or holds U+FFFD for a lost one."
        )
        fault("sow", "favur.bad-sow", message)
    elif not sow_id:
        fault("sow", "favur.bad-sow", "The statement of work has no id.")
    started = _time(meta, "started_at", fault)
    finished = _time(meta, "finished_at", fault)
    if started and finished and finished < started:
        fault("finished_at", "favur.bad-time", "The run finishes before it starts.")
    models, role_models = read_models(meta), _role_models(meta)
    if faults or started is None or finished is None:
        return faults[0]
    return Identity(
        run_id=run_id,
        sow=sow_id,
        sow_title=plain(sow_view.text("title")),
        configuration=plain(meta.text("configuration")),
        started=started,
        finished=finished,
        harness=_harness(meta),
        harness_commit=_of_harness(meta, "commit"),
        harness_command=_of_harness(meta, "command"),
        models=models,
        role_models=role_models,
    )


def _cohort(text: str) -> str:
    """Return the id of a statement of work, as it is if it can be shown; empty when it names nothing.

    What cannot be shown whole gets the beginning of its digest, so that no two ids become one cohort.
    """
    if not any(map(str.isalnum, text)) or "\ufffd" in text:
        return ""
    if text.isprintable() and len(text) <= _LONGEST_TEXT:
        return text
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{plain(text)[: _LONGEST_TEXT - 9]}~{digest}"


def utc(moment: datetime) -> str:
    """Return a moment as RFC 3339 in UTC, seconds, ``Z``."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")


def parse_time(text: str) -> datetime | None:
    """Return the moment that RFC 3339 text with seconds and offset names, ``None`` for anything else.

    A leap second (``:60``) is the second after it.
    """
    match = _TIME.fullmatch(text)
    if not match:
        return None
    day, minute, second, fraction, offset = match.groups()
    try:
        moment = datetime.fromisoformat(f"{day}T{minute}:00").replace(tzinfo=_zone(offset))
        moment += timedelta(seconds=int(second), microseconds=_microseconds(fraction))
        return moment.astimezone(UTC) if int(second) <= 60 else None
    except (ValueError, OverflowError):
        return None


def _zone(offset: str) -> timezone:
    if offset in "Zz":
        return UTC
    hours, minutes = int(offset[1:3]), int(offset[4:6])
    if hours > 23 or minutes > 59:
        raise ValueError("no such offset")
    return timezone((-1 if offset[0] == "-" else 1) * timedelta(hours=hours, minutes=minutes))


def _microseconds(fraction: str | None) -> int:
    return int(fraction[1:7].ljust(6, "0")) if fraction else 0


def _time(meta: View, key: str, fault: Report) -> datetime | None:
    value = meta.record.get(key)
    moment = parse_time(value) if isinstance(value, str) else None
    if moment is None:
        why = ", which is no RFC 3339 time with offset" if meta.has(key) else ""
        fault(key, "favur.bad-time", f"{key} is {_stated(meta, key)}{why}.")
    return moment


def _stated(meta: View, key: str) -> str:
    """Return what a field says, in words; a field that is null is absent (*Numbers*)."""
    return describe(meta.record[key]) if meta.has(key) else "absent"


def _harness(meta: View) -> str:
    harness = meta.child("harness")
    if harness is None:
        return ""
    return plain(" ".join(_of_harness(meta, key) for key in ("name", "version")))


def _of_harness(meta: View, key: str) -> str:
    """Return a text of the harness; empty, and reported, where it holds what must not be published."""
    harness = meta.child("harness")
    if harness is None:
        return ""
    text = harness.text(key)
    found = kinds(scan(text))
    if not found:
        return plain(text, _LONGEST_COMMAND if key == "command" else _LONGEST_TEXT)
    message = f"harness.{key} is not published: it holds what looks like {found}."
    harness.report(harness.at(key), "favur.secret", message)
    return ""


def read_models(meta: View) -> tuple[Model, ...]:
    """Return the declared models, each id once, the first declaration winning."""
    found: dict[str, Model] = {}
    for row in meta.rows("models") or ():
        model_id = plain(row.text("id"))
        if model_id in found:
            row.report(
                row.at("id"), "favur.doubled-model", f"The model {describe(model_id)} is declared twice."
            )
        elif model_id:
            texts = (plain(row.text(key)) for key in ("name", "family", "provider"))
            found[model_id] = Model(model_id, *texts)
    return tuple(found.values())


def _role_models(meta: View) -> dict[str, str]:
    roles = meta.child("roles")
    if roles is None:
        return {}
    found: dict[str, str] = {}
    for role in roles.record:
        if not is_role(role):
            if role != SUPERVISION:
                roles.report(
                    roles.at(role),
                    "favur.unknown-role",
                    f"{describe(role)} is not one of the fourteen roles.",
                )
            continue
        row = roles.child(role)
        model = plain(row.text("model")) if row is not None else ""
        if model:
            found[role] = model
    return dict(sorted(found.items()))
