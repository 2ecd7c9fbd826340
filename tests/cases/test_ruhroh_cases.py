"""Every recorded Ruhroh case: the numbers to 1e-12, the same findings by our codes, the same exit codes.

The folder is ``$PROOFBOARD_CASES/ruhroh`` (default: ``../shared/cases/ruhroh`` beside the repository). A
case holds ``input/``, ``command.txt`` with the recorded command lines and their exit codes, and what each of
them printed. Where the program departs on purpose, docs/ruhroh-differences.md says why.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner, Result

from site_builder.cli.commands import app
from site_builder.cli.ruhroh_compare import load_and_compare, pinned_settings
from site_builder.sources.importers.ruhroh.campaigns import Request
from site_builder.studies.ruhroh.claim_check import check_claim, publication
from site_builder.studies.ruhroh.comparison import Comparison
from site_builder.studies.ruhroh.quality import count_votes, signals
from tests.cases.roots import case_folders, cases_root
from tests.cases.ruhroh_packs import inspection_differences, target_differences, validation_differences
from tests.cases.ruhroh_values import (
    cohort_differences,
    counter_differences,
    differences,
    lost_a_tie,
    pair_differences,
    queue_differences,
    roll_up_differences,
)
from tests.cases.ruhroh_words import (
    ADVISORIES,
    BLOCKERS,
    our_keys,
    plan_key,
    recorded_keys,
    signal_key,
)

pytestmark = pytest.mark.cases_ruhroh

CASES = case_folders("ruhroh", marker="command.txt")
SETTINGS = pinned_settings("ruhroh/0.7")


class Command(NamedTuple):
    """One recorded command line of a case."""

    case: Path
    name: str
    """``main``, or the name of a further output."""
    args: list[str]
    expected: Any
    exit_code: int
    folder: str
    """Working folder inside of the case."""


LINE = re.compile(r"^ruhroh (?P<args>.*?)\s+# exit (?P<code>\d+) -> (?P<file>\S+)$", re.MULTILINE)
FOLDER = re.compile(r"^# cwd = this directory/?(?P<folder>\S*?);", re.MULTILINE)


def commands() -> list[Command]:
    found = []
    for case in CASES:
        text = (case / "command.txt").read_text("utf-8")
        place = FOLDER.search(text)
        for line in LINE.finditer(text):
            name = line["file"].removeprefix("expected.").removesuffix("json").rstrip(".") or "main"
            code = int((case / "exit_code").read_text()) if name == "main" else int(line["code"])
            expected = json.loads((case / line["file"]).read_text("utf-8"))
            folder = place["folder"] if place else ""
            found.append(Command(case, name, shlex.split(line["args"]), expected, code, folder))
    return found


COMMANDS = commands()


@pytest.fixture(params=COMMANDS, ids=lambda c: f"{c.case.name}/{c.name}")
def command(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """A recorded command, in a copy of its case, after the main command has written what it writes."""
    recorded: Command = request.param
    shutil.copytree(recorded.case, tmp_path / "case")
    monkeypatch.chdir(tmp_path / "case" / recorded.folder)
    main = next(c for c in COMMANDS if c.case == recorded.case and c.name == "main")
    if recorded.name != "main" and "--benchmark-claim" in main.args:
        run(main.args)
    return recorded


def run(args: list[str]) -> Result:
    return CliRunner().invoke(app, args)


def test_there_are_cases() -> None:
    if not cases_root("ruhroh").exists():
        pytest.skip("there is no folder of Ruhroh cases here")
    folders = {path for path in cases_root("ruhroh").iterdir() if path.is_dir()}
    assert COMMANDS, "the folder of Ruhroh cases exists and holds none"
    assert folders == {command.case for command in COMMANDS}, "a folder holds no recorded command"


def test_the_case_gives_what_was_recorded(command: Command) -> None:
    test = TESTS.get(command.args[0])
    if test is None:
        pytest.skip(f"the command {command.args[0]} has no counterpart")
    assert test(command) == []


def options(args: list[str]) -> dict[str, str]:
    return {args[i]: args[i + 1] for i in range(len(args) - 1) if args[i].startswith("--")}


def compared(command: Command) -> Comparison | None:
    given = options(command.args)
    request = Request(
        results=Path(command.args[1]),
        suite_dir=Path(given["--suite-dir"]) if "--suite-dir" in given else None,
        suite=given.get("--suite", ""),
        plans=(Path(given["--run-plan"]),) if "--run-plan" in given else (),
        ledger=Path(given["--rerun-ledger"]) if "--rerun-ledger" in given else None,
    )
    found = load_and_compare(request, SETTINGS, 1)
    return found.value[1] if found.value else None


def exit_differences(command: Command, expected: int | None = None) -> list[str]:
    result = run(command.args)
    wanted = command.exit_code if expected is None else expected
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return (
        [] if result.exit_code == wanted else [f"exit code {result.exit_code}, not {wanted}: {result.output}"]
    )


def compare_case(command: Command) -> list[str]:
    found, expected = compared(command), command.expected
    if expected is None:
        return exit_differences(command)
    if found is None:
        return ["nothing was compared"]
    unreadable = any(problem.severity == "error" for problem in found.problems)
    ties = [pair for pair in expected["pairwiseComparisons"] if lost_a_tie(pair)]
    lines = comparison_differences(expected, found)
    code = 1 if unreadable else command.exit_code
    if not ties and not stopped_by_us_alone(found):
        lines += exit_differences(command, code)
    claim = expected["benchmarkClaim"]
    lines += [str(problem) for problem in check_claim(claim, "recorded claim")]
    if bool(publication(claim)) == claim["publishable"]:
        lines.append(f"the recorded claim is publishable: {claim['publishable']}, {publication(claim)}")
    return lines


def stopped_by_us_alone(found: Comparison) -> bool:
    """Return whether only duplicates stand against the claim, which the recorded tool does not see."""
    codes = set(found.readiness.codes("blocker"))
    return bool(codes) and codes <= {"duplicate-run-id", "duplicate-sample-id"}


def comparison_differences(expected: dict[str, Any], found: Comparison) -> list[str]:
    cohorts, pairs = expected["groups"], expected["pairwiseComparisons"]
    lines = differences(
        "cohorts",
        [f"{group['scenarioId']}/{group['adapter']}" for group in cohorts],
        [cohort.id for cohort in found.cohorts],
    )
    for group, cohort in zip(cohorts, found.cohorts, strict=False):
        lines += cohort_differences(group, cohort)
    lines += differences(
        "pairs",
        [f"{p['scenarioId']}/{p['contenderAdapter']} vs {p['baselineAdapter']}" for p in pairs],
        [pair.id for pair in found.pairs],
    )
    for recorded, pair in zip(pairs, found.pairs, strict=False):
        lines += pair_differences(recorded, pair)
    lines += queue_differences(expected["reviewQueue"], found.queue)
    lines += readiness_differences(expected["claimReadiness"], found, pairs)
    lines += artifact_differences(expected["artifactValidation"], found)
    if "suiteAdapterSummaries" in expected:
        lines += roll_up_differences(expected["suiteAdapterSummaries"], found)
    if "runPlanWarnings" in expected:
        blocking = [c for c in found.coverage.checks if c.severity == "blocker"] if found.coverage else []
        recorded_plan = Counter(plan_key(sentence) for sentence in expected["runPlanWarnings"])
        lines += counter_differences("plan", recorded_plan, our_keys(blocking))
    if "rerunLedger" in expected:
        assert found.coverage is not None
        accepted = expected["rerunLedger"]["acceptedExclusions"]
        lines += differences("ledger", accepted, list(found.coverage.accepted_exclusions))
    return lines


def readiness_differences(
    expected: dict[str, Any], found: Comparison, pairs: list[dict[str, Any]]
) -> list[str]:
    blockers = recorded_keys(expected["blockers"], BLOCKERS)
    ours = our_keys(found.readiness.blockers)
    for pair in pairs:
        if lost_a_tie(pair):
            key = f"{pair['scenarioId']}/{pair['contenderAdapter']} vs {pair['baselineAdapter']}"
            blockers.pop(("pair-not-significant", key), None)
            ours.pop(("pair-not-significant", key), None)
    lines = counter_differences("blockers", blockers, ours)
    advisories = recorded_keys(expected["advisories"], ADVISORIES)
    return lines + counter_differences("advisories", advisories, our_keys(found.readiness.advisories))


ARTIFACTS = (
    (r"(\w+): artifact file is missing", "missing"),
    (r"(\w+): artifact path is not a file", "not_file"),
    (r"(\w+)\.json: .*", "unreadable"),
    (r"([\w.-]+)\.version: .*", "version"),
    (r"([\w.-]+)\.schema: missing .*", "schema_missing"),
    (r"([\w.-]+)\.schema: expected .*", "schema_differs"),
    (r"([\w.-]+)\.benchmarkTarget: .*", "target"),
    (r"(runManifest)\.runId: .*", "run_id"),
    (r"([\w.-]+?)(?:\.embedded)?: .*", "not_embedded"),
)


def artifact_differences(expected: dict[str, Any], found: Comparison) -> list[str]:
    lines: list[str] = []
    checks = {check.path: check for check in found.artifacts}
    for recorded in expected["runs"]:
        path = next((path for path in checks if recorded["resultPath"].endswith(f"/{path}")), None)
        if path is None:
            lines += [] if found.problems else [f"{recorded['resultPath']} was not read"]
            continue
        for severity in ("error", "warning"):
            wanted = Counter(_artifact(sentence) for sentence in recorded[f"{severity}s"])
            ours = Counter(
                (fault.code, fault.artifact if fault.code != "target" else "")
                for fault in checks[path].faults
                if fault.severity == severity
            )
            lines += counter_differences(f"{path}/{severity}s", wanted, ours)
    return lines


def _artifact(sentence: str) -> tuple[str, str]:
    for pattern, code in ARTIFACTS:
        match = re.fullmatch(pattern, sentence, re.DOTALL)
        if match:
            artifact = match[1].replace("loop-result", "result.embedded")
            embedded = code == "not_embedded" and not artifact.endswith(".embedded")
            return code, "" if code == "target" else f"{artifact}.embedded" if embedded else artifact
    return "unknown", sentence


def validate_artifacts_case(command: Command) -> list[str]:
    lines = exit_differences(command)
    found = compared(command)
    return lines + artifact_differences(command.expected, found) if found else lines


def validate_claim_case(command: Command) -> list[str]:
    """Exit codes differ where the tool misreads its own form, or hashed paths from another folder."""
    path = Path(command.args[1])
    claim = json.loads(path.read_text("utf-8"))
    lines = [str(problem) for problem in check_claim(claim, path.as_posix())]
    ours = claim["tool"]["name"] == "proofboard"
    expected = command.exit_code
    if "--require-publishable" in command.args and command.expected["publishabilityGate"]["blockers"] == [
        "claim is not marked publishable"
    ]:
        expected = 0 if claim["publishable"] else 2
    if "--verify-sources" in command.args and ours:
        expected = 0 if expected == 1 else expected
    return lines + exit_differences(command, expected)


def validate_summary_case(command: Command) -> list[str]:
    return exit_differences(command)


def plan_case(command: Command) -> list[str]:
    lines = exit_differences(command)
    if command.expected is None:
        return lines
    folder = Path(options(command.args)["--generated-dir"])
    plan = json.loads((folder / "ruhroh-run-plan.json").read_text("utf-8"))
    recorded = command.expected["runPlan"]
    names = ("label", "scenarioId", "adapter", "sampleId", "sampleSeed", "runIndex", "runCount")
    lines += differences(
        "samples",
        [{name: sample.get(name) for name in names} for sample in recorded["samples"]],
        [{name: sample.get(name) for name in names} for sample in plan["samples"]],
    )
    lines += differences("count", command.expected["sampleCount"], len(plan["samples"]))
    for name in ("runs", "adapters", "shard", "suiteId"):
        lines += differences(name, recorded["selection"].get(name), plan["selection"].get(name))
    digests = [row["source"]["scenarioSha256"] for row in recorded["scenarios"]]
    lines += differences("scenarios", digests, [row["source"]["scenarioSha256"] for row in plan["scenarios"]])
    prompts = [row["source"].get("instructionSha256") for row in recorded["scenarios"]]
    lines += differences(
        "prompts", prompts, [row["source"].get("instructionSha256") for row in plan["scenarios"]]
    )
    if "suite" in recorded:
        suites = [
            (suite["id"], suite["suiteVersion"], suite["scenarioIds"], suite["source"]["suiteSha256"])
            for suite in (recorded["suite"], plan["suite"])
        ]
        lines += differences("suite", *suites)
    return lines


def review_case(command: Command) -> list[str]:
    found = compared(command)
    assert found is not None
    return queue_differences(command.expected["reviewQueue"], found.queue)


def eval_quality_case(command: Command) -> list[str]:
    found, expected = compared(command), command.expected
    assert found is not None
    lines = []
    for recorded, sample in zip(expected["runs"], found.samples, strict=True):
        votes = count_votes(sample.evaluation.votes)
        ours = {
            "scenarioId": sample.scenario_id,
            "adapter": sample.group,
            "evalStatus": sample.evaluation.status,
            "score": sample.score,
            "evidenceRefCount": len(sample.evaluation.evidence),
            "criteriaResultCount": len(sample.evaluation.criteria),
            "commandCount": len(sample.evaluation.commands),
            "judgeVoteCount": len(sample.evaluation.votes),
        }
        lines += differences(sample.path, {name: recorded[name] for name in ours}, ours)
        if "judge" in recorded:
            label = sample.evaluation.judge.label if sample.evaluation.judge else ""
            lines += differences(sample.path, recorded["judge"], label)
        if "judgeAgreement" in recorded and votes is not None:
            told = (recorded["judgeAgreement"]["unanimous"], recorded["judgeAgreement"].get("majorityStatus"))
            lines += differences(sample.path, told, (votes.unanimous, votes.majority))
        keys = Counter(signal_key(sentence)[0] for sentence in recorded["evalQualityWarnings"])
        own = Counter(signal.code for signal in signals(sample, SETTINGS))
        lines += counter_differences(sample.path, keys, own)
    clean = not any(signals(sample, SETTINGS) for sample in found.samples)
    return lines + differences("ok", expected["ok"], clean)


def report_case(command: Command) -> list[str]:
    found = compared(command)
    assert found is not None
    recorded, sample = command.expected["summary"], found.samples[0]
    ours = {
        "scenarioId": sample.scenario_id,
        "adapter": sample.group,
        "executionAdapterId": sample.adapter_id,
        "status": sample.status,
        "evalStatus": sample.evaluation.status,
        "failureBucket": sample.failure_bucket,
        "score": sample.score,
        "iterationsUsed": sample.iterations,
        "durationMs": sample.duration_ms,
        "subscores": sample.evaluation.subscores,
        "unmetCriteria": list(sample.evaluation.unmet_criteria),
        "artifactPaths": sample.artifact_paths,
    }
    lines = differences("sample", {name: recorded[name] for name in ours}, ours)
    timeline = [
        (row["iteration"], row["status"], row.get("stopReason", ""), row.get("notes", ""))
        for row in recorded["implementationTimeline"]
    ]
    attempts = [(a.iteration, a.status, a.stop_reason, a.notes) for a in sample.attempts]
    return lines + differences("attempts", timeline, attempts)


def publish_check_case(command: Command) -> list[str]:
    found = compared(command)
    assert found is not None
    lines = differences("publishable", command.expected["publishable"], found.readiness.ready)
    lines += counter_differences(
        "blockers", recorded_keys(command.expected["blockers"], BLOCKERS), our_keys(found.readiness.blockers)
    )
    return lines


def bundle_case(command: Command) -> list[str]:
    claim = json.loads((Path(command.args[1]) / "benchmark-claim.json").read_text("utf-8"))
    lines = [str(problem) for problem in check_claim(claim, "claim")]
    return lines + differences("publishable", command.expected["publishable"], not publication(claim))


def index_case(command: Command) -> list[str]:
    lines = []
    for row in command.expected["claims"]:
        claim = json.loads((Path(command.args[1]) / "benchmark-claim.json").read_text("utf-8"))
        lines += differences("valid", row["valid"], not check_claim(claim, "claim"))
        lines += differences("publishable", row["publishable"], not publication(claim))
    return lines


TESTS: dict[str, Callable[[Command], list[str]]] = {
    "compare": compare_case,
    "plan": plan_case,
    "validate": lambda c: exit_differences(c) + validation_differences(c.args, c.expected),
    "inspect-pack": lambda c: exit_differences(c) + inspection_differences(c.args, c.expected),
    "validate-targets": lambda c: exit_differences(c) + target_differences(c.args, c.expected),
    "validate-artifacts": validate_artifacts_case,
    "validate-claim": validate_claim_case,
    "validate-summary": validate_summary_case,
    "review": review_case,
    "eval-quality": eval_quality_case,
    "report": report_case,
    "publish-check": publish_check_case,
    "validate-bundle": bundle_case,
    "claim-index": index_case,
}
"""Recorded command → what is compared."""
