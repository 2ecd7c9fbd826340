"""Read claims, and verify what they stand on."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from site_builder.errors import Problem
from site_builder.records.ruhroh import ArtifactFile
from site_builder.records.ruhroh_campaign import SourceFile
from site_builder.sources.importers.ruhroh.artifacts import digest, inventory
from site_builder.sources.importers.ruhroh.campaigns import LoadedCampaign
from site_builder.sources.importers.ruhroh.documents import fault
from site_builder.sources.importers.ruhroh.fields import Json, items, records
from site_builder.studies.ruhroh.claim import ClaimSources
from site_builder.studies.ruhroh.comparison import Comparison

SHA256 = re.compile(r"[0-9a-f]{64}")
OPTIONAL = ("suite", "runPlan", "rerunLedger", "evaluatorCalibrationReport")


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """One file that a claim stands on."""

    name: str
    """Place in the claim, as a JSON pointer."""
    path: str
    """As the claim names it."""
    status: Literal["ok", "changed", "missing", "malformed"]
    expected: str = ""
    actual: str = ""
    bytes: int | None = None


def claim_sources(
    loaded: LoadedCampaign, comparison: Comparison, claim: Path, summary: Path | None
) -> ClaimSources:
    """Return the sources of a claim that will be written to ``claim``, with the digest of all evidence."""
    folder = claim.resolve().parent

    def near(file: SourceFile) -> SourceFile:
        return SourceFile(path=_relative(loaded.base / file.path, folder), sha256=file.sha256)

    root = loaded.root.root
    inventories: dict[str, tuple[ArtifactFile, ...]] = {
        sample.path: inventory(root, sample) for sample in comparison.samples
    }
    return ClaimSources(
        results=_relative(root, folder),
        suite=near(comparison.suite.source) if comparison.suite else None,
        plans=tuple(near(file) for file in comparison.plan.sources) if comparison.plan else (),
        ledger=near(comparison.ledger.source) if comparison.ledger else None,
        calibration=near(comparison.calibration.source) if comparison.calibration else None,
        claim=claim.name,
        summary=_relative(summary, folder) if summary else "",
        inventories=inventories,
    )


def verify(value: Json, claim: Path) -> tuple[Verified, ...]:
    """Return every file that a claim names, hashed anew; paths are taken from the claim's own folder."""
    source = value.get("source")
    if not isinstance(source, dict):
        return (Verified(name="/source", path="", status="malformed"),)
    return tuple(_verified(source, claim.resolve().parent))


def verification_problems(found: tuple[Verified, ...], file: str) -> Iterator[Problem]:
    """Yield a problem for every file that is not as the claim says; a warning for a claim without results."""
    words = {
        "changed": "The file {path} changed since the claim was made.",
        "missing": "The file {path} is not there.",
        "malformed": "Path and SHA-256 are not both stated ({path}).",
    }
    for item in found:
        if item.status != "ok":
            message = words[item.status].format(path=item.path or "no path")
            detail = f" Expected {item.expected[:12]}…, found {item.actual[:12]}…." if item.actual else ""
            code = f"ruhroh.source-{item.status}"
            advice = "Restore the file, or make the claim anew."
            yield fault(file, item.name, code, f"{message}{detail}", advice)
    if not any(item.name.startswith("/source/resultArtifacts") for item in found):
        message = "The claim names no results; there is nothing to verify."
        advice = "Make it anew from the results."
        yield fault(file, "/source", "ruhroh.claim-without-results", message, advice, severity="warning")


def _verified(source: Json, folder: Path) -> Iterator[Verified]:
    for name in OPTIONAL:
        path, sha256 = source.get(f"{name}Path"), source.get(f"{name}Sha256")
        if path is not None or sha256 is not None:
            yield _check(f"/source/{name}Path", path, sha256, folder)
    for position, part in enumerate(records(source, "runPlanParts")):
        yield _check(f"/source/runPlanParts/{position}", part.get("path"), part.get("sha256"), folder)
    for position, item in enumerate(items(source, "resultArtifacts")):
        here = f"/source/resultArtifacts/{position}"
        if not isinstance(item, dict):
            yield Verified(name=here, path="", status="malformed")
            continue
        yield _check(here, item.get("path"), item.get("sha256"), folder)
        for place, evidence in enumerate(records(item, "artifactInventory")):
            if evidence.get("available") is True:
                where = f"{here}/artifactInventory/{place}"
                size = evidence.get("sizeBytes")
                yield _check(where, evidence.get("path"), evidence.get("sha256"), folder, size)


def _check(name: str, path: Any, sha256: Any, folder: Path, size: Any = None) -> Verified:
    if not (isinstance(path, str) and path and isinstance(sha256, str) and SHA256.fullmatch(sha256)):
        return Verified(name=name, path=path if isinstance(path, str) else "", status="malformed")
    try:
        found, actual = digest(folder / path)
    except (OSError, ValueError):
        return Verified(name=name, path=path, status="missing", expected=sha256)
    same = actual == sha256 and size in (None, found)
    return Verified(
        name=name,
        path=path,
        status="ok" if same else "changed",
        expected=sha256,
        actual=actual,
        bytes=found,
    )


def _relative(path: Path, folder: Path) -> str:
    return Path(os.path.relpath(path.resolve(), folder)).as_posix()
