"""Recorded validations of packs and target configurations, by our codes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from site_builder.cli.ruhroh_compare import pinned_settings
from site_builder.errors import Problem
from site_builder.records.ruhroh_pack import Scenario
from site_builder.sources.importers.ruhroh.packs import Pack, read_pack
from site_builder.sources.importers.ruhroh.target_configs import read_target_config
from site_builder.studies.ruhroh.pack import Inspection, inspect
from tests.cases.ruhroh_values import counter_differences, differences

SETTINGS = pinned_settings("ruhroh/0.7")
Key = tuple[str, str]

LINT_CODES = (
    "evaluation_context_minimum",
    "evaluation_calibration_cases_minimum",
    "evaluation_goal_rubric_minimum",
    "evaluation_goal_rubric_terse",
    "evaluation_goal_rubric_generic",
    "evaluation_evidence_guidance_minimum",
    "evaluation_evidence_proxy_source",
)
"""The codes that pack reports publish for doubts about how a scenario will be evaluated."""

SENTENCES: tuple[tuple[str, str], ...] = (
    (r"(metadata\.\S+) is required (?:for|when) .*", "scenario.governance"),
    (r"(metadata\.\S+) must include at least one entry for public or held_out.*", "scenario.governance"),
    (r"(metadata\.\S+) must be an ISO date.*", "scenario.date"),
    (r"(metadata\.\S+) contains unsafe characters.*", "scenario.unsafe-id"),
    (r"(metadata\.changelog) should mention current.*", "scenario.changelog-without-version"),
    (r"assets path must stay inside.*", "scenario.asset-outside"),
    (r"declared asset does not exist.*", "scenario.asset-missing"),
    (r"evaluation\.privateAssets must not overlap.*", "scenario.private-asset-exposed"),
    (r"(requires\.network)=true will.*", "scenario.network-enabled"),
    (r"scenarioIds references unknown scenario.*", "suite.unknown-scenario"),
    (r"(scenarioVersions\.\S+?)=\S+ does not match scenario metadata.*", "suite.version-differs"),
    (r"scenarioVersions contains entry for non-member scenario.*", "suite.version-without-member"),
    (r"(scenarioVersions\.\S+) is required", "suite.version-missing"),
    (r"(methodology\.minRuns) below 5.*", "suite.few-runs"),
    (r"(metadata\.\S+) must be .*", "scenario.invalid"),
    (r"(\S+) is required.*", "scenario.required"),
    (r"(\S+) must be .*", "scenario.invalid"),
)
"""Recorded sentence → our code; the pointer is compared where the sentence names the field."""

TARGETS: tuple[tuple[str, str], ...] = (
    (r"stream must be one of.*", "targets.stream"),
    (r"targets must include at least one.*", "targets.none"),
    (r"targets\[\d+\]\.requestedModel\.model is required", "targets.required"),
    (r"targets\[\d+\] must be an object", "targets.not-object"),
    (r"targets\[\d+\]\.targetId is required", "targets.required"),
    (r"Unsafe .* id: .*", "targets.unsafe-id"),
    (r"duplicate targetId.*", "targets.duplicate"),
    (r"target stream .* conflicts with config stream.*", "targets.stream-conflict"),
    (r"target streams must all match.*", "targets.streams-mixed"),
    (r"stream .* requires at least two benchmark targets", "targets.needs-two-targets"),
    (r"stream .* requires at least two distinct harness identities", "targets.needs-two-harnesses"),
    (r"stream .* requires one requested model identity.*", "targets.needs-one-model"),
    (r"stream .* requires at least two requested model identities", "targets.needs-two-models"),
    (r"stream .* requires one harness identity.*", "targets.needs-one-harness"),
    (r"stream .* requires one provider path.*", "targets.needs-one-provider-path"),
    (r"stream .* requires one requestedModel\.promptVersion.*", "targets.needs-one-prompt"),
    (r"stream .* requires every target to set recommendedStack.*", "targets.needs-recommended"),
    (r"version \S+ is deprecated.*", "targets.version-former"),
    (r"version is missing.*|missing version.*", "targets.version-missing"),
    (r"targets\[\d+\]\.\S+: .* missing.*", "targets.unstated"),
)


def validation_differences(args: list[str], expected: dict[str, Any]) -> list[str]:
    pack = _pack(args)
    lines = differences("scenarios", len(expected["results"]), len(pack.scenarios))
    for recorded, scenario in zip(expected["results"], pack.scenarios, strict=True):
        lines += _scenario(recorded, scenario)
    return lines


def inspection_differences(args: list[str], expected: dict[str, Any]) -> list[str]:
    pack = _pack(args)
    found = inspect(
        pack.scenarios,
        pack.suites,
        require_calibrated="--require-calibrated" in args,
        require_reviewed="--require-risk-reviewed" in args,
    )
    lines = differences("ready", expected["ready"], found.readiness.ready)
    lines += differences("blockers", len(expected["blockers"]), len(found.readiness.blockers))
    lines += differences("warnings", _doubts(expected), _our_doubts(found))
    for recorded, scenario in zip(expected["scenarios"], pack.scenarios, strict=True):
        lines += _scenario(recorded, scenario)
        lines += _content(recorded["content"], scenario)
    for recorded, suite in zip(expected["suites"], pack.suites, strict=True):
        lines += _problems(f"{suite.path}/errors", recorded["errors"], suite.problems, "error")
        lines += _problems(f"{suite.path}/warnings", recorded["warnings"], suite.problems, "warning")
    return lines + _summary(expected, found)


def target_differences(args: list[str], expected: dict[str, Any]) -> list[str]:
    path = Path(args[1])
    found, recorded = read_target_config(path, path.as_posix()), expected["validation"]
    lines = differences("valid", recorded["valid"], found.valid)
    lines += differences("stream", recorded.get("stream", ""), found.stream)
    lines += differences(
        "targets", [t["targetId"] for t in recorded["targets"]], [t.target_id for t in found.targets]
    )
    for severity in ("error", "warning"):
        wanted = Counter(_code(sentence, TARGETS) for sentence in recorded[f"{severity}s"])
        ours = Counter(p.code for p in found.problems if p.severity == severity)
        lines += counter_differences(f"{severity}s", wanted, ours)
    return lines


def _pack(args: list[str]) -> Pack:
    given = {args[i]: args[i + 1] for i in range(len(args) - 1)}
    suites = Path(given["--suite-dir"]) if "--suite-dir" in given else None
    return read_pack(Path(given["--scenario-dir"]), suites, SETTINGS)


def _scenario(recorded: dict[str, Any], scenario: Scenario) -> list[str]:
    lines = _problems(f"{scenario.path}/errors", recorded["errors"], scenario.problems, "error")
    codes = Counter(detail["code"] for detail in recorded["warningDetails"])
    lines += counter_differences(
        f"{scenario.path}/lint", codes, Counter(p.code for p in scenario.problems if p.code in LINT_CODES)
    )
    other = [s for s in recorded["warnings"] if s not in {d["message"] for d in recorded["warningDetails"]}]
    doubts = [p for p in scenario.problems if p.code not in LINT_CODES]
    lines += _problems(f"{scenario.path}/warnings", other, doubts, "warning")
    calibration = recorded["calibration"]
    lines += differences(scenario.path, calibration["byExpectedStatus"], scenario.calibration)
    return lines + differences(scenario.path, calibration["missingStatuses"], list(scenario.missing_verdicts))


def _problems(place: str, sentences: list[str], problems: Iterable[Problem], severity: str) -> list[str]:
    wanted = Counter(_key(sentence) for sentence in sentences)
    fields = {field for _, field in wanted if field}
    ours = Counter(
        (p.code, _field(p.pointer) if _field(p.pointer) in fields else "")
        for p in problems
        if p.severity == severity
    )
    return counter_differences(place, wanted, ours)


def _key(sentence: str) -> Key:
    for pattern, code in SENTENCES:
        match = re.fullmatch(pattern, sentence, re.DOTALL)
        if match:
            return code, match[1] if match.groups() else ""
    return "unknown", sentence


def _field(pointer: str) -> str:
    return pointer.lstrip("/").replace("/", ".")


def _code(sentence: str, table: tuple[tuple[str, str], ...]) -> str:
    found = (code for pattern, code in table if re.fullmatch(pattern, sentence, re.DOTALL))
    return next(found, f"unknown: {sentence}")


def _doubts(expected: dict[str, Any]) -> int:
    calibration = sum(len(item["calibration"]["warnings"]) for item in expected["scenarios"])
    return len(expected["warnings"]) + calibration


def _our_doubts(found: Inspection) -> int:
    lasting = found.calibration_warnings + found.review_warnings
    own = [c for c in found.readiness.advisories if not c.code.startswith(("calibration-", "risk-review-"))]
    return len(own) + lasting


def _content(recorded: dict[str, Any], scenario: Scenario) -> list[str]:
    source = scenario.source.sha256 if scenario.source else ""
    lines = differences(scenario.path, recorded["scenarioSha256"], source)
    lines += differences(scenario.path, recorded.get("promptSha256", ""), scenario.prompt_sha256)
    for name, found in (
        ("assetFingerprints", scenario.assets),
        ("privateAssetFingerprints", scenario.private_assets),
    ):
        ours = [(item.path, item.status, item.kind, item.files, item.bytes, item.sha256) for item in found]
        wanted = [
            (
                item["path"],
                item["status"],
                item.get("kind", ""),
                item.get("fileCount", 0),
                item.get("sizeBytes", 0),
                item.get("sha256", ""),
            )
            for item in recorded[name]
        ]
        lines += differences(f"{scenario.path}/{name}", wanted, ours)
    return lines


def _summary(expected: dict[str, Any], found: Inspection) -> list[str]:
    recorded = expected["summary"]
    ours = {
        "validScenarioCount": found.valid_scenarios,
        "validSuiteCount": found.valid_suites,
        "calibrationWarningCount": found.calibration_warnings,
        "riskReviewWarningCount": found.review_warnings,
        "difficultyCounts": {count.name: count.count for count in found.difficulties},
    }
    lines = differences("summary", {name: recorded[name] for name in ours}, ours)
    runtime = recorded["runtimeEstimate"]
    times = {
        "knownScenarioCount": found.runtime.known,
        "unknownScenarioCount": found.runtime.unknown,
        "totalExpectedRuntimeSeconds": found.runtime.total_s,
    }
    lines += differences("runtime", {name: runtime[name] for name in times}, times)
    collection = [suite.get("estimatedCollectionSeconds") for suite in expected["suites"]]
    return lines + differences("collection", collection, [suite.collection_s for suite in found.suites])
