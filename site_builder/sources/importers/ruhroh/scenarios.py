"""Read scenarios: the task, its evaluation, and the governance that a public task needs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from site_builder.errors import Problem
from site_builder.records.ruhroh_pack import VERDICTS, Fingerprint, Scenario
from site_builder.sources.importers.ruhroh.artifacts import digest
from site_builder.sources.importers.ruhroh.documents import Document, fault, read_document
from site_builder.sources.importers.ruhroh.fields import Json, figure, items, record, records, text, texts
from site_builder.sources.importers.ruhroh.fingerprints import fingerprint
from site_builder.sources.importers.ruhroh.governance import metadata_faults
from site_builder.sources.importers.ruhroh.lint import lint
from site_builder.sources.importers.ruhroh.suites import find_named, risk_review, safe
from site_builder.studies.ruhroh.settings import Settings

FILE = "scenario.json"
VERSION = "ruhroh_scenario_v2"
PROMPT_FILE = "instruction.md"
TIERS = ("smoke", "nightly", "release")
KINDS = ("real_user", "contract_stress")
CONTINUITY = ("native_session", "workspace_plus_transcript", "workspace_only")


def find_scenarios(folder: Path) -> list[Path]:
    """Return the scenario files directly in a folder, or one level down, in order of their names as bytes."""
    return find_named(folder, FILE)


def read_scenario(path: Path, shown: str, settings: Settings) -> Scenario:
    """Read one scenario with everything that is wrong or doubtful."""
    front = shown.rpartition("/")[0]
    loaded = read_document(path, shown, (VERSION,))
    if loaded.value is None:
        return Scenario(folder=front, path=shown, problems=loaded.problems)
    return _scenario(path.parent, front, shown, loaded.value, settings)


def _scenario(folder: Path, front: str, shown: str, document: Document, settings: Settings) -> Scenario:
    value = document.value
    metadata, evaluation = record(value, "metadata"), record(value, "evaluation")
    assets = [fingerprint(folder, item) for item in texts(value, "assets")]
    private = [fingerprint(folder, item) for item in texts(evaluation, "privateAssets")]
    prompt = _prompt_file(folder, value)
    problems = (
        *_faults(value, shown, folder),
        *metadata_faults(value, shown),
        *_asset_faults(shown, assets, private),
        *lint(value, shown, settings),
    )
    return Scenario(
        folder=front,
        path=shown,
        id=text(value, "id"),
        title=text(value, "title"),
        tier=text(value, "tier"),
        kind=text(value, "kind"),
        version=text(metadata, "scenarioVersion"),
        visibility=text(metadata, "visibility"),
        difficulty=text(metadata, "difficulty"),
        expected_runtime_s=figure(metadata, "expectedRuntimeSeconds"),
        lifecycle=text(record(metadata, "lifecycle"), "status"),
        tags=texts(metadata, "tags"),
        prompt_path=f"{front}/{prompt.name}" if prompt else "",
        prompt_sha256=digest(prompt)[1] if prompt else "",
        source=document.source,
        context_notes=len(texts(evaluation, "scenarioContext")),
        goal_criteria=len(texts(evaluation, "goalRubric")),
        evidence_instructions=len(texts(evaluation, "evidenceGuidance")),
        calibration=_calibration(evaluation),
        assets=tuple(assets),
        private_assets=tuple(private),
        reviews=(
            risk_review(
                "/metadata/contaminationNotes", text(metadata, "contaminationNotes"), settings.terse_review
            ),
        ),
        problems=problems,
    )


def _calibration(evaluation: Json) -> dict[str, int]:
    expected = [text(case, "expectedStatus") for case in records(evaluation, "calibrationCases")]
    return {verdict: expected.count(verdict) for verdict in VERDICTS}


def _prompt_file(folder: Path, value: Json) -> Path | None:
    """Return the regular file of the prompt; ``None`` when it is written inline or not there."""
    if text(value, "userPrompt"):
        return None
    path = folder / (text(value, "userPromptPath") or PROMPT_FILE)
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
        return path if inside and path.is_file() and not path.is_symlink() else None
    except (OSError, ValueError, RuntimeError):  # too long, a NUL in it, no UTF-8, links in a circle
        return None


def _faults(value: Json, shown: str, folder: Path) -> Iterator[Problem]:
    for name in ("id", "title"):
        if not text(value, name):
            yield _required(shown, f"/{name}")
    if text(value, "id") and not safe(text(value, "id")):
        yield _invalid(shown, "/id", "letters, digits and . _ -")
    for name, allowed in (("tier", TIERS), ("kind", KINDS)):
        if text(value, name) not in allowed:
            yield _invalid(shown, f"/{name}", " or ".join(allowed))
    if "driver" in value:
        yield _invalid(shown, "/driver", "no driver in this version")
    if not text(value, "userPrompt") and _prompt_file(folder, value) is None:
        yield _required(shown, "/userPromptPath")
    timeout = record(value, "run").get("timeoutSeconds", 600)
    if not isinstance(timeout, int | float) or isinstance(timeout, bool) or timeout <= 0:
        yield _invalid(shown, "/run/timeoutSeconds", "a positive number of seconds")
    yield from _requirement_faults(value, shown)
    yield from _evaluation_faults(record(value, "evaluation"), shown)


def _requirement_faults(value: Json, shown: str) -> Iterator[Problem]:
    requires, loop = record(value, "requires"), record(value, "loop")
    if text(requires, "continuity") not in CONTINUITY:
        yield _invalid(shown, "/requires/continuity", " or ".join(CONTINUITY))
    if not isinstance(requires.get("tools"), list):
        yield _invalid(shown, "/requires/tools", "a list of tools")
    if not isinstance(requires.get("network"), bool):
        yield _invalid(shown, "/requires/network", "true or false")
    if (figure(loop, "defaultMaxIterations") or 0) <= 0:
        yield _invalid(shown, "/loop/defaultMaxIterations", "a positive number")
    if text(loop, "stopPolicy") != "goal_satisfied_or_max":
        yield _invalid(shown, "/loop/stopPolicy", "goal_satisfied_or_max")


def _evaluation_faults(evaluation: Json, shown: str) -> Iterator[Problem]:
    if text(evaluation, "mode") != "agentic_goal_review":
        yield _invalid(shown, "/evaluation/mode", "agentic_goal_review")
    for name in ("scenarioContext", "evidenceGuidance"):
        if not isinstance(evaluation.get(name), list):
            yield _invalid(shown, f"/evaluation/{name}", "a list of texts")
    if not texts(evaluation, "goalRubric"):
        yield _required(shown, "/evaluation/goalRubric")
    for position, case in enumerate(items(evaluation, "calibrationCases")):
        here = f"/evaluation/calibrationCases/{position}"
        for name in ("id", "inputSummary", "rationale"):
            if not text(case, name):
                yield _required(shown, f"{here}/{name}")
        if text(case, "expectedStatus") not in VERDICTS:
            yield _invalid(shown, f"{here}/expectedStatus", " or ".join(VERDICTS))


def _asset_faults(shown: str, assets: list[Fingerprint], private: list[Fingerprint]) -> Iterator[Problem]:
    for front, found in (("/assets", assets), ("/evaluation/privateAssets", private)):
        for position, item in enumerate(found):
            here = f"{front}/{position}"
            if item.path.startswith("/") or ".." in item.path.split("/"):
                message = f"{item.path} leads outside of the scenario."
                yield fault(shown, here, "scenario.asset-outside", message, "Keep assets inside.")
            elif item.status == "missing":
                message = f"There is no {item.path}."
                yield fault(shown, here, "scenario.asset-missing", message, "Add it, or declare it no more.")
    for position, hidden in enumerate(private):
        exposed = [item.path for item in assets if _overlap(item.path, hidden.path)]
        if exposed:
            message = f"{hidden.path} is private, and {exposed[0]} gives it away."
            here = f"/evaluation/privateAssets/{position}"
            yield fault(shown, here, "scenario.private-asset-exposed", message, "Move it out of the assets.")


def _overlap(public: str, private: str) -> bool:
    one, other = public.strip("/").split("/"), private.strip("/").split("/")
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def _required(shown: str, pointer: str) -> Problem:
    return fault(shown, pointer, "scenario.required", "Nothing is written here.", "Write it.")


def _invalid(shown: str, pointer: str, wanted: str) -> Problem:
    return fault(shown, pointer, "scenario.invalid", f"It must be {wanted}.", "Correct it.")
