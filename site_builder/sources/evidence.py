"""Evidence of attestations: files of the project that ``site.yaml`` names, read to be published."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

from site_builder.errors import Problem
from site_builder.records.ledger import RunName
from site_builder.records.site import SITE_FILE, Attestation
from site_builder.sources.project import Project

LARGEST = 10_000_000
"""Bytes of a file of evidence; a larger one belongs at an address of its own."""


class Evidence(NamedTuple):
    """What the attestations of a site rest on."""

    attestations: tuple[Attestation, ...]
    """Those that count: about a run of the site, with evidence that is there."""
    files: Mapping[str, bytes]
    """Path as ``site.yaml`` names it → bytes."""
    problems: tuple[Problem, ...]


def is_address(evidence: str) -> bool:
    """Return whether the evidence of an attestation is an address and no file."""
    return evidence.startswith(("https://", "http://"))


def evidence_files(project: Project) -> list[str]:
    """Return the paths of the files that attestations name, relative to the project."""
    named = {attestation.evidence for attestation in project.site.attestations}
    return sorted(name for name in named if not is_address(name) and _inside(name))


def read_evidence(project: Project, runs: Collection[RunName]) -> Evidence:
    """Return the attestations that count; ``runs`` are the (family, id) of every run on a board."""
    kept: list[Attestation] = []
    files: dict[str, bytes] = {}
    problems: list[Problem] = []
    for index, one in enumerate(project.site.attestations):
        pointer = f"/attestations/{index}"
        if not any(run_id == one.run and one.family in (None, family) for family, run_id in runs):
            problems.append(_unknown(pointer, one))
            continue
        if not is_address(one.evidence):
            content = _read(project, one.evidence)
            if content is None:
                problems.append(_absent(pointer, one))
                continue
            files[one.evidence] = content
        kept.append(one)
    return Evidence(tuple(kept), files, tuple(problems))


def _inside(name: str) -> bool:
    return (
        not PurePosixPath(name).is_absolute() and not {"..", ""} & set(name.split("/")) and "\\" not in name
    )


def _read(project: Project, name: str) -> bytes | None:
    path = project.root / name
    try:
        if not _inside(name) or path.is_symlink() or path.stat().st_size > LARGEST:
            return None
        return path.read_bytes()
    except (OSError, ValueError):
        return None


def _unknown(pointer: str, one: Attestation) -> Problem:
    return Problem(
        file=SITE_FILE,
        pointer=f"{pointer}/run",
        code="site.unknown-attestation",
        message=f"The attested run {one.run} is on no board.",
        advice="Correct the run id, or drop the attestation.",
        severity="warning",
    )


def _absent(pointer: str, one: Attestation) -> Problem:
    return Problem(
        file=SITE_FILE,
        pointer=f"{pointer}/evidence",
        code="site.no-evidence",
        message=f"The evidence {one.evidence} is unusable, so the attestation of {one.run} does not count.",
        advice="Name an address (https://…), or a file inside of the project of at most 10 MB.",
        run=one.run,
    )
