"""Read suites: membership, locked versions, methodology, governance."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from site_builder.errors import Problem, Severity, shorten
from site_builder.records.ruhroh_campaign import SourceFile, Suite
from site_builder.records.ruhroh_pack import RiskReview, SuiteFile
from site_builder.sources.importers.ruhroh.documents import fault, read_document
from site_builder.sources.importers.ruhroh.fields import Json, figure, items, record, text, texts

FILE = "suite.json"
VERSIONS = ("ruhroh_suite_v1", "ruhroh_suite_v2")
UNITS = {"ruhroh_suite_v1": "scenario_adapter", "ruhroh_suite_v2": "scenario_benchmark_target"}
REPORT_POLICY = "pass_rate_ci_pass_at_k"
SAFE = re.compile(r"[A-Za-z0-9._-]+", re.ASCII)
FEW_RUNS = 5
GOVERNANCE_TEXTS = ("owner", "contaminationReview", "rewardHackingReview", "deprecationPolicy")
GOVERNANCE_LISTS = ("changelog", "acceptanceCriteria", "reviewChecklist")
_PLACEHOLDERS = ("todo", "tbd", "none", "n/a", "na", "unknown", "fix later", "review later")


def find_suites(folder: Path) -> list[Path]:
    """Return the suite files directly in a folder, or one level down, in order of their names as bytes."""
    return find_named(folder, FILE)


def find_named(folder: Path, name: str) -> list[Path]:
    """Return the files of a name directly in a folder, or one level down, in order of their paths."""
    if os.path.isfile(folder / name):
        return [folder / name]
    try:
        below = [path / name for path in folder.iterdir() if path.is_dir() and not path.is_symlink()]
    except OSError:
        return []
    return sorted((path for path in below if os.path.isfile(path)), key=os.fsencode)


def safe(name: str) -> bool:
    """Return whether a name can stand in ids and paths: letters, digits, ``. _ -``, and not dots alone."""
    return bool(SAFE.fullmatch(name)) and name not in (".", "..")


def read_suite(path: Path, shown: str, terse_review: int) -> SuiteFile:
    """Read one suite file with everything that is wrong with it by itself.

    Whether its members exist is asked by ``membership``, which needs the scenarios.
    """
    loaded = read_document(path, shown, VERSIONS)
    if loaded.value is None:
        return SuiteFile(path=shown, problems=loaded.problems)
    value, source = loaded.value
    problems = tuple(_faults(value, shown))
    broken = any(problem.severity == "error" for problem in problems)
    governance = record(value, "governance")
    return SuiteFile(
        path=shown,
        suite=None if broken else _suite(value, source),
        members={name: text(record(value, "scenarioVersions"), name) for name in texts(value, "scenarioIds")},
        reviews=tuple(
            risk_review(f"/governance/{name}", text(governance, name), terse_review)
            for name in ("contaminationReview", "rewardHackingReview")
        ),
        problems=problems,
    )


def membership(found: SuiteFile, versions: Mapping[str, str]) -> Iterator[Problem]:
    """Yield a problem for each member that does not exist, or exists in another version than is locked.

    ``versions`` maps the scenarios that exist to their versions, empty for one that states none.
    """
    for scenario, locked in found.members.items():
        stated = versions.get(scenario)
        if stated is None:
            yield _fault(found.path, "/scenarioIds", "unknown-scenario", f"There is no scenario {scenario}.")
        elif locked and stated and locked != stated:
            message = f"It locks {scenario} at {locked}, and the scenario is at {stated}."
            yield _fault(found.path, f"/scenarioVersions/{scenario}", "version-differs", message)


def risk_review(field: str, words: str, terse: int) -> RiskReview:
    """Return a risk review with its status: a placeholder or a few letters are no review."""
    if not words:
        return RiskReview(field=field, status="missing")
    placeholder = len(words) < terse or words.lower().strip(" .!") in _PLACEHOLDERS
    return RiskReview(field=field, text=words, status="placeholder" if placeholder else "documented")


def _suite(value: Json, source: SourceFile) -> Suite:
    methodology, governance = record(value, "methodology"), record(value, "governance")
    minimum = figure(methodology, "minRuns") or 1
    return Suite(
        id=text(value, "id"),
        title=text(value, "title"),
        version=text(value, "suiteVersion"),
        description=text(value, "description"),
        scenario_ids=texts(value, "scenarioIds"),
        scenario_versions={
            name: version
            for name, version in record(value, "scenarioVersions").items()
            if isinstance(version, str)
        },
        minimum_runs=-int(-minimum // 1),
        retry_policy=text(methodology, "retryPolicy"),
        owner=text(governance, "owner"),
        contamination_review=text(governance, "contaminationReview"),
        reward_hacking_review=text(governance, "rewardHackingReview"),
        deprecation_policy=text(governance, "deprecationPolicy"),
        acceptance_criteria=texts(governance, "acceptanceCriteria"),
        review_checklist=texts(governance, "reviewChecklist"),
        changelog=texts(governance, "changelog"),
        source=source,
    )


def _faults(value: Json, shown: str) -> Iterator[Problem]:
    for name in ("id", "title", "suiteVersion", "description"):
        if not text(value, name):
            yield _fault(shown, f"/{name}", "required", f"There is no text for {name}.")
    if text(value, "id") and not safe(text(value, "id")):
        yield _fault(shown, "/id", "unsafe-id", f"The id {shorten(text(value, 'id'))} is not safe in paths.")
    yield from _member_faults(value, shown)
    yield from _methodology_faults(value, shown)
    governance = record(value, "governance")
    for name in GOVERNANCE_TEXTS:
        if not text(governance, name):
            yield _fault(shown, f"/governance/{name}", "required", f"There is no text for {name}.")
    for name in GOVERNANCE_LISTS:
        if not [item for item in texts(governance, name) if item.strip()]:
            yield _fault(shown, f"/governance/{name}", "required", f"There is no entry in {name}.")


def _member_faults(value: Json, shown: str) -> Iterator[Problem]:
    members, locked = items(value, "scenarioIds"), record(value, "scenarioVersions")
    if not members:
        yield _fault(shown, "/scenarioIds", "required", "There is no scenario in the suite.")
    seen: set[str] = set()
    for position, member in enumerate(members):
        if not isinstance(member, str) or not safe(member):
            message = f"The scenario id {shorten(member)} is not safe in paths."
            yield _fault(shown, f"/scenarioIds/{position}", "unsafe-id", message)
        elif member in seen:
            yield _fault(shown, f"/scenarioIds/{position}", "duplicate-scenario", f"{member} is named twice.")
        else:
            seen.add(member)
            version = locked.get(member)
            if not (isinstance(version, str) and version.strip()):
                message = f"No version is locked for {member}."
                yield _fault(shown, f"/scenarioVersions/{member}", "version-missing", message)
    for name in locked:
        if name not in seen:
            message = f"A version is locked for {name}, which is no member."
            yield _fault(shown, f"/scenarioVersions/{name}", "version-without-member", message)


def _methodology_faults(value: Json, shown: str) -> Iterator[Problem]:
    methodology = record(value, "methodology")
    minimum = figure(methodology, "minRuns")
    if minimum is None or minimum <= 0:
        yield _fault(shown, "/methodology/minRuns", "invalid", "minRuns is no positive number.")
    elif minimum < FEW_RUNS:
        message = f"minRuns is {minimum}: below {FEW_RUNS}, samples give no more than a direction."
        yield _fault(shown, "/methodology/minRuns", "few-runs", message, "warning")
    version = value.get("version")
    wanted: dict[str, object] = {
        "aggregationUnit": UNITS[version if version in UNITS else VERSIONS[0]],
        "confidenceLevel": 0.95,
    }
    if version == VERSIONS[0]:
        wanted["reportPolicy"] = REPORT_POLICY
    for name, expected in wanted.items():
        if methodology.get(name) != expected:
            message = f"{name} is {shorten(methodology.get(name))}, not {expected}."
            yield _fault(shown, f"/methodology/{name}", "invalid", message)
    if not text(methodology, "retryPolicy"):
        yield _fault(shown, "/methodology/retryPolicy", "required", "There is no retry policy.")


def _fault(shown: str, pointer: str, code: str, message: str, severity: Severity = "error") -> Problem:
    advice = "Correct the suite and raise its suiteVersion." if severity == "error" else "Ask for more runs."
    return fault(shown, pointer, f"suite.{code}", message, advice, severity=severity)
