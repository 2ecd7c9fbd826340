"""Read one loop result into a sample, or say why it cannot be one.

A loop result that holds no score, no agent or no list of turns cannot be counted and is a problem with its
pointer. Everything else is read as far as it is stated. Only the manifest inside of the result counts; the
one beside it is evidence, and compared by the validation of artifacts.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from site_builder.errors import Problem, shorten
from site_builder.records.ruhroh import Attempt, Conditions, Sample, Slot
from site_builder.sources.files import shown
from site_builder.sources.importers.ruhroh.discovery import MARK, STANDARD_NAME
from site_builder.sources.importers.ruhroh.economics import declares_economics, read_usage
from site_builder.sources.importers.ruhroh.evaluations import STATUSES, read_evaluation, read_judge
from site_builder.sources.importers.ruhroh.fields import (
    Json,
    amount,
    decode,
    figure,
    is_number,
    items,
    name_of,
    plain,
    record,
    records,
    text,
)
from site_builder.sources.importers.ruhroh.targets import read_model, read_target
from site_builder.sources.importers.ruhroh.unusable_figures import duration_ms, turn_of

VERSION = "ruhroh_loop_result_v1"
LONGEST_NOTE = 240
COUNTED = ("index", "count")
"""Parts of a sample's place in the plan that are numbers."""


class Read(NamedTuple):
    """What reading one document gave: a sample, a problem, or neither (it is another kind of document)."""

    sample: Sample | None = None
    problem: Problem | None = None
    document: Json = {}
    """The loop result as it stands, for the validation of its evidence."""

    @property
    def unnamed(self) -> bool:
        """Whether nothing in the result names the agent: it is grouped with all others of that kind."""
        return self.sample is not None and not self.sample.group

    @property
    def unjudged(self) -> bool:
        """Whether it counts as ``infra_failed`` for want of a verdict, and does not say that it is."""
        stated = record(self.document, "evalResult").get("status") in STATUSES
        return self.sample is not None and not stated and self.sample.failure_bucket != "infra_failed"


def read_loop_result(data: bytes, path: str, label: str) -> Read:
    """Read the bytes of a JSON file at ``path`` below the result root that is called ``label``."""
    named = path.rsplit("/", 1)[-1] == STANDARD_NAME
    if MARK not in data and not named:
        return Read()
    file = shown(f"{label}/{path}" if label else path)
    try:
        value = decode(data)
    except ValueError as error:
        return Read(problem=_unreadable(file, "", f"The file is not JSON: {error}.", "Correct or remove it."))
    if not isinstance(value, dict) or value.get("version") != VERSION:
        if not named:
            return Read()
        return Read(
            problem=_unreadable(file, "/version", f"The version is not {VERSION}.", "Export it anew.")
        )
    fault = _fault(value)
    if fault is not None:
        return Read(problem=_unreadable(file, *fault))
    return Read(_sample(value, path, hashlib.sha256(data).hexdigest()), document=value)


def _fault(value: Json) -> tuple[str, str, str] | None:
    """Return pointer, message and advice of the first thing without which a result cannot be counted."""
    for name in ("scenarioId", "status"):
        if not isinstance(value.get(name), str):
            return f"/{name}", f"It has no text here, but {shorten(value.get(name))}.", "Export it anew."
    if not is_number(value.get("score")):
        found = shorten(value.get("score"))
        return "/score", f"The score is no number that can be added up, but {found}.", "Export it anew."
    if not isinstance(value.get("runAgent"), dict):
        return "/runAgent", "It does not say which agent ran.", "Export it anew, with the agent's record."
    if not isinstance(value.get("implementationRuns"), list):
        return "/implementationRuns", "It has no list of turns.", "Export it anew; the list may be empty."
    manifest = value.get("runManifest")
    if manifest is not None:
        for name in ("runAgent", "scenario"):
            if not isinstance(record(value, "runManifest").get(name), dict):
                return f"/runManifest/{name}", "The manifest in it is incomplete.", "Export it anew."
    return None


def _sample(value: Json, path: str, digest: str) -> Sample:
    manifest = record(value, "runManifest")
    target = read_target(manifest.get("benchmarkTarget"))
    iterations = amount(value, "implementationIterationsUsed") or amount(value, "iterationsUsed")
    timing = record(manifest, "timing")
    return Sample(
        path=path,
        sha256=digest,
        scenario_id=value["scenarioId"],
        target_id=name_of(manifest.get("benchmarkTarget"), "targetId"),
        adapter_id=_adapter(value, manifest),
        run_id=name_of(value, "runId") or name_of(manifest, "runId"),
        status=value["status"],
        score=plain(value["score"]),
        failure_bucket=name_of(value, "failureBucket") or name_of(value, "failure_kind"),
        stopped_reason=text(value, "stoppedReason"),
        iterations=iterations,
        duration_ms=duration_ms(value),
        started_at=text(timing, "startedAt"),
        ended_at=text(timing, "endedAt"),
        max_iterations=amount(record(manifest, "loop"), "maxIterations"),
        slot=_slot(record(manifest, "sample")),
        target=target,
        conditions=_conditions(manifest),
        evaluation=read_evaluation(value.get("evalResult")),
        attempts=tuple(_attempts(value)),
        usage=read_usage(value, manifest),
        artifact_paths={
            name: path.strip()
            for name, path in record(value, "artifactPaths").items()
            if isinstance(path, str) and path.strip()
        },
        declares_economics=declares_economics(value, manifest),
    )


def _adapter(value: Json, manifest: Json) -> str:
    return (
        name_of(record(manifest, "runAgent"), "adapterId")
        or name_of(value, "runAgentAdapterId")
        or name_of(value, "adapter")
    )


def _slot(value: Json) -> Slot:
    kinds = (("seed", isinstance(value.get("seed"), str)), *((n, is_number(value.get(n))) for n in COUNTED))
    return Slot(
        id=name_of(value, "id"),
        index=figure(value, "index"),
        count=figure(value, "count"),
        seed=name_of(value, "seed"),
        weight=figure(value, "weight"),
        misstated=tuple(name for name, right in kinds if not right and value.get(name) is not None),
    )


def _conditions(manifest: Json) -> Conditions:
    agent, evaluator = record(manifest, "runAgent"), record(manifest, "evaluator")
    judge = read_judge(record(evaluator, "judge"))
    return Conditions(
        scenario_version=text(record(manifest, "scenario"), "scenarioVersion"),
        adapter_version=text(agent, "adapterVersion"),
        agent_model=read_model(record(agent, "model")),
        evaluator_model=read_model(record(evaluator, "model")),
        evaluator_inputs=_inputs(record(evaluator, "inputSummary")),
        judge=judge.label if judge else _judge_words(record(evaluator, "judge")),
        environment=_environment(record(manifest, "environment")),
        budget=text(manifest, "effectiveBudgetSha256") or text(agent, "effectiveBudgetSha256"),
        capabilities=text(manifest, "effectiveCapabilitiesSha256")
        or text(agent, "effectiveCapabilitiesSha256"),
    )


def _judge_words(value: Json) -> str:
    """Return the identity of a judge of a kind that evaluations do not know, as the manifest words it."""
    kind = text(value, "kind")
    model, version = text(value, "model"), text(value, "version")
    return f"{kind}{f'/{model}' if model else ''}{f'@{version}' if version else ''}" if kind else ""


def _inputs(value: Json) -> str:
    """Return the evaluator's inputs as one line; empty when nothing about them is stated."""
    if not value:
        return ""
    hashes = sorted(item for item in items(value, "privateAssetPathHashes") if isinstance(item, str))
    counted = (
        ("context", "scenarioContextCount"),
        ("rubric", "goalRubricCount"),
        ("evidence", "evidenceGuidanceCount"),
        ("calibration", "calibrationCaseCount"),
        ("privateAssets", "privateAssetCount"),
    )
    parts = [f"{short}={_or_unknown(figure(value, name))}" for short, name in counted]
    return ";".join([*parts, f"privateAssetPathHashes={'|'.join(hashes) or 'none'}"])


def _or_unknown(value: float | None) -> str:
    return "unknown" if value is None else f"{value}"


def _environment(value: Json) -> str:
    fingerprint = record(value, "fingerprint")
    digest = text(fingerprint, "sha256")
    if digest:
        return f"{text(fingerprint, 'method') or 'sha256'}:{digest}"
    stated = (text(value, name) for name in ("platform", "pythonVersion", "containerImage"))
    return " | ".join(part for part in stated if part)


def _attempts(value: Json) -> list[Attempt]:
    return [_attempt(item, position) for position, item in enumerate(records(value, "implementationRuns"), 1)]


def _attempt(item: Json, position: int) -> Attempt:
    completion = record(item, "completionStatus")
    notes = text(item, "notes")
    return Attempt(
        iteration=turn_of(item) or position,
        adapter_id=text(item, "adapterId"),
        status=text(item, "status"),
        failure_kind=text(item, "failureKind"),
        completion=text(completion, "state"),
        stop_reason=text(item, "stopReason") or text(completion, "reason"),
        run_id=text(item, "runId"),
        transcript=text(item, "transcriptPath"),
        event_log=text(item, "eventLogPath"),
        notes=notes if len(notes) <= LONGEST_NOTE else f"{notes[: LONGEST_NOTE - 3]}...",
    )


def _unreadable(file: str, pointer: str, message: str, advice: str) -> Problem:
    return Problem(
        file=file,
        pointer=pointer,
        code="ruhroh.result-unreadable",
        message=f"{message} The result is not counted.",
        advice=advice,
    )
