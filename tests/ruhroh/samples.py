"""Results as a runner writes them, small enough to read, with one thing changed at a time."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from site_builder.cli.ruhroh_compare import pinned_settings
from site_builder.records.ruhroh import Sample
from site_builder.records.ruhroh_campaign import SourceFile, Suite
from site_builder.sources.importers.ruhroh.loop_results import read_loop_result
from site_builder.studies.ruhroh.matrix import sample_id, sample_seed

Json = dict[str, Any]

SETTINGS = pinned_settings("ruhroh/0.7")
RUNS = Path(__file__).resolve().parents[2] / "runs"
MODEL = {
    "provider": "lab",
    "model": "m-1",
    "canonicalId": "lab/m-1",
    "version": "1",
    "protocol": "chat",
    "promptVersion": "p1",
}
EVIDENCE = [{"kind": "file", "ref": "index.html", "summary": "seen"}]
ROLES = {
    "runManifest": "ruhroh-run-manifest.json",
    "implementationRuns": "ruhroh-loop-iterations.jsonl",
    "journey": "ruhroh-loop-journey.json",
    "evalResult": "ruhroh-loop-eval.json",
    "evalInput": "ruhroh-loop-eval-input.json",
    "workspaceSummary": "ruhroh-workspace-summary.json",
    "workspaceTarball": "ruhroh-workspace.tar.gz",
    "eventsTarball": "ruhroh-loop-events.tar.gz",
    "transcriptsTarball": "ruhroh-loop-transcripts.tar.gz",
}
SCHEMAS = "https://lumicorp.github.io/ruhroh/schemas"


def target(name: str = "alpha", **changes: Any) -> Json:
    return {
        "targetId": name,
        "stream": "native-stack",
        "adapterId": name,
        "harness": {"name": name, "version": "1"},
        "requestedModel": MODEL,
        "providerPath": {"provider": "lab", "protocol": "chat"},
        "recommendedStack": {"recommended": True},
        "actualModel": MODEL,
    } | changes


def evaluation(status: str = "passed", **changes: Any) -> Json:
    return {
        "$schema": f"{SCHEMAS}/eval-result-v1.schema.json",
        "version": "ruhroh_eval_result_v1",
        "status": status,
        "confidence": "high",
        "unmetCriteria": [] if status == "passed" else ["something is missing"],
        "evidenceRefs": EVIDENCE,
        "commandsRun": [{"command": "open", "exitCode": 0, "summary": "ok"}],
        "finalSummary": "The delivered page was opened and used.",
        "criteriaResults": [{"id": "c1", "status": status, "score": 1, "evidenceRefs": EVIDENCE}],
        "judge": {"kind": "model", "model": "judge-1", "version": "1"},
    } | changes


def manifest(scenario: str, name: str, index: int, count: int) -> Json:
    run = f"{scenario}-{name}-{index}"
    return {
        "$schema": f"{SCHEMAS}/run-manifest-v1.schema.json",
        "version": "ruhroh_run_manifest_v1",
        "runId": run,
        "scenario": {"id": scenario, "scenarioVersion": "1.0.0"},
        "timing": {"startedAt": f"2026-07-01T00:00:{index:02}Z", "durationMs": 1000 * index},
        "loop": {"maxIterations": 5},
        "sample": {
            "id": sample_id(scenario, name, index, count),
            "index": index,
            "count": count,
            "seed": sample_seed(scenario, name, index, count),
        },
        "runAgent": {"adapterId": name, "adapterVersion": "1.0", "model": MODEL},
        "evaluator": {
            "model": {"provider": "lab", "model": "judge-1", "version": "1", "promptVersion": "e1"},
            "inputSummary": {"goalRubricCount": 3},
            "judge": {"kind": "model", "model": "judge-1", "version": "1"},
        },
        "environment": {"fingerprint": {"method": "sha256", "sha256": "e" * 64}},
        "effectiveBudgetSha256": "b" * 64,
        "effectiveCapabilitiesSha256": "c" * 64,
        "benchmarkTarget": target(name),
    }


def result(
    scenario: str = "task", name: str = "alpha", index: int = 1, count: int = 5, *, passed: bool = True
) -> Json:
    inner = manifest(scenario, name, index, count)
    return {
        "$schema": f"{SCHEMAS}/loop-result-v1.schema.json",
        "version": "ruhroh_loop_result_v1",
        "runId": inner["runId"],
        "adapter": "ruhroh-harbor",
        "scenarioId": scenario,
        "status": "completed" if passed else "failed",
        "failureBucket": "none" if passed else "goal_mismatch",
        "score": 1 if passed else 0,
        "implementationIterationsUsed": 1,
        "duration_ms": 1000 * index,
        "runAgent": {"adapterId": name},
        "implementationRuns": [{"iteration": 1, "status": "completed", "transcriptPath": "transcript.log"}],
        "runManifest": inner,
        "evalResult": evaluation("passed" if passed else "failed"),
        "artifactPaths": {role: f"results/somewhere/{file}" for role, file in ROLES.items()},
    }


def changed(document: Json, pointer: str, value: Any) -> Json:
    """A copy in which the value at ``/a/b`` is another; ``...`` takes it out."""
    made = copy.deepcopy(document)
    *front, last = pointer.strip("/").split("/")
    inner: Any = made
    for part in front:
        inner = inner[int(part) if isinstance(inner, list) else part]
    key: Any = int(last) if isinstance(inner, list) else last
    if value is ...:
        del inner[key]
    else:
        inner[key] = value
    return made


def read(document: Json, path: str = "run/ruhroh-loop-result.json") -> Sample:
    found = read_loop_result(json.dumps(document).encode(), path, "results")
    assert found.sample is not None, found.problem
    return found.sample


def cohort_samples(
    passes: int, runs: int, scenario: str = "task", name: str = "alpha", **changes: Any
) -> list[Sample]:
    """The samples of one cohort, the first ``passes`` passed; changes by pointer, ``__`` for ``/``."""
    found = []
    for index in range(1, runs + 1):
        document = result(scenario, name, index, runs, passed=index <= passes)
        for pointer, value in changes.items():
            document = changed(document, pointer.replace("__", "/"), value)
        found.append(read(document, f"{name}/{scenario}/run-{index:03}/ruhroh-loop-result.json"))
    return found


def write_run(folder: Path, document: Json) -> None:
    """Write a result with all of its evidence."""
    folder.mkdir(parents=True)
    (folder / "ruhroh-loop-result.json").write_text(json.dumps(document), "utf-8")
    (folder / ROLES["runManifest"]).write_text(json.dumps(document.get("runManifest", {})), "utf-8")
    (folder / ROLES["evalResult"]).write_text(json.dumps(document.get("evalResult", {})), "utf-8")
    summary = {
        "$schema": f"{SCHEMAS}/workspace-summary-v1.schema.json",
        "version": "ruhroh_workspace_summary_v1",
    }
    (folder / ROLES["workspaceSummary"]).write_text(json.dumps(summary), "utf-8")
    for role in ("implementationRuns", "journey", "evalInput", "workspaceTarball"):
        (folder / ROLES[role]).write_text(f"{role} of {document.get('runId')}\n", "utf-8")


def suite_document(*scenarios: str, runs: int = 5) -> Json:
    return {
        "version": "ruhroh_suite_v1",
        "id": "suite",
        "title": "A suite",
        "suiteVersion": "1.0.0",
        "description": "For tests.",
        "scenarioIds": list(scenarios),
        "scenarioVersions": dict.fromkeys(scenarios, "1.0.0"),
        "methodology": {
            "minRuns": runs,
            "aggregationUnit": "scenario_adapter",
            "reportPolicy": "pass_rate_ci_pass_at_k",
            "confidenceLevel": 0.95,
            "retryPolicy": "Infrastructure failures only.",
        },
        "governance": {
            "owner": "tests",
            "changelog": ["1.0.0: first"],
            "acceptanceCriteria": ["a"],
            "contaminationReview": "Reviewed for leaks; none was found.",
            "rewardHackingReview": "Reviewed for shortcuts; none was found.",
            "reviewChecklist": ["r"],
            "deprecationPolicy": "Retire on leak.",
        },
    }


def suite(*scenarios: str, runs: int = 5) -> Suite:
    return Suite(
        id="suite",
        title="A suite",
        version="1.0.0",
        scenario_ids=scenarios,
        scenario_versions=dict.fromkeys(scenarios, "1.0.0"),
        minimum_runs=runs,
        retry_policy="Infrastructure failures only.",
        source=SourceFile(path="suites/suite.json", sha256="5" * 64),
    )
