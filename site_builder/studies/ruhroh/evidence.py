"""Which paths of evidence a result has to name."""

from __future__ import annotations

from site_builder.records.ruhroh import Sample

NEEDED = (
    "runManifest",
    "implementationRuns",
    "journey",
    "evalResult",
    "evalInput",
    "workspaceSummary",
    "workspaceTarball",
    "eventsTarball",
    "transcriptsTarball",
)
"""Roles in the order of pages. Whether the files are there is another question (``ArtifactCheck``)."""


def missing_paths(sample: Sample) -> tuple[str, ...]:
    """Return the roles for which the sample names no path."""
    return tuple(role for role in NEEDED if role not in sample.artifact_paths)
