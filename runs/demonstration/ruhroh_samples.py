"""The documents that one invented sample leaves behind."""

from __future__ import annotations

import binascii
import hashlib
import io
import json
import struct
import tarfile
from datetime import UTC, datetime, timedelta
from typing import Any

from demonstration.chance import Chance
from demonstration.ruhroh_evaluation import JUDGE
from demonstration.ruhroh_evaluation import evaluation as evaluate
from demonstration.ruhroh_material import SCHEMAS, Campaign, Scenario, Slot

Json = dict[str, Any]

FIRST_START = datetime(2026, 7, 6, 6, 0, tzinfo=UTC)
NAMES = {
    "result": "ruhroh-loop-result.json",
    "runManifest": "ruhroh-run-manifest.json",
    "implementationRuns": "ruhroh-loop-iterations.jsonl",
    "journey": "ruhroh-loop-journey.json",
    "evalResult": "ruhroh-loop-eval.json",
    "evalInput": "ruhroh-loop-eval-input.json",
    "workspaceSummary": "ruhroh-workspace-summary.json",
    "workspaceTarball": "ruhroh-workspace.tar.gz",
    "eventsTarball": "ruhroh-loop-events.tar.gz",
    "transcriptsTarball": "ruhroh-loop-transcripts.tar.gz",
    "transcript": "transcript.log",
    "events": "events.jsonl",
}


def sample_files(campaign: Campaign, slot: Slot, *, passed: bool) -> dict[str, bytes]:
    """Return the files of one sample by name."""
    chance = Chance(f"{campaign.id} {slot.id}")
    flaw = campaign.flaws.get(slot.id, "")
    evaluation = evaluate(slot, chance, flaw, passed=passed)
    manifest = _manifest(campaign, slot, chance, flaw)
    result = _result(campaign, slot, chance, manifest, evaluation)
    turns = result["implementationRuns"]
    events = b"".join(
        _line({"at": turn["iteration"], "kind": "turn", "status": turn["status"]}) for turn in turns
    )
    transcript = "".join(f"turn {turn['iteration']}: {turn['notes']}\n" for turn in turns).encode()
    page = f"<title>{slot.scenario.title}</title>\n<p>{slot.seed}\n".encode()
    files = {
        "result": _text(result),
        "runManifest": _text(manifest),
        "implementationRuns": b"".join(_line(turn) for turn in turns),
        "journey": _text({"runId": slot.run_id, "turns": len(turns), "stopped": result["stoppedReason"]}),
        "evalResult": _text(evaluation),
        "evalInput": _text({"scenarioId": slot.scenario.id, "criteria": list(slot.scenario.criteria)}),
        "workspaceSummary": _text(_summary(page)),
        "workspaceTarball": archive("index.html", page),
        "eventsTarball": archive("events.jsonl", events),
        "transcriptsTarball": archive("transcript.log", transcript),
        "transcript": transcript,
        "events": events,
    }
    if flaw == "journey lost":
        del files["journey"]
    return {NAMES[role]: content for role, content in files.items()}


def archive(name: str, content: bytes) -> bytes:
    """Return a gzipped tar of one file. It is stored, not compressed: compressors differ in their bytes."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        entry = tarfile.TarInfo(name)
        entry.size = len(content)
        tar.addfile(entry, io.BytesIO(content))
    plain = packed.getvalue()[: 512 * (3 + -(-len(content) // 512))]
    stored = struct.pack("<BHH", 1, len(plain), len(plain) ^ 0xFFFF) + plain
    head = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
    return head + stored + struct.pack("<II", binascii.crc32(plain), len(plain))


def _result(campaign: Campaign, slot: Slot, chance: Chance, manifest: Json, evaluation: Json) -> Json:
    passed = evaluation["status"] == "passed"
    bucket = {"passed": "none", "review": "review_required", "infra_failed": "infra_failed"}.get(
        evaluation["status"], "goal_mismatch"
    )
    agent = dict(manifest["runAgent"])
    if campaign.economics:
        agent["economics"] = _economics(slot, chance)
    return {
        "$schema": f"{SCHEMAS}/loop-result-v1.schema.json",
        "version": "ruhroh_loop_result_v1",
        "runId": slot.run_id,
        "adapter": "ruhroh-harbor",
        "dataset": "proofboard-demonstration",
        "scenarioId": slot.scenario.id,
        "task_id": slot.scenario.id,
        "status": "completed" if passed else "failed",
        "failure_kind": bucket,
        "failureBucket": bucket,
        "score": 1 if passed else 0,
        "iterationsUsed": manifest["loop"]["implementationIterationsUsed"],
        "implementationIterationsUsed": manifest["loop"]["implementationIterationsUsed"],
        "implementationStoppedReason": "goal_satisfied",
        "stoppedReason": "goal_satisfied",
        "duration_ms": manifest["timing"]["durationMs"],
        "runAgent": agent,
        "runAgentAdapterId": slot.target.adapter,
        "continuityLevel": "workspace_only",
        "sessionHandle": slot.run_id,
        "runIds": [slot.run_id],
        "implementationRuns": [
            _turn(slot, number, passed=passed)
            for number in range(1, manifest["loop"]["implementationIterationsUsed"] + 1)
        ],
        "runManifest": manifest,
        "evalResult": evaluation,
        "artifactPaths": {role: f"results/{slot.folder}/{name}" for role, name in NAMES.items()},
    }


def _turn(slot: Slot, number: int, *, passed: bool) -> Json:
    notes = "Delivered and checked by hand." if passed else "Delivered; some of the request is not covered."
    return {
        "iteration": number,
        "adapterId": slot.target.adapter,
        "status": "completed",
        "completionStatus": {"state": "done", "reason": "goal_satisfied"},
        "runId": slot.run_id,
        "transcriptPath": f"results/{slot.folder}/{NAMES['transcript']}",
        "eventLogPath": f"results/{slot.folder}/{NAMES['events']}",
        "notes": notes,
    }


def _manifest(campaign: Campaign, slot: Slot, chance: Chance, flaw: str) -> Json:
    duration = 1000 * chance.around(slot.scenario.runtime_s / 2)
    start = FIRST_START + timedelta(minutes=41 * slot.number)
    turns = chance.whole(1, 3)
    target = slot.target.document(answered=True)
    if flaw == "other model answered":
        target["actualModel"] = target["actualModel"] | {
            "model": "orrery-2",
            "canonicalId": "meridian/orrery-2",
        }
    usage = {"inputTokens": chance.around(90_000), "outputTokens": chance.around(9_000)}
    manifest: Json = {
        "$schema": f"{SCHEMAS}/run-manifest-v1.schema.json",
        "version": "ruhroh_run_manifest_v1",
        "runId": slot.run_id,
        "scenario": {
            "id": slot.scenario.id,
            "scenarioVersion": "1.1.0" if flaw == "other scenario version" else "1.0.0",
        },
        "benchmark": {"dataset": "proofboard-demonstration", "adapter": "ruhroh-harbor"},
        "timing": {
            "startedAt": start.isoformat().replace("+00:00", "Z"),
            "endedAt": (start + timedelta(milliseconds=duration)).isoformat().replace("+00:00", "Z"),
            "durationMs": duration,
        },
        "loop": {
            "maxIterations": 5,
            "implementationIterationsUsed": turns,
            "stoppedReason": "goal_satisfied",
        },
        "sample": {"id": slot.id, "index": slot.index, "count": slot.count, "seed": slot.seed, "weight": 1},
        "runAgent": {
            "adapterId": slot.target.adapter,
            "adapterVersion": "1.1" if flaw == "other adapter version" else "1.0",
            "continuityLevel": "workspace_only",
            "sessionHandle": slot.run_id,
            "runIds": [slot.run_id],
            "model": target["requestedModel"],
        },
        "evaluator": {
            "model": {
                "provider": "meridian",
                "model": "assay-2",
                "version": "2026-03",
                "promptVersion": "e3",
            },
            "inputSummary": _input_summary(slot.scenario),
            "judge": JUDGE,
        },
        "environment": {"fingerprint": {"method": "sha256", "sha256": _digest("demonstration image 1")}},
        "effectiveBudgetSha256": _digest("budget 1"),
        "effectiveCapabilitiesSha256": _digest("capabilities 1"),
        "benchmarkTarget": target,
    }
    if not campaign.economics and chance.hit(0.7):
        manifest["usage"] = {**usage, "totalTokens": sum(usage.values())}
    return manifest


def _input_summary(scenario: Scenario) -> Json:
    return {
        "scenarioContextCount": len(scenario.context),
        "goalRubricCount": len(scenario.criteria),
        "evidenceGuidanceCount": len(scenario.guidance),
        "calibrationCaseCount": 3,
        "privateAssetCount": 0,
        "privateAssetPathHashes": [],
    }


def _economics(slot: Slot, chance: Chance) -> Json:
    tokens = chance.around(96_000)
    metered = {"status": "complete", "observationCount": 1, "completeObservationCount": 1}
    return {
        "version": "ruhroh_economics_envelope_v1",
        "scope": "run",
        "observations": [],
        "totals": {
            "usage": {"totalTokens": tokens},
            "costs": [{"amount": round(tokens * 2e-6, 6), "currency": "USD", "kind": "metered"}],
        },
        "coverage": {"cost": metered, "totalTokens": metered},
        "legacy": False,
        "warnings": [],
    }


def _summary(page: bytes) -> Json:
    return {
        "$schema": f"{SCHEMAS}/workspace-summary-v1.schema.json",
        "version": "ruhroh_workspace_summary_v1",
        "workspaceRoot": "workspace",
        "exists": True,
        "totalFiles": 1,
        "totalDirectories": 0,
        "totalBytes": len(page),
        "topLevelEntries": [{"path": "index.html", "type": "file"}],
        "projectMarkers": [],
        "sampleFiles": [
            {"path": "index.html", "sizeBytes": len(page), "sha256": hashlib.sha256(page).hexdigest()}
        ],
        "truncated": False,
    }


def _digest(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()


def _line(value: Json) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


def _text(value: Json) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
