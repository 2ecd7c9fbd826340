"""What describes the samples of a cohort, and which of it has to be the same for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from site_builder.records.ruhroh import Sample
from site_builder.records.ruhroh_target import ModelIdentity, ProviderPath, Target

UNKNOWN = "unknown"
"""Stands for a value that a sample does not state; it counts as a value of its own."""

_NO_TARGET = Target(target_id="")


class Field(msgspec.Struct, frozen=True):
    """One thing that every sample states, or should."""

    name: str
    """Machine name, plural (``agent-models``)."""
    title: str
    """Plural, in words."""
    value: Callable[[Sample], str]
    """The value of one sample, empty when it states none."""
    compared: bool = True
    """Whether it has to be the same within a cohort."""


def harness_label(target: Target) -> str:
    """Return ``name@version`` of the harness, as far as stated."""
    return _versioned(target.harness.name, target.harness.version)


def path_label(path: ProviderPath) -> str:
    """Return the provider path as one text: as written, or its parts in order."""
    return path.text or "/".join(path.parts.values())


def model_label(model: ModelIdentity) -> str:
    """Return ``provider/model@version`` as far as stated; the version alone when nothing else is."""
    name = "/".join(part for part in (model.provider, model.model) if part)
    return _versioned(name, model.version) if name else model.version


def canonical_label(model: ModelIdentity) -> str:
    """Return ``canonical id@version``, empty without a canonical id."""
    return _versioned(model.canonical_id, model.version)


def _versioned(name: str, version: str) -> str:
    return f"{name}@{version}" if name and version else name


def _target(sample: Sample) -> Target:
    return sample.target or _NO_TARGET


FIELDS: tuple[Field, ...] = (
    Field("sample-ids", "sample ids", lambda s: s.slot.id, compared=False),
    Field("sample-seeds", "sample seeds", lambda s: s.slot.seed, compared=False),
    Field("execution-adapters", "execution adapters", lambda s: s.adapter_id, compared=False),
    Field("targets", "benchmark targets", lambda s: s.target_id),
    Field("streams", "benchmark streams", lambda s: _target(s).stream),
    Field("harnesses", "harnesses", lambda s: harness_label(_target(s))),
    Field("provider-paths", "provider paths", lambda s: path_label(_target(s).provider_path)),
    Field("scenario-versions", "scenario versions", lambda s: s.conditions.scenario_version),
    Field("adapter-versions", "adapter versions", lambda s: s.conditions.adapter_version),
    Field("agent-models", "agent models", lambda s: model_label(s.conditions.agent_model)),
    Field("canonical-models", "canonical agent models", lambda s: canonical_label(s.conditions.agent_model)),
    Field("agent-prompts", "agent prompt versions", lambda s: s.conditions.agent_model.prompt_version),
    Field("evaluator-models", "evaluator models", lambda s: model_label(s.conditions.evaluator_model)),
    Field(
        "evaluator-prompts",
        "evaluator prompt versions",
        lambda s: s.conditions.evaluator_model.prompt_version,
    ),
    Field("evaluator-inputs", "inputs of the evaluator", lambda s: s.conditions.evaluator_inputs),
    Field("judges", "judges", lambda s: s.conditions.judge),
    Field("environments", "environment fingerprints", lambda s: s.conditions.environment),
    Field("budgets", "resource budgets", lambda s: s.conditions.budget),
    Field("capabilities", "capabilities", lambda s: s.conditions.capabilities),
)
"""In the order in which they are checked and shown."""

COMPARED: tuple[Field, ...] = tuple(field for field in FIELDS if field.compared)


def describe(samples: Iterable[Sample]) -> dict[str, tuple[str, ...]]:
    """Return field name → the distinct values of the samples, ``unknown`` for those that state none."""
    members = tuple(samples)
    return {field.name: _distinct(field.value(sample) for sample in members) for field in FIELDS}


def known(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the values that are stated."""
    return tuple(value for value in values if value != UNKNOWN)


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    found = {value.strip() or UNKNOWN for value in values}
    return tuple(sorted(found, key=lambda value: value.encode("utf-16-be", "surrogatepass")))
