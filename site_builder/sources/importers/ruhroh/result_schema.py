"""JSON Schema of a loop result: every field that is read, and what it means that it is absent.

The importer is more patient: only what is required here stops a result from being counted, and whatever is of
another kind counts as absent. A test holds the fields against those that the importer looks at.
"""

from __future__ import annotations

from site_builder.records.ruhroh_target import STREAMS
from site_builder.sources.importers.ruhroh.evaluations import CONFIDENCES, CRITERION_STATUSES, STATUSES
from site_builder.sources.importers.ruhroh.loop_results import LONGEST_NOTE, VERSION
from site_builder.sources.importers.ruhroh.shared_schema import (
    ECONOMICS,
    EVIDENCE,
    JUDGE,
    MODEL,
    TARGET,
)
from site_builder.sources.json_schema import (
    AMOUNT,
    FILLED,
    NUMBER,
    TEXT,
    TEXTS,
    Schema,
    about,
    document,
    listed,
    mapping,
    one_of,
    record,
    shared,
)

_FIRST = "The first of several places that holds one counts: `runAgent`, the manifest's, the manifest, here."
_SCHEMA = about(TEXT, "The address of the published schema; another one is an error of the evidence.")
_EVIDENCE_REFS: Schema = {"type": "array", "items": {"$ref": "#/$defs/evidence"}}


def result_schema() -> Schema:
    """Return the schema of a loop result with the manifest and the evaluation in it."""
    properties = {
        "version": about({"const": VERSION}, "What makes a JSON file a loop result."),
        "$schema": _SCHEMA,
        "scenarioId": about(TEXT, "The scenario that was run."),
        "status": about(TEXT, "How it ended, such as `completed` or `failed`; shown and not counted."),
        "score": about(NUMBER, "1 with `evalResult.status` `passed` is a pass, and nothing else is."),
        "runAgent": record(
            {
                "version": about(TEXT, "`ruhroh_run_agent_result_v2`: an economic trace belongs to it."),
                "economics": shared("economics", _FIRST),
            },
            "What the agent reported. Its name is read from the manifest.",
        ),
        "implementationRuns": _turns(),
        "runId": about(TEXT, "The manifest's where absent. Must be that of the manifest beside it."),
        "adapter": about(TEXT, "The agent, where neither of the two before it is stated."),
        "runAgentAdapterId": about(TEXT, "The agent, where the manifest states none."),
        "failureBucket": about(TEXT, "Why it failed, `none` where it did not; absent: `failure_kind`."),
        "failure_kind": about(TEXT, "Why it failed; absent: unknown."),
        "stoppedReason": about(TEXT, "Why the loop stopped; absent: not shown."),
        "implementationIterationsUsed": about(AMOUNT, "Turns used; absent or 0: `iterationsUsed`."),
        "iterationsUsed": about(AMOUNT, "Turns used; absent: missing."),
        "duration_ms": about(AMOUNT, "Milliseconds; absent: missing in the median."),
        "economics": shared("economics", _FIRST),
        "benchmarkTarget": record(
            {
                "targetId": FILLED,
                "stream": one_of(STREAMS),
                "requestedModel": record({"model": FILLED}, "What was asked for.", ["model"]),
                "actualModel": record({"model": FILLED}, "What answered.", ["model"]),
            },
            "Checked as evidence only; the manifest's counts.",
            ["targetId", "requestedModel"],
        ),
        "artifactPaths": mapping(TEXT, "Role of a file of evidence → its path. A claim needs nine roles."),
        "runManifest": _manifest(),
        "evalResult": _evaluation(),
    }
    needed = ["version", "scenarioId", "status", "score", "runAgent", "implementationRuns"]
    definitions = {
        "model": MODEL,
        "target": TARGET,
        "evidence": EVIDENCE,
        "judge": JUDGE,
        "economics": ECONOMICS,
    }
    about_it = "One repeat of one scenario by one target."
    return document(record(properties, about_it, needed), f"Loop result, {VERSION}", definitions)


def _turns() -> Schema:
    turn = {
        "iteration": about(NUMBER, "From 1; the position in the list where absent."),
        "adapterId": TEXT,
        "status": TEXT,
        "failureKind": TEXT,
        "completionStatus": record({"state": TEXT, "reason": TEXT}, "How the turn ended."),
        "stopReason": about(TEXT, "The `reason` of `completionStatus` where absent."),
        "runId": TEXT,
        "transcriptPath": TEXT,
        "eventLogPath": TEXT,
        "notes": about(TEXT, f"For the reader; the first {LONGEST_NOTE} characters."),
    }
    return listed(turn, "The turns of the agent; may be empty. What a turn does not state is not shown.")


def _manifest() -> Schema:
    digest = about(TEXT, "SHA-256, 64 hex digits; absent: unknown, no claim.")
    properties = {
        "version": about({"const": "ruhroh_run_manifest_v1"}, "Another one is an error of the evidence."),
        "$schema": _SCHEMA,
        "runId": about(TEXT, "Where the result states none."),
        "scenario": record(
            {"scenarioVersion": about(TEXT, "Must be the one that the suite locks; absent: no claim.")},
            "Of what was run.",
        ),
        "timing": record({"startedAt": TEXT, "endedAt": TEXT}, "When it ran; absent: not shown."),
        "loop": record({"maxIterations": AMOUNT}, "The limit of turns; absent: not shown."),
        "sample": _planned(),
        "runAgent": _agent(),
        "benchmarkTarget": shared("target", "What samples are grouped by; absent: the agent, and no claim."),
        "evaluator": _evaluator(),
        "environment": _environment(),
        "effectiveBudgetSha256": digest,
        "effectiveCapabilitiesSha256": digest,
        "usage": record(
            dict.fromkeys(("costUsd", "inputTokens", "outputTokens", "totalTokens"), AMOUNT),
            "Cost and tokens; absent: missing, never zero.",
        ),
        "economics": shared("economics", _FIRST),
    }
    return record(properties, "Absent: nothing is known of the conditions.", ["runAgent", "scenario"])


def _planned() -> Schema:
    sample = {
        "id": about(TEXT, "`sampleId` of the plan. Absent: no sample of the plan, no claim."),
        "index": about(NUMBER, "`runIndex` of the plan."),
        "count": about(NUMBER, "`runCount` of the plan."),
        "seed": about(TEXT, "`sampleSeed` of the plan."),
        "weight": about(NUMBER, "Not used."),
    }
    return record(sample, "Which planned repeat this is.")


def _agent() -> Schema:
    agent = {
        "adapterId": about(TEXT, "The agent. Samples are grouped by it where there is no target."),
        "adapterVersion": about(TEXT, "Absent: unknown, no claim."),
        "model": shared("model", "The model that the agent used; absent: no claim."),
        "effectiveBudgetSha256": about(TEXT, "That of the manifest where it states none."),
        "effectiveCapabilitiesSha256": about(TEXT, "That of the manifest where it states none."),
        "economics": shared("economics", _FIRST),
    }
    return record(agent, "Who ran.")


def _evaluator() -> Schema:
    counts = ("scenarioContextCount", "goalRubricCount", "evidenceGuidanceCount", "calibrationCaseCount")
    inputs = dict.fromkeys((*counts, "privateAssetCount"), NUMBER) | {"privateAssetPathHashes": TEXTS}
    evaluator = {
        "model": shared("model", "The model that evaluated; absent: no claim."),
        "inputSummary": record(inputs, "How much the evaluator was given; absent: no claim."),
        "judge": shared("judge", "Who evaluated; absent: no claim."),
    }
    return record(evaluator, "How it was evaluated; absent: no claim.")


def _environment() -> Schema:
    fingerprint = {"method": about(TEXT, "`sha256` where absent."), "sha256": TEXT}
    environment = {
        "fingerprint": record(fingerprint, "Digest of the environment."),
        "platform": about(TEXT, "Used with the next two where there is no fingerprint."),
        "pythonVersion": TEXT,
        "containerImage": TEXT,
    }
    return record(environment, "Where it ran; absent: unknown, no claim.")


def _evaluation() -> Schema:
    criterion = {
        "id": about(TEXT, "`criterion-1` and so on where absent."),
        "description": TEXT,
        "status": one_of(CRITERION_STATUSES, "`failed` where absent."),
        "score": about(NUMBER, "0–1; 0 where absent."),
        "evidenceRefs": about(_EVIDENCE_REFS, "None: weak evidence, unless not applicable."),
        "notes": TEXT,
    }
    vote = {
        "judge": shared("judge", "Needed; a vote without it is left out."),
        "status": one_of(STATUSES, "`infra_failed` where absent."),
        "confidence": one_of(CONFIDENCES, "`medium` where absent."),
        "rationale": TEXT,
        "evidenceRefs": about(_EVIDENCE_REFS, "None: weak evidence."),
    }
    properties = {
        "version": about({"const": "ruhroh_eval_result_v1"}, "Another one is an error of the evidence."),
        "$schema": _SCHEMA,
        "status": one_of(STATUSES, "The verdict. Absent or another word: `infra_failed`."),
        "confidence": one_of(CONFIDENCES, "`medium` where absent; `low` is weak evidence."),
        "reasons": about(TEXTS, "For the reader."),
        "unmetCriteria": about(TEXTS, "For the reader."),
        "evidenceRefs": about(_EVIDENCE_REFS, "None: weak evidence."),
        "commandsRun": listed(
            {
                "command": about(TEXT, "Needed; an entry without it is left out."),
                "exitCode": about(NUMBER, "0 where absent; another one is weak evidence."),
                "summary": TEXT,
            },
            "What the evaluator ran.",
        ),
        "criteriaResults": listed(criterion, "The verdict on each criterion; none: weak evidence."),
        "subscores": mapping(NUMBER, "Dimension → 0–1; a dimension that is absent is no 0."),
        "judge": shared("judge", "Who gave the verdict; none: weak evidence."),
        "judgeVotes": listed(vote, "The verdicts of several judges; that they agree is counted here."),
        "finalSummary": about(TEXT, "At least 20 characters; shorter is weak evidence, absent is not."),
    }
    return record(properties, "Absent: not evaluated, so `infra_failed`.", ["status"])
