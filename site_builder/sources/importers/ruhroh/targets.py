"""Read a benchmark target, as a manifest, a plan or a target configuration holds it."""

from __future__ import annotations

from typing import Any

from site_builder.records.ruhroh_target import STREAMS, Harness, ModelIdentity, ProviderPath, Target
from site_builder.sources.importers.ruhroh.fields import Json, record, text


def read_target(value: object) -> Target | None:
    """Return the target in a JSON value with the faults of its shape; ``None`` for anything but an object."""
    if not isinstance(value, dict):
        return None
    actual = value.get("actualModel")
    return Target(
        target_id=text(value, "targetId"),
        stream=text(value, "stream"),
        adapter_id=text(value, "adapterId"),
        adapter_command=text(value, "adapterCommand"),
        harness=read_harness(value),
        requested_model=read_model(record(value, "requestedModel")),
        actual_model=read_model(actual) if isinstance(actual, dict) else None,
        provider_path=read_provider_path(value.get("providerPath")),
        recommended=read_recommended(value.get("recommendedStack")),
        faults=tuple(target_faults(value)),
    )


def read_model(value: Json) -> ModelIdentity:
    """Return the identity of a model; what is not stated is empty."""
    return ModelIdentity(
        provider=text(value, "provider"),
        model=text(value, "model"),
        canonical_id=text(value, "canonicalId"),
        version=text(value, "version"),
        protocol=text(value, "protocol"),
        prompt_version=text(value, "promptVersion"),
    )


def read_harness(value: Json) -> Harness:
    """Return name and version of the harness of a target."""
    harness = record(value, "harness")
    return Harness(name=text(harness, "name"), version=text(harness, "version"))


def read_provider_path(value: Any) -> ProviderPath:
    """Return the provider path: a text as it is, an object by its parts."""
    if isinstance(value, str):
        return ProviderPath(text=value.strip())
    if not isinstance(value, dict):
        return ProviderPath()
    return ProviderPath(
        provider=text(value, "provider"),
        protocol=text(value, "protocol"),
        gateway=text(value, "gateway"),
        base_url=text(value, "baseUrl"),
    )


def read_recommended(value: Any) -> bool | None:
    """Return whether the stack is the recommended one; ``None`` when nothing is stated."""
    flag = value.get("recommended") if isinstance(value, dict) else value
    return flag if isinstance(flag, bool) else None


def target_faults(value: Json) -> list[str]:
    """Return what the shape of a recorded target lacks, a phrase each."""
    faults = []
    if not text(value, "targetId"):
        faults.append("targetId is no text")
    if not isinstance(value.get("requestedModel"), dict):
        faults.append("requestedModel is no object")
    elif not text(value["requestedModel"], "model"):
        faults.append("requestedModel.model is no text")
    actual = value.get("actualModel")
    if actual is not None and not (isinstance(actual, dict) and text(actual, "model")):
        faults.append("actualModel.model is no text")
    if "stream" in value and value["stream"] not in STREAMS:
        faults.append(f"stream is none of {', '.join(STREAMS)}")
    return faults
