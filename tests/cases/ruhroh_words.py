"""Our codes for the situations that recorded comparisons describe in sentences.

Both sides become keys: a code with what it is about. Sentences are recognised by a few words of theirs. Where
the recorded tool has one sentence for several of our codes, or the other way round, both share one key.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

from site_builder.studies.readiness import Check
from site_builder.studies.ruhroh.quality import Signal

Key = tuple[str, ...]

OURS_ALONE = {
    "plan-not-given",
    "calibration-not-given",
    "calibration-not-passed",
    "duplicate-run-id",
    "duplicate-sample-id",
    "ledger-sample-counted",
    "result-unreadable",
    "target-not-declared",
}
"""Codes that recorded readiness does not have; each is in docs/ruhroh-differences.md with its reason."""

SAMPLE_ID = re.compile(r"[^\s:]+/[^\s:]+/\d+-of-\d+")

FIELDS = (
    ("stream", "streams"),
    ("target", "targets"),
    ("harness", "harnesses"),
    ("provider path", "provider-paths"),
    ("scenario version", "scenario-versions"),
    ("adapter version", "adapter-versions"),
    ("canonical", "canonical-models"),
    ("agent prompt", "agent-prompts"),
    ("agent model", "agent-models"),
    ("evaluator model", "evaluator-models"),
    ("evaluator prompt", "evaluator-prompts"),
    ("evaluator input", "evaluator-inputs"),
    ("judge", "judges"),
    ("environment", "environments"),
    ("budget", "budgets"),
    ("capabilit", "capabilities"),
)
"""Words of a comparability sentence → field."""

SIGNALS: tuple[tuple[str, str], ...] = (
    (r"requested human review", "evaluator-asks-for-review"),
    (r"confidence is low", "evaluator-confidence-low"),
    (r"top-level evidenceRefs", "evaluator-evidence-absent"),
    (r"no criteriaResults", "evaluator-criteria-absent"),
    (r"criterion (?P<detail>.+) has no evidenceRefs", "criterion-evidence-absent"),
    (r"non-zero exit codes", "evaluator-command-failed"),
    (r"no judge metadata", "judge-not-stated"),
    (r"fewer than 2 votes", "votes-too-few"),
    (r"judgeVotes disagree", "votes-disagree"),
    (r"differs from judge vote majority", "status-against-majority"),
    (r"vote.* evidenceRefs", "vote-evidence-absent"),
    (r"vote.* model", "vote-model-not-stated"),
    (r"missing model metadata", "judge-model-not-stated"),
    (r"(?i)invariant", "outcome-contradicts-score"),
    (r"(?i)finalSummary|terse", "summary-terse"),
)

PLAN: tuple[tuple[str, str], ...] = (
    (r"sample has no result artifact: (\S+)", "plan-sample-missing"),
    (r"result has no sample id for run plan coverage: (\S+)", "result-without-sample-id"),
    (r"result sample is not in run plan: (\S+)", "result-not-planned"),
    (r"result sample scenario mismatch for (\S+):", "plan-scenario-differs"),
    (r"result sample adapter mismatch for (\S+):", "plan-target-differs"),
    (r"result sample seed mismatch for (\S+):", "plan-seed-differs"),
    (r"result sample index mismatch for (\S+):", "plan-index-differs"),
    (r"result sample count mismatch for (\S+):", "plan-count-differs"),
    (r"has no suite metadata to verify selected suite (\S+)", "plan-suite-not-recorded"),
    (r"suite metadata is incomplete for selected suite (\S+)", "plan-suite-incomplete"),
    (r"run plan suite mismatch: .*compare=(\S+)", "plan-suite-differs"),
    (r"suiteVersion mismatch for (\S+):", "plan-suite-version-differs"),
    (r"suite manifest hash mismatch for (\S+):", "plan-suite-file-differs"),
)


def signal_key(sentence: str) -> Key:
    for pattern, code in SIGNALS:
        match = re.search(pattern, sentence)
        if match:
            return (code, match.groupdict().get("detail") or "")
    return ("unknown signal", sentence)


def our_signal_key(signal: Signal) -> Key:
    return (signal.code, signal.detail if signal.code == "criterion-evidence-absent" else "")


def statistic_key(sentence: str) -> Key:
    """Key of a statistical or comparability sentence without its subject."""
    if sentence.startswith("fewer than"):
        return ("runs-below-minimum",)
    if "invariant" in sentence.lower():
        return ("outcome-contradicts-score",)
    if "does not include suite-locked" in sentence:
        return ("locked-version-absent",)
    if "mixes suite-locked" in sentence:
        return ("locked-version-mixed",)
    front = {"mixed": "mixed", "missing": "unstated"}.get(sentence.split(" ", maxsplit=1)[0])
    if front and "aggregate group" in sentence:
        for words, field in FIELDS:
            if words in sentence:
                return (f"{front}-{field}",)
    return ("unknown statistic", sentence)


def plan_key(sentence: str) -> Key:
    if "ledger" in sentence:
        return ("ledger",)
    for pattern, code in PLAN:
        match = re.search(pattern, sentence)
        if match:
            return (code, match[1])
    sample = SAMPLE_ID.search(sentence)
    about = sample[0] if sample else ""
    return ("drift", about)


def pair_key(sentence: str) -> Key:
    if "CI includes 0" in sentence:
        return ("pair-interval-holds-zero",)
    if sentence.startswith("Fisher"):
        return ("pair-not-significant",)
    if re.fullmatch(r"\S+ has \d+/\S+ runs", sentence):
        return ("pair-runs-below-minimum", sentence.split(" ", maxsplit=1)[0])
    side, _, words = sentence.partition(": ")
    if "aggregate group" in words:
        return (f"pair-{statistic_key(words)[0]}", side)
    return ("pair-control",)


def _plan(match: re.Match[str]) -> Key:
    return plan_key(match[1])


def _pair(match: re.Match[str]) -> Key:
    return (*pair_key(match[2]), match[1])


def _statistic(match: re.Match[str]) -> Key:
    return (*statistic_key(match[2]), match[1])


def _signal(match: re.Match[str]) -> Key:
    return (*signal_key(match[2]), match[1], match[3])


def _as(code: str) -> Callable[[re.Match[str]], Key]:
    return lambda match: (code, *match.groups())


BLOCKERS: tuple[tuple[str, Callable[[re.Match[str]], Key]], ...] = (
    (r"no aggregate result groups available", _as("no-cohorts")),
    (r"no suite selected.*", _as("suite-not-selected")),
    (r"suite warning: suite scenario has no result artifacts: (.+)", _as("suite-scenario-without-results")),
    (r"run plan warning: (.+)", _plan),
    (r"artifact validation failed: (\d+) error\(s\)", _as("artifact-errors")),
    (r"(.+): suite minimum runs or scenario coverage not satisfied", _as("suite-requirement-not-met")),
    (r"(.+): missing suite scenario (\S+)", _as("suite-scenario-missing")),
    (r"(.+): review required", _as("review-required")),
    (r"([^:]+ vs [^:]+): (.+)", _pair),
    (r"(.+): eval-quality warnings present", _as("evaluator-evidence-weak")),
    (r"(.+): (\d+) run\(s\) require human review", _as("human-review-required")),
    (r"(.+): artifact-completeness warnings present", _as("artifact-paths-incomplete")),
    (r"([^:]+): (.+)", _statistic),
)

ADVISORIES: tuple[tuple[str, Callable[[re.Match[str]], Key]], ...] = (
    (r"artifact validation warnings present: (\d+)", _as("artifact-warnings")),
    (r"(.+): missing suite scenario: (\S+)", _as("rollup-scenario-missing")),
    (r"(.+): (\S+) has (\d+)/\S+ required runs", _as("rollup-runs-below-minimum")),
    (r"(.+): scenario-level warnings present", _as("rollup-cohort-warnings")),
    (r"(.+): review recommended", _as("review-recommended")),
    (r"(.+): missing artifact path: (\S+) \((\d+)\)", _as("artifact-path-missing")),
    (r"([^:]+): (.+) \((\d+)\)", _signal),
)


def recorded_keys(
    sentences: Iterable[str], table: tuple[tuple[str, Callable[[re.Match[str]], Key]], ...]
) -> Counter[Key]:
    """Return the keys of recorded sentences, each with how often it stands."""
    return Counter(_recorded(sentence, table) for sentence in sentences)


def _recorded(sentence: str, table: tuple[tuple[str, Callable[[re.Match[str]], Key]], ...]) -> Key:
    for pattern, key in table:
        match = re.fullmatch(pattern, sentence)
        if match:
            return key(match)
    return ("unknown sentence", sentence)


def our_keys(checks: Iterable[Check]) -> Counter[Key]:
    """Return the keys of our checks, each with how often it stands; codes of ours alone are left out."""
    return Counter(_ours(check) for check in checks if check.code not in OURS_ALONE)


def _ours(check: Check) -> Key:  # noqa: C901
    code, subject, observed = check.code, check.subject, check.observed
    if code in ("suite-not-selected", "no-cohorts"):
        return (code,)
    if code in ("artifact-errors", "artifact-warnings"):
        return (code, observed.split(" ")[0])
    if code in ("suite-scenario-missing", "rollup-scenario-missing"):
        return (code, subject, observed)
    if code == "rollup-runs-below-minimum":
        scenario, _, words = observed.partition(": ")
        return (code, subject, scenario, words.split(" ")[0])
    if code == "human-review-required":
        return (code, subject, observed.split(" ")[0])
    if code == "artifact-path-missing":
        role, _, count = observed.partition(" ")
        return (code, subject, role, count.strip("(").split(" ")[0])
    if code.startswith(("drift-", "plan-target-malformed")):
        return ("drift", subject.split(" ")[0])
    if code in ("plan-exclusion-not-accepted", "ledger-sample-not-planned"):
        return ("ledger",)
    if code in ("pair-streams-differ", "pair-not-controlled", "pair-not-varied"):
        return ("pair-control", subject)
    if code == "pair-runs-below-minimum":
        return (code, observed.split(" ")[0], subject)
    if code.startswith(("pair-mixed-", "pair-unstated-")):
        return (code, observed.partition(": ")[0], subject)
    if check.severity == "advisory" and code in {name for _, name in SIGNALS}:
        detail, _, count = observed.rpartition("(")
        told = detail.strip() if code == "criterion-evidence-absent" else ""
        return (code, told, subject, (count or observed).split(" ")[0].rstrip(")"))
    return (code, subject) if subject else (code,)
