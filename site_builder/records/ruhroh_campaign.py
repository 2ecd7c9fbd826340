"""What a campaign was planned by: suite, run plan, rerun ledger, evaluator calibration."""

from __future__ import annotations

from typing import Any, Literal

from site_builder.errors import Problem
from site_builder.records.ruhroh_target import Record, Target


class SourceFile(Record, frozen=True, kw_only=True):
    """A file that was read, so that a claim can name it and its digest be checked."""

    path: str
    """As readers know it."""
    sha256: str
    """SHA-256 of its bytes, 64 hex digits."""


class Suite(Record, frozen=True, kw_only=True):
    """A version-locked set of scenarios with the methodology they are compared under."""

    id: str
    title: str
    version: str
    description: str = ""
    scenario_ids: tuple[str, ...]
    scenario_versions: dict[str, str]
    """Scenario id → the version that the suite locks."""
    minimum_runs: int
    """Samples for each scenario and target."""
    retry_policy: str
    owner: str = ""
    contamination_review: str = ""
    reward_hacking_review: str = ""
    deprecation_policy: str = ""
    acceptance_criteria: tuple[str, ...] = ()
    review_checklist: tuple[str, ...] = ()
    changelog: tuple[str, ...] = ()
    source: SourceFile


class PlannedSample(Record, frozen=True, kw_only=True):
    """One repeat that a plan asks for."""

    sample_id: str
    scenario_id: str
    target: str
    """Target id, or the adapter where the plan has no targets."""
    label: str = ""
    seed: str = ""
    index: float | None = None
    count: float | None = None
    declared: Target | None = None
    """The planned target; ``None`` when the plan has only an adapter."""
    malformed: bool = False
    """Whether the planned target has faults."""


class PlanSuite(Record, frozen=True, kw_only=True):
    """The suite as a plan records it."""

    complete: bool
    """Whether id, version and digest are all stated."""
    id: str = ""
    version: str = ""
    sha256: str = ""


class PlanScenario(Record, frozen=True, kw_only=True):
    """A scenario as a plan records it, with the digests of its sources."""

    id: str
    title: str = ""
    version: str = ""
    scenario_sha256: str = ""
    instruction_sha256: str = ""


class RunPlan(Record, frozen=True, kw_only=True):
    """The matrix of samples that a campaign set out to collect."""

    runs: float | None = None
    """Repeats for each scenario and target."""
    targets: tuple[str, ...] = ()
    shard: str = ""
    """``2/3`` for a part of the matrix, empty for the whole."""
    suite: PlanSuite | None = None
    scenarios: tuple[PlanScenario, ...] = ()
    samples: tuple[PlannedSample, ...] = ()
    sources: tuple[SourceFile, ...] = ()
    """The file it was read from; several when the parts of a sharded plan were put together."""


class LedgerEntry(Record, frozen=True, kw_only=True):
    """A decision about one planned sample that has no result."""

    sample_id: str
    decision: Literal["exclude", "rerun"]
    reason_kind: Literal["infrastructure", "invalid_artifact", "operator_error", "other"]
    reason: str
    decided_by: str
    decided_at: str

    @property
    def allowed(self) -> bool:
        """Whether the entry explains a missing sample: an exclusion because the infrastructure failed."""
        return self.decision == "exclude" and self.reason_kind == "infrastructure"


class RerunLedger(Record, frozen=True, kw_only=True):
    """The decisions about samples without a result."""

    entries: tuple[LedgerEntry, ...]
    source: SourceFile


class CalibrationCase(Record, frozen=True, kw_only=True):
    """One known example, and what the evaluator said of it."""

    scenario_id: str
    case_id: str
    expected: str
    actual: str = ""
    """Empty when there was no verdict."""
    exit_code: float | None = None

    @property
    def matched(self) -> bool:
        """Whether the evaluator ran and said what was expected."""
        return self.exit_code in (None, 0) and bool(self.actual) and self.actual == self.expected


class CalibrationReport(Record, frozen=True, kw_only=True):
    """How an evaluator judged examples with a known verdict. The totals are counted here, not believed."""

    cases: tuple[CalibrationCase, ...]
    stated_ok: bool | None
    """What the report says of itself; ``None`` when it says nothing."""
    source: SourceFile

    @property
    def passed(self) -> bool:
        """Whether there is a case, and every one matched."""
        return bool(self.cases) and all(case.matched for case in self.cases)

    @property
    def mismatches(self) -> int:
        """Cases that did not match."""
        return sum(not case.matched for case in self.cases)


class TargetConfig(Record, frozen=True, kw_only=True):
    """The targets of one campaign, as people write them, with everything that is wrong or doubtful."""

    stream: str = ""
    """What the targets hold constant; empty when nothing valid is stated or they disagree."""
    targets: tuple[Target, ...] = ()
    """The well-formed rows, in order."""
    declared: tuple[dict[str, Any], ...] = ()
    """The same rows as they stand in the file, for plans."""
    problems: tuple[Problem, ...] = ()
    source: SourceFile | None = None

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong; what is only doubtful does not count."""
        return not any(problem.severity == "error" for problem in self.problems)
