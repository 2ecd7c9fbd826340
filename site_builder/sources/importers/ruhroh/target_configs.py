"""Read a target configuration: the rows of a comparison matrix, and whether they fit their stream."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from site_builder.errors import Problem, Severity, shorten
from site_builder.records.ruhroh_campaign import TargetConfig
from site_builder.records.ruhroh_target import STREAMS, Target
from site_builder.sources.importers.ruhroh.documents import fault, read_document
from site_builder.sources.importers.ruhroh.fields import Json, items, record, text
from site_builder.sources.importers.ruhroh.suites import safe
from site_builder.sources.importers.ruhroh.targets import read_target
from site_builder.studies.ruhroh.cohort_fields import harness_label, path_label

VERSION = "ruhroh_benchmark_target_config_v1"
FORMER_VERSION = "ruhroh_benchmark_targets_v1"
OWN_STACK = ("native-stack", "recommended-stack")


def read_target_config(path: Path, shown: str) -> TargetConfig:
    """Read a target configuration with everything that is wrong or doubtful."""
    loaded = read_document(path, shown)
    if loaded.value is None:
        return TargetConfig(problems=loaded.problems)
    value = loaded.value.value
    problems = [*_version_faults(value, shown)]
    rows, row_problems = _rows(value, shown)
    problems += row_problems
    stream, stream_problems = _stream(value, [target for target, _ in rows], shown)
    problems += stream_problems
    targets = [target for target, _ in rows]
    if stream:
        problems += _shape_faults(stream, targets, shown)
    for position, target in enumerate(targets):
        problems += _doubts(position, target, shown)
    return TargetConfig(
        stream=stream,
        targets=tuple(targets),
        declared=tuple(row for _, row in rows),
        problems=tuple(problems),
        source=loaded.value.source,
    )


def _version_faults(value: Json, shown: str) -> Iterator[Problem]:
    version = value.get("version")
    if version is None:
        yield _fault(shown, "/version", "version-missing", f"Name the version, {VERSION}.", "warning")
    elif version == FORMER_VERSION:
        message = f"{FORMER_VERSION} is the former name of {VERSION}."
        yield _fault(shown, "/version", "version-former", message, "warning")
    elif version != VERSION:
        yield _fault(shown, "/version", "version", f"The version is {shorten(version)}, not {VERSION}.")


def _rows(value: Json, shown: str) -> tuple[list[tuple[Target, Json]], list[Problem]]:
    rows: list[tuple[Target, Json]] = []
    problems: list[Problem] = []
    ids: dict[str, int] = {}
    listed = items(value, "targets")
    if not listed:
        problems.append(_fault(shown, "/targets", "none", "There is no target."))
    for position, item in enumerate(listed):
        here = f"/targets/{position}"
        name = text(item, "targetId")
        if name in ids:
            message = f"The target {shorten(name)} is written twice."
            problems.append(_fault(shown, here, "duplicate", message))
        elif name:
            ids[name] = position
        faults = list(_row_faults(item, here, shown))
        problems += faults
        target = read_target(item)
        if target is not None and not faults and ids.get(name) == position:
            rows.append((target, item))
    return rows, problems


def _row_faults(item: object, here: str, shown: str) -> Iterator[Problem]:
    if not isinstance(item, dict):
        yield _fault(shown, here, "not-object", "The target is no object.")
        return
    name = text(item, "targetId")
    if not name:
        yield _fault(shown, f"{here}/targetId", "required", "The target has no id.")
    elif not safe(name):
        yield _fault(shown, f"{here}/targetId", "unsafe-id", f"The id {shorten(name)} is not safe in paths.")
    if not text(record(item, "requestedModel"), "model"):
        yield _fault(shown, f"{here}/requestedModel/model", "required", "It names no model.")
    if item.get("stream") is not None and text(item, "stream") not in STREAMS:
        yield _fault(shown, f"{here}/stream", "stream", f"It must be {', '.join(STREAMS)}.")


def _stream(value: Json, targets: Sequence[Target], shown: str) -> tuple[str, list[Problem]]:
    """Return the stream of the whole configuration: as stated, else the one that all targets agree on."""
    stated = text(value, "stream")
    if value.get("stream") is not None and stated not in STREAMS:
        return "", [_fault(shown, "/stream", "stream", f"It must be {', '.join(STREAMS)}.")]
    if stated:
        others = {target.stream: None for target in targets if target.stream not in ("", stated)}
        return stated, [
            _fault(shown, "/targets", "stream-conflict", f"A target is of stream {name}, not {stated}.")
            for name in others
        ]
    found = sorted({target.stream for target in targets if target.stream})
    if len(found) > 1:
        message = f"The targets belong to several streams: {', '.join(found)}."
        return "", [_fault(shown, "/targets", "streams-mixed", message)]
    return (found[0] if found else ""), []


def _shape_faults(stream: str, targets: Sequence[Target], shown: str) -> Iterator[Problem]:
    """Yield what a stream needs of its targets and does not have."""
    if stream == "custom":
        return
    harnesses = {harness_label(target) for target in targets}
    models = {model_identity(target) for target in targets}
    if len(targets) < 2:
        yield _shape(shown, stream, "two-targets", "at least two targets")
    if stream == "model-controlled":
        yield from _model_controlled(stream, targets, harnesses, models, shown)
        return
    if len(harnesses) < 2:
        yield _shape(shown, stream, "two-harnesses", "at least two harnesses")
    if stream == "harness-controlled" and len(models) != 1:
        yield _shape(
            shown, stream, "one-model", "one model; canonicalId names what harnesses call differently"
        )
    others = [target.target_id for target in targets if target.recommended is not True]
    if stream in OWN_STACK and others:
        wanted = f"every target to be the recommended stack, and {', '.join(others)} is not declared as one"
        yield _shape(shown, stream, "recommended", wanted)


def _model_controlled(
    stream: str, targets: Sequence[Target], harnesses: set[str], models: set[str], shown: str
) -> Iterator[Problem]:
    if len(harnesses) != 1:
        yield _shape(shown, stream, "one-harness", "one harness")
    if len(models) < 2:
        yield _shape(shown, stream, "two-models", "at least two models")
    if len({path_label(target.provider_path) for target in targets}) != 1:
        yield _shape(shown, stream, "one-provider-path", "one provider path")
    if len({target.requested_model.prompt_version for target in targets}) != 1:
        yield _shape(shown, stream, "one-prompt", "one prompt version")


def model_identity(target: Target) -> str:
    """Return what makes two requested models the same: the canonical id, else provider, model and version."""
    model = target.requested_model
    return model.canonical_id or f"{model.provider}/{model.model}@{model.version}"


def _doubts(position: int, target: Target, shown: str) -> Iterator[Problem]:
    model = target.requested_model
    wanted = (
        ("harness/name", target.harness.name),
        ("harness/version", target.harness.version),
        ("providerPath", path_label(target.provider_path)),
        ("requestedModel/provider", model.provider),
        ("requestedModel/protocol", model.protocol),
        ("requestedModel/promptVersion", model.prompt_version),
        ("adapterCommand", target.adapter_command or target.adapter_id),
    )
    for name, stated in wanted:
        if not stated:
            message = f"The target {target.target_id} does not state it."
            yield _fault(shown, f"/targets/{position}/{name}", "unstated", message, "warning")


def _shape(shown: str, stream: str, code: str, wanted: str) -> Problem:
    return _fault(shown, "/targets", f"needs-{code}", f"The stream {stream} needs {wanted}.")


def _fault(shown: str, pointer: str, code: str, message: str, severity: Severity = "error") -> Problem:
    advice = (
        "Correct the target configuration." if severity == "error" else "State it; readers compare by it."
    )
    return fault(shown, pointer, f"targets.{code}", message, advice, severity=severity)
