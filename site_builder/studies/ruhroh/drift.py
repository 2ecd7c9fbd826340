"""Whether a sample ran under the target that was planned for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from site_builder.records.ruhroh_target import ModelIdentity, ProviderPath, Target

_MODEL = {
    "provider": "provider",
    "model": "model",
    "canonicalId": "canonical_id",
    "protocol": "protocol",
    "version": "version",
    "promptVersion": "prompt_version",
}
"""Part of a model as documents name it → attribute."""


class Drift(NamedTuple):
    """One departure from the planned target."""

    code: str
    field: str
    """Part of the target, with dots; empty for the target as a whole."""
    observed: str
    planned: str


def drift(planned: Target | None, run: Target | None) -> tuple[Drift, ...]:
    """Return every departure of the target that ran from the planned one, in a fixed order.

    Only what the plan states is compared; what a result says beyond the plan is no drift. The model that
    answered is compared with the model that the result itself says it asked for.
    """
    if planned is None:
        return (Drift("drift-not-planned", "", run.target_id, "no target"),) if run is not None else ()
    if run is None:
        return (Drift("drift-not-recorded", "", "no target", planned.target_id),)
    return (*_fields(planned, run), *_answered(run))


def _fields(planned: Target, run: Target) -> Iterator[Drift]:
    yield from _compare("targetId", run.target_id, planned.target_id)
    yield from _compare("stream", run.stream, planned.stream)
    yield from _compare("harness.name", run.harness.name, planned.harness.name)
    yield from _compare("harness.version", run.harness.version, planned.harness.version)
    for name, attribute in _MODEL.items():
        asked = getattr(planned.requested_model, attribute)
        yield from _compare(f"requestedModel.{name}", getattr(run.requested_model, attribute), asked)
    yield from _paths(planned.provider_path, run.provider_path)
    if planned.recommended is not None:
        yield from _compare("recommendedStack", _yes_no(run.recommended), _yes_no(planned.recommended))


def _paths(planned: ProviderPath, run: ProviderPath) -> Iterator[Drift]:
    """Compare provider paths part by part, or as one text when either side is one."""
    if planned.text or (planned.parts and run.text):
        yield from _compare("providerPath", _line(run), _line(planned))
        return
    for name, value in planned.parts.items():
        yield from _compare(f"providerPath.{name}", run.parts.get(name, ""), value)


def _line(path: ProviderPath) -> str:
    return path.text or "|".join(f"{name}={value}" for name, value in path.parts.items())


def _answered(run: Target) -> Iterator[Drift]:
    asked, answered = run.requested_model, run.actual_model
    if answered is None:
        yield Drift("drift-actual-model-not-recorded", "actualModel", "absent", _named(asked))
        return
    for name, attribute in _MODEL.items():
        observed, wanted = getattr(answered, attribute), getattr(asked, attribute)
        if name == "promptVersion":
            continue
        if name == "canonicalId" and wanted and not observed:
            yield Drift("drift-actual-model-not-recorded", f"actualModel.{name}", "absent", wanted)
        elif observed and wanted and observed != wanted:
            yield Drift("drift-actual-model-differs", f"actualModel.{name}", observed, wanted)


def _compare(field: str, observed: str, planned: str) -> Iterator[Drift]:
    if planned and not observed:
        yield Drift("drift-field-not-recorded", field, "absent", planned)
    elif planned and observed != planned:
        yield Drift("drift-field-differs", field, observed, planned)


def _named(model: ModelIdentity) -> str:
    return model.canonical_id or model.model


def _yes_no(value: bool | None) -> str:
    return "" if value is None else "yes" if value else "no"
