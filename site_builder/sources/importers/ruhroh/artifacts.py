"""The evidence beside a result: is it there, is it what it says it is, and what are its digests?

A path in an export was written on the machine that ran the sample, from a working directory that nobody
knows here. A file is therefore looked for below the result root only: at the path taken from the result's
own folder, then under its base name beside the result. Links are not followed, and archives are not opened.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from site_builder.records.ruhroh import ArtifactCheck, ArtifactFault, ArtifactFile, Sample
from site_builder.sources.files import open_regular
from site_builder.sources.importers.ruhroh.fields import Json, decode
from site_builder.sources.importers.ruhroh.targets import target_faults
from site_builder.studies.ruhroh.order import collated

SCHEMAS = "https://lumicorp.github.io/ruhroh/schemas"
DOCUMENTS = {
    "result": ("ruhroh-loop-result.json", "loop_result"),
    "runManifest": ("ruhroh-run-manifest.json", "run_manifest"),
    "evalResult": ("ruhroh-loop-eval.json", "eval_result"),
    "workspaceSummary": ("ruhroh-workspace-summary.json", "workspace_summary"),
}
"""Evidence that is opened: role → standard file name, kind of document."""
FILES = {
    "implementationRuns": "ruhroh-loop-iterations.jsonl",
    "journey": "ruhroh-loop-journey.json",
    "evalInput": "ruhroh-loop-eval-input.json",
}
"""Evidence that has to be there and is not opened."""
TRACE = {"economicTrace": "ruhroh-economic-trace.jsonl"}
LARGEST = 64 * 1024 * 1024
"""Bytes of a file of evidence that is opened."""

Severity = Literal["error", "warning"]


def check_artifacts(root: Path, sample: Sample, document: Json) -> ArtifactCheck:
    """Validate the evidence of one sample; ``document`` is its loop result as it stands."""
    faults = _document(document, "result.embedded", "loop_result")
    for role, kind in (("runManifest", "run_manifest"), ("evalResult", "eval_result")):
        inner = document.get(role)
        if isinstance(inner, dict):
            faults += _document(inner, f"{role}.embedded", kind)
        else:
            faults.append(_fault("not_embedded", f"{role}.embedded", "warning", "absent", "an object"))
    manifest = document.get("runManifest")
    for holder, where in ((document, "result"), (manifest, "runManifest.embedded")):
        faults += _target(holder, where)
    for role, (name, kind) in DOCUMENTS.items():
        found, error = locate(root, sample, sample.artifact_paths.get(role, ""), name)
        if error:
            faults.append(_fault(error, role, "error", sample.artifact_paths.get(role, name), "a file"))
        elif found == sample.path:
            faults += _document(document, role, kind)
        else:
            faults += _file(Path(f"{root}/{found}"), document, role, kind)
    for role, name in (FILES | TRACE if sample.declares_economics else FILES).items():
        error = locate(root, sample, sample.artifact_paths.get(role, ""), name)[1]
        if error:
            faults.append(_fault(error, role, "error", sample.artifact_paths.get(role, name), "a file"))
    return ArtifactCheck(path=sample.path, faults=tuple(faults))


def inventory(root: Path, sample: Sample) -> tuple[ArtifactFile, ...]:
    """Return every file of evidence that a result names, with size and digest, in the order of the roles."""
    return tuple(
        _measured(root, sample, role, sample.artifact_paths[role])
        for role in sorted(sample.artifact_paths, key=collated)
    )


def locate(
    root: Path, sample: Sample, declared: str, standard: str = ""
) -> tuple[str, Literal["", "missing", "not_file"]]:
    """Return where a file of evidence lies, relative to ``root``, and why it cannot be used.

    Candidates are the standard name beside the result, the declared path from the result's folder, and its
    base name beside the result; the first one that is there decides.
    """
    above = sample.path.rpartition("/")[0]
    front = f"{above}/" if above else ""
    for candidate in _candidates(declared, standard):
        path = f"{front}{candidate}"
        try:
            mode = os.lstat(f"{root}/{path}").st_mode
        except (OSError, ValueError):
            continue
        return (path, "") if stat.S_ISREG(mode) else ("", "not_file")
    return "", "missing"


def _candidates(declared: str, standard: str) -> Iterator[str]:
    """Yield paths below a result's folder under which a file of evidence may lie, the likeliest first."""
    if standard:
        yield standard
    parts = declared.split("/")
    base = parts[-1]
    if not declared or base in ("", ".", ".."):
        return
    if len(parts) > 1 and not declared.startswith("/") and ".." not in parts:
        yield declared.removeprefix("./")
    yield base


def digest(path: Path) -> tuple[int, str]:
    """Return size and SHA-256 of a regular file. Raises ``OSError`` when it is none or cannot be read."""
    whole, size = hashlib.sha256(), 0
    with open_regular(path) as stream:
        while part := stream.read(1024 * 1024):
            whole.update(part)
            size += len(part)
    return size, whole.hexdigest()


def _measured(root: Path, sample: Sample, role: str, declared: str) -> ArtifactFile:
    found, error = locate(root, sample, declared)
    if error:
        return ArtifactFile(name=role, path=declared, error=error)
    try:
        size, sha256 = digest(root / found)
    except OSError:
        return ArtifactFile(name=role, path=declared, error="unreadable")
    return ArtifactFile(name=role, path=declared, found=found, bytes=size, sha256=sha256)


def _file(path: Path, document: Json, role: str, kind: str) -> list[ArtifactFault]:
    try:
        with open_regular(path) as stream:
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            return [_fault("unreadable", role, "error", "a larger file", f"at most {LARGEST:,} bytes")]
        value = decode(data)
    except OSError as problem:
        return [_fault("unreadable", role, "error", problem.strerror or "unreadable", "a readable file")]
    except ValueError as problem:
        return [_fault("unreadable", role, "error", str(problem), "JSON")]
    if not isinstance(value, dict):
        return [_fault("unreadable", role, "error", "no object", "a JSON object")]
    faults = _document(value, role, kind)
    return faults + _manifest(value, document, role) if role == "runManifest" else faults


def _manifest(value: Json, document: Json, role: str) -> list[ArtifactFault]:
    """Check the manifest beside a result: a well-formed target, and the run id that the result states."""
    faults = _target(value, role)
    run_id, other = document.get("runId"), value.get("runId")
    if isinstance(run_id, str) and isinstance(other, str) and other != run_id:
        faults.append(_fault("run_id", role, "error", other, run_id))
    return faults


def _document(value: Json, artifact: str, kind: str) -> list[ArtifactFault]:
    """Check version and schema of one document."""
    version, schema = f"ruhroh_{kind}_v1", f"{SCHEMAS}/{kind.replace('_', '-')}-v1.schema.json"
    faults = []
    if value.get("version") != version:
        faults.append(_fault("version", artifact, "error", _shown(value.get("version")), version))
    if "$schema" not in value:
        faults.append(_fault("schema_missing", artifact, "warning", "absent", schema))
    elif value["$schema"] != schema:
        faults.append(_fault("schema_differs", artifact, "error", _shown(value["$schema"]), schema))
    return faults


def _target(holder: object, where: str) -> list[ArtifactFault]:
    if not isinstance(holder, dict) or holder.get("benchmarkTarget") is None:
        return []
    value = holder["benchmarkTarget"]
    faults = target_faults(value) if isinstance(value, dict) else ["it is no object"]
    if not faults:
        return []
    return [_fault("target", f"{where}.benchmarkTarget", "error", "; ".join(faults), "a benchmark target")]


def _fault(code: str, artifact: str, severity: Severity, observed: str, required: str) -> ArtifactFault:
    return ArtifactFault(
        code=code, artifact=artifact, severity=severity, observed=observed, required=required
    )


def _shown(value: object) -> str:
    return value if isinstance(value, str) else "absent" if value is None else repr(value)[:60]
