"""The documents around the invented samples: scenarios, suites, targets, plans, ledgers, calibrations."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from demonstration.ruhroh_material import (
    BY_ID,
    SCHEMAS,
    SUITES,
    VERDICTS,
    Campaign,
    Json,
    Scenario,
    Slot,
    Target,
)

SHARED_TARGETS = "native-stack.json"
"""Configuration of the targets that campaigns ran one at a time."""


def scenario_document(scenario: Scenario) -> Json:
    """Return a scenario as its authors write it."""
    expected = {
        "passed": "Everything that was asked for is delivered and works.",
        "failed": f"The delivery is whole but for this: {scenario.failures[0]}",
        "review": "The page opens, and the evidence does not show whether the last criterion is met.",
    }
    return {
        "version": "ruhroh_scenario_v2",
        "id": scenario.id,
        "title": scenario.title,
        "tier": "smoke",
        "kind": "real_user",
        "metadata": {
            "scenarioVersion": "1.0.0",
            "provenance": "Written for this demonstration.",
            "createdAt": "2026-06-01",
            "updatedAt": "2026-06-20",
            "difficulty": scenario.difficulty,
            "tags": ["demonstration", "web"],
            "visibility": "public",
            "expectedRuntimeSeconds": scenario.runtime_s,
            "contaminationNotes": "Original request and data; no solution is published anywhere.",
            "maintainers": ["demonstration"],
            "changelog": ["1.0.0: first version"],
            "lifecycle": {"status": "active"},
        },
        "userPromptPath": "instruction.md",
        "assets": [],
        "run": {"mode": "build", "timeoutSeconds": 2 * scenario.runtime_s},
        "requires": {"continuity": "workspace_only", "tools": ["shell"], "network": False},
        "loop": {"defaultMaxIterations": 5, "stopPolicy": "goal_satisfied_or_max"},
        "evaluation": {
            "mode": "agentic_goal_review",
            "scenarioContext": list(scenario.context),
            "goalRubric": list(scenario.criteria),
            "evidenceGuidance": list(scenario.guidance),
            "calibrationCases": [
                {
                    "id": f"known-{verdict}",
                    "inputSummary": words,
                    "expectedStatus": verdict,
                    "rationale": "Known by construction.",
                }
                for verdict, words in expected.items()
            ],
        },
    }


def suite_document(suite: str) -> Json:
    """Return a suite as its authors write it."""
    about = SUITES[suite]
    return {
        "version": "ruhroh_suite_v1",
        "id": suite,
        "title": about["title"],
        "suiteVersion": "1.0.0",
        "description": about["about"],
        "scenarioIds": list(about["scenarios"]),
        "scenarioVersions": {name: "1.0.0" for name in about["scenarios"]},
        "methodology": {
            "minRuns": about["runs"],
            "aggregationUnit": "scenario_adapter",
            "reportPolicy": "pass_rate_ci_pass_at_k",
            "confidenceLevel": 0.95,
            "retryPolicy": "A sample is collected once; failed infrastructure alone is excluded.",
        },
        "governance": {
            "owner": "demonstration",
            "changelog": ["1.0.0: first version"],
            "acceptanceCriteria": ["Every scenario is judged by what can be used afterwards."],
            "contaminationReview": "Requests and data were written for it; a search found none of them.",
            "rewardHackingReview": "Hard-coded answers were tried on all scenarios; criteria catch them.",
            "reviewChecklist": ["Open what was delivered.", "Read one failing and one passing journey."],
            "deprecationPolicy": "A leaked scenario is retired and the suite gets a new version.",
        },
    }


def campaign_document(campaign: Campaign) -> Json:
    """Return what ties the files of a campaign together."""
    named = {"calibration": "evaluator-calibration.json"} if campaign.calibrated else {}
    if campaign.excluded:
        named["rerun_ledger"] = "ruhroh-rerun-ledger.json"
    return {
        "format": "proofboard-ruhroh-campaign/1",
        "id": campaign.id,
        "title": campaign.title,
        "about": campaign.about,
        "results": "results",
        "suites": "../../suites",
        "suite": campaign.suite,
        "run_plans": ["ruhroh-run-plan.json"],
        "targets": targets_path(campaign),
        **named,
    }


def targets_document(targets: Sequence[Target]) -> Json:
    """Return a target configuration."""
    return {
        "version": "ruhroh_benchmark_target_config_v1",
        "stream": targets[0].stream,
        "targets": [target.document() for target in targets],
    }


def targets_path(campaign: Campaign) -> str:
    """Return where a campaign's targets are configured: one that ran a single target shares its file."""
    return "targets.json" if len(campaign.targets) > 1 else f"../../targets/{SHARED_TARGETS}"


def plan_document(campaign: Campaign, planned: list[Slot], written: dict[str, bytes]) -> Json:
    """Return the run plan, with the digests of suite and scenarios."""
    suite = suite_document(campaign.suite)
    suite_path = f"suites/{campaign.suite}/suite.json"
    return {
        "$schema": f"{SCHEMAS}/run-plan-v1.schema.json",
        "version": "ruhroh_run_plan_v1",
        "createdAt": "2026-07-01T00:00:00Z",
        "selection": {
            "scenarioDir": "../../scenarios",
            "suiteDir": "../../suites",
            "suiteId": campaign.suite,
            "runs": campaign.runs,
            "adapters": [target.id for target in campaign.targets],
            "targetConfigPath": targets_path(campaign),
        },
        "suite": {
            **{
                name: suite[name]
                for name in ("id", "title", "suiteVersion", "scenarioIds", "scenarioVersions")
            },
            "source": {"suitePath": f"../../{suite_path}", "suiteSha256": digest(written[suite_path])},
        },
        "generated": {"generatedDir": ".generated/ruhroh", "datasetPath": ".generated/ruhroh/harbor"},
        "scenarios": [plan_scenario(BY_ID[name], written) for name in suite["scenarioIds"]],
        "samples": [
            {
                "label": f"{slot.target.id}:{slot.scenario.id}#{slot.index}/{slot.count}",
                "scenarioId": slot.scenario.id,
                "adapter": slot.target.id,
                "sampleId": slot.id,
                "sampleSeed": slot.seed,
                "weight": 1,
                "runIndex": slot.index,
                "runCount": slot.count,
                "benchmarkTarget": slot.target.document(),
            }
            for slot in planned
        ],
    }


def plan_scenario(scenario: Scenario, written: dict[str, bytes]) -> Json:
    """Return a scenario as a plan records it."""
    front = f"scenarios/{scenario.id}"
    return {
        "id": scenario.id,
        "title": scenario.title,
        "tier": "smoke",
        "scenarioVersion": "1.0.0",
        "source": {
            "scenarioPath": f"../../{front}/scenario.json",
            "scenarioSha256": digest(written[f"{front}/scenario.json"]),
            "instructionPath": f"../../{front}/instruction.md",
            "instructionSha256": digest(written[f"{front}/instruction.md"]),
        },
    }


def ledger_document(campaign: Campaign) -> Json:
    """Return the rerun ledger."""
    return {
        "version": "ruhroh_rerun_ledger_v1",
        "entries": [
            {
                "sampleId": sample,
                "decision": "exclude",
                "reasonKind": "infrastructure",
                "reason": "The worker lost its disk; the log is kept in set-aside.",
                "decidedBy": "demonstration",
                "decidedAt": "2026-07-09T08:00:00Z",
            }
            for sample in campaign.excluded
        ],
    }


def calibration_document(campaign: Campaign) -> Json:
    """Return the report of a calibration that every case passed."""
    cases = [(name, verdict) for name in SUITES[campaign.suite]["scenarios"] for verdict in VERDICTS]
    return {
        "version": "ruhroh_eval_calibration_report_v1",
        "source": {"scenarioDir": "../../scenarios", "evaluatorCommand": "assay"},
        "ok": True,
        "scenarioCount": len(SUITES[campaign.suite]["scenarios"]),
        "caseCount": len(cases),
        "matchedCount": len(cases),
        "mismatchCount": 0,
        "infraFailedCount": 0,
        "warnings": [],
        "nextActions": [],
        "results": [
            {
                "scenarioId": name,
                "caseId": f"known-{verdict}",
                "expectedStatus": verdict,
                "actualStatus": verdict,
                "matched": True,
                "exitCode": 0,
                "details": "as expected",
            }
            for name, verdict in cases
        ],
    }


def digest(content: bytes) -> str:
    """Return the SHA-256 of some bytes."""
    return hashlib.sha256(content).hexdigest()
