"""Targets and streams: the whole condition of every target, and what the cohorts hold constant."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from site_builder.errors import Problem
from site_builder.pages.campaigns.lookup import CampaignPlace
from site_builder.pages.campaigns.parts import Head, head_of, short_digest
from site_builder.pages.cells import as_data
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content
from site_builder.records.ruhroh_target import Target
from site_builder.studies.ruhroh.cohort_fields import (
    COMPARED,
    UNKNOWN,
    canonical_label,
    harness_label,
    model_label,
    path_label,
)

STREAMS = {
    "harness-controlled": "One model by one way under several harnesses: what differs is the harness.",
    "model-controlled": "One harness with several models: what differs is the model.",
    "native-stack": "Every harness with the stack it is meant to run with: what differs is the whole stack.",
    "custom": "What is held constant is stated by the campaign alone.",
}
"""Stream → what a comparison under it says."""


class TargetView(msgspec.Struct, frozen=True):
    """One target of the configuration."""

    id: str
    rows: tuple[tuple[str, str], ...]


class FieldRow(msgspec.Struct, frozen=True):
    """One condition over all cohorts."""

    title: str
    state: str
    """``same``, ``differs between cohorts``, ``mixed within a cohort`` or ``not stated everywhere``."""
    flagged: bool
    values: tuple[str, ...]
    """By cohort."""


class TargetsView(msgspec.Struct, frozen=True):
    """What the template of the targets reads."""

    head: Head
    stream: str
    about: str
    targets: tuple[TargetView, ...]
    problems: tuple[Problem, ...]
    cohorts: tuple[str, ...]
    fields: tuple[FieldRow, ...]


def targets_content(slug: str, lookup: SiteLookup) -> Content:
    """Return the content of the page of targets of a campaign."""
    place = lookup.campaigns.by_slug[slug]
    config = place.campaign.targets
    stream = config.stream if config else ""
    view = TargetsView(
        head=head_of(place, "targets/"),
        stream=stream or "not stated",
        about=STREAMS.get("native-stack" if stream == "recommended-stack" else stream, ""),
        targets=tuple(
            TargetView(target.target_id, tuple((t, v or "not stated") for t, v in _rows(target)))
            for target in (config.targets if config else ())
        ),
        problems=config.problems if config else (),
        cohorts=tuple(cohort.id for cohort in place.comparison.cohorts),
        fields=tuple(_fields(place)),
    )
    return Content(view, as_data(view), place.config.rubric)


def _rows(target: Target) -> Iterator[tuple[str, str]]:
    yield "Adapter", target.adapter_id
    yield "Harness", harness_label(target)
    yield "Model asked for", model_label(target.requested_model)
    yield "Canonical model", canonical_label(target.requested_model)
    yield "Prompt version", target.requested_model.prompt_version
    yield "Provider path", path_label(target.provider_path)
    words = {True: "yes", False: "no", None: ""}
    yield "Recommended stack", words[target.recommended]


def _fields(place: CampaignPlace) -> Iterator[FieldRow]:
    found = place.comparison.cohorts
    for field in COMPARED:
        values = [cohort.fields[field.name] for cohort in found]
        state = "same in all cohorts"
        if any(len([v for v in one if v != UNKNOWN]) > 1 for one in values):
            state = "mixed within a cohort"
        elif any(UNKNOWN in one for one in values):
            state = "not stated by every sample"
        elif len(set(values)) > 1:
            state = "differs between cohorts"
        yield FieldRow(
            field.title,
            state,
            state.startswith(("mixed", "not")),
            tuple(", ".join(short_digest(value) for value in one) for one in values),
        )
