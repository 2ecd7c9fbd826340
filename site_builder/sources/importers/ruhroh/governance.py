"""The governance of a scenario: who keeps it, since when, and what a public or held-out task must say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from site_builder.errors import Problem
from site_builder.sources.importers.ruhroh.documents import fault
from site_builder.sources.importers.ruhroh.fields import Json, figure, items, record, text, texts
from site_builder.sources.importers.ruhroh.suites import safe

DATE = re.compile(r"\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?", re.ASCII)
WORDS = {
    "difficulty": ("intro", "standard", "hard", "expert"),
    "visibility": ("public", "private", "held_out"),
}
LIFECYCLE = ("active", "deprecated", "retired")
LISTS = ("tags", "maintainers", "changelog")
EXPOSED = ("public", "held_out")
NEEDED = (
    "provenance",
    "createdAt",
    "updatedAt",
    "contaminationNotes",
    "difficulty",
    "tags",
    "expectedRuntimeSeconds",
    "maintainers",
    "changelog",
)


def metadata_faults(value: Json, shown: str) -> Iterator[Problem]:
    """Yield what is wrong with the metadata of a scenario; a scenario without metadata has nothing wrong."""
    metadata = value.get("metadata")
    if metadata is None:
        return
    if not isinstance(metadata, dict):
        yield _fault(shown, "/metadata", "invalid", "It must be an object.")
        return
    if not text(metadata, "scenarioVersion"):
        yield _fault(shown, "/metadata/scenarioVersion", "required", "The version is not stated.")
    yield from _form_faults(metadata, shown)
    yield from _lifecycle_faults(record(metadata, "lifecycle"), shown)
    if metadata.get("visibility") in EXPOSED:
        yield from _exposure_faults(value, metadata, shown)
    yield from _changelog_warnings(metadata, shown)


def _form_faults(metadata: Json, shown: str) -> Iterator[Problem]:
    for name in ("createdAt", "updatedAt"):
        if metadata.get(name) is not None and not DATE.fullmatch(text(metadata, name)):
            yield _fault(shown, f"/metadata/{name}", "date", "It is no ISO date or date-time.")
    for name, allowed in WORDS.items():
        if metadata.get(name) is not None and metadata[name] not in allowed:
            yield _fault(shown, f"/metadata/{name}", "invalid", f"It must be {' or '.join(allowed)}.")
    stated = metadata.get("expectedRuntimeSeconds") is not None
    if stated and (figure(metadata, "expectedRuntimeSeconds") or 0) <= 0:
        yield _fault(shown, "/metadata/expectedRuntimeSeconds", "invalid", "It must be positive.")
    for name in LISTS:
        listed = items(metadata, name)
        if metadata.get(name) is not None and len(listed) != len(_filled(metadata, name)):
            yield _fault(shown, f"/metadata/{name}", "invalid", "Every entry must be a text.")


def _lifecycle_faults(lifecycle: Json, shown: str) -> Iterator[Problem]:
    if not lifecycle:
        return
    if lifecycle.get("status") not in LIFECYCLE:
        message = f"It must be {' or '.join(LIFECYCLE)}."
        yield _fault(shown, "/metadata/lifecycle/status", "invalid", message)
    replacement = lifecycle.get("replacementId")
    if replacement is not None and not (isinstance(replacement, str) and safe(replacement)):
        yield _fault(shown, "/metadata/lifecycle/replacementId", "unsafe-id", "The id is not safe in paths.")
    if lifecycle.get("sunsetAt") is not None and not DATE.fullmatch(text(lifecycle, "sunsetAt")):
        yield _fault(shown, "/metadata/lifecycle/sunsetAt", "date", "It is no ISO date or date-time.")


def _exposure_faults(value: Json, metadata: Json, shown: str) -> Iterator[Problem]:
    """Yield what a task that others can see, or must not see, has to state beyond."""
    for name in NEEDED:
        stated = _filled(metadata, name) if name in LISTS else metadata.get(name)
        if not stated or (isinstance(stated, str) and not stated.strip()):
            yield _needed(shown, f"/metadata/{name}")
    if not text(record(metadata, "lifecycle"), "status"):
        yield _needed(shown, "/metadata/lifecycle/status")
    if record(value, "requires").get("network") is True and not text(metadata, "networkRationale"):
        yield _needed(shown, "/metadata/networkRationale")
    hidden = texts(record(value, "evaluation"), "privateAssets")
    if metadata["visibility"] == "held_out" and not hidden and not text(metadata, "privateEvalRationale"):
        yield _needed(shown, "/metadata/privateEvalRationale")


def _changelog_warnings(metadata: Json, shown: str) -> Iterator[Problem]:
    version, log = text(metadata, "scenarioVersion"), _filled(metadata, "changelog")
    if version and log and not any(version in entry for entry in log):
        yield fault(
            shown,
            "/metadata/changelog",
            "scenario.changelog-without-version",
            f"No entry of the changelog mentions the version {version}.",
            "Say what changed in it.",
            severity="warning",
        )


def _filled(metadata: Json, name: str) -> list[str]:
    return [entry for entry in texts(metadata, name) if entry.strip()]


def _needed(shown: str, pointer: str) -> Problem:
    return _fault(shown, pointer, "governance", "A public or held-out task must state it.")


def _fault(shown: str, pointer: str, code: str, message: str) -> Problem:
    return fault(shown, pointer, f"scenario.{code}", message, "Correct the metadata of the scenario.")
