"""What a Ruhroh result root holds: samples with their evaluation, target and evidence.

A *sample* is one repeat of one scenario by one target: one loop result with the manifest and the evaluation
in it. Text that an export does not state is the empty string, a figure ``None``; neither is ever replaced by
a guess here. Labels in which "unknown" stands for an unstated part are made by the study.
"""

from __future__ import annotations

from typing import Literal

from site_builder.records.ruhroh_target import ModelIdentity, Record, Target

EvaluationStatus = Literal["passed", "failed", "review", "infra_failed"]
Confidence = Literal["low", "medium", "high"]
CriterionStatus = Literal["passed", "failed", "partial", "not_applicable"]
JudgeKind = Literal["fixture", "command", "model", "hybrid"]
CoverageStatus = Literal["complete", "partial", "unknown", "unavailable"]


class EvidenceRef(Record, frozen=True, kw_only=True):
    """What an evaluator points to."""

    kind: str
    ref: str
    summary: str = ""


class Command(Record, frozen=True, kw_only=True):
    """A command that the evaluator ran."""

    command: str
    exit_code: float = 0
    summary: str = ""


class Judge(Record, frozen=True, kw_only=True):
    """Who evaluated."""

    kind: JudgeKind
    model: str = ""
    version: str = ""

    @property
    def label(self) -> str:
        """``kind/model@version``, as far as stated."""
        model = f"/{self.model}" if self.model else ""
        return f"{self.kind}{model}{f'@{self.version}' if self.version else ''}"

    @property
    def needs_model(self) -> bool:
        """Whether a judge of this kind has a model that must be named."""
        return self.kind in ("model", "hybrid")


class Vote(Record, frozen=True, kw_only=True):
    """One judge's verdict among several."""

    judge: Judge
    status: EvaluationStatus
    confidence: Confidence = "medium"
    rationale: str = ""
    evidence: tuple[EvidenceRef, ...] = ()


class Criterion(Record, frozen=True, kw_only=True):
    """The evaluator's verdict on one criterion."""

    id: str
    description: str = ""
    status: CriterionStatus = "failed"
    score: float = 0.0
    """0–1."""
    evidence: tuple[EvidenceRef, ...] = ()
    notes: str = ""


class Evaluation(Record, frozen=True, kw_only=True):
    """An evaluator's result, after reading: an unknown status is ``infra_failed``."""

    status: EvaluationStatus
    confidence: Confidence = "medium"
    reasons: tuple[str, ...] = ()
    unmet_criteria: tuple[str, ...] = ()
    evidence: tuple[EvidenceRef, ...] = ()
    commands: tuple[Command, ...] = ()
    criteria: tuple[Criterion, ...] = ()
    subscores: dict[str, float] = {}
    """Dimension → 0–1, in the order of the export."""
    judge: Judge | None = None
    votes: tuple[Vote, ...] = ()
    final_summary: str = ""
    """Empty when the evaluator wrote none."""
    recorded: bool = True
    """False when the result holds no evaluation at all."""


class Attempt(Record, frozen=True, kw_only=True):
    """One turn of the implementing agent."""

    iteration: int
    adapter_id: str = ""
    status: str = ""
    failure_kind: str = ""
    completion: str = ""
    stop_reason: str = ""
    run_id: str = ""
    transcript: str = ""
    event_log: str = ""
    notes: str = ""
    """At most 240 characters."""


class Usage(Record, frozen=True, kw_only=True):
    """Cost and tokens of one sample; ``None`` means not reported, 0 means nothing was used."""

    cost_usd: float | None = None
    input_tokens: float | None = None
    output_tokens: float | None = None
    total_tokens: float | None = None
    cost_status: CoverageStatus = "unknown"
    """How much of the cost the reporting covers, by the economics record."""
    tokens_status: CoverageStatus = "unknown"

    @property
    def reported(self) -> bool:
        """Whether there is any figure."""
        figures = (self.cost_usd, self.input_tokens, self.output_tokens, self.total_tokens)
        return any(figure is not None for figure in figures)


class Conditions(Record, frozen=True, kw_only=True):
    """What must be the same within a cohort, as the manifest states it; unstated parts are empty."""

    scenario_version: str = ""
    adapter_version: str = ""
    agent_model: ModelIdentity = ModelIdentity()
    evaluator_model: ModelIdentity = ModelIdentity()
    evaluator_inputs: str = ""
    """Counts of the evaluator's inputs and hashes of private paths, as one line."""
    judge: str = ""
    environment: str = ""
    """``method:sha256`` of the fingerprint, else platform, Python and image."""
    budget: str = ""
    """SHA-256 of the effective resource budget."""
    capabilities: str = ""
    """SHA-256 of the effective capabilities."""


class Slot(Record, frozen=True, kw_only=True):
    """Which planned repeat a sample says it is."""

    id: str = ""
    index: float | None = None
    count: float | None = None
    seed: str = ""
    weight: float | None = None
    misstated: tuple[str, ...] = ()
    """Those of ``seed``, ``index`` and ``count`` that hold another kind of value; they agree with no plan."""


class ArtifactFile(Record, frozen=True, kw_only=True):
    """A file of evidence that a result names, and whether it is there."""

    name: str
    """Role (``transcript``, ``workspaceTarball``)."""
    path: str
    """As exported."""
    found: str = ""
    """Where it lies, relative to the result root, ``/`` separated; empty when it is not there."""
    bytes: int | None = None
    sha256: str = ""
    error: Literal["", "missing", "not_file", "unreadable"] = ""


class Sample(Record, frozen=True, kw_only=True):
    """One repeat: what was run, how it ended, what the evaluator said, and the evidence that is named."""

    path: str
    """Path of the loop result relative to the result root, ``/`` separated."""
    sha256: str
    """SHA-256 of its bytes, 64 hex digits."""
    scenario_id: str
    target_id: str = ""
    """Benchmark target; empty when the manifest declares none."""
    adapter_id: str = ""
    """Adapter that executed it."""
    run_id: str = ""
    status: str = ""
    score: float
    failure_bucket: str = ""
    stopped_reason: str = ""
    """Why the loop stopped, as the runner says; empty where it does not."""
    iterations: float | None = None
    duration_ms: float | None = None
    started_at: str = ""
    ended_at: str = ""
    max_iterations: float | None = None
    """The limit of the loop, in iterations."""
    slot: Slot = Slot()
    target: Target | None = None
    conditions: Conditions = Conditions()
    evaluation: Evaluation
    attempts: tuple[Attempt, ...] = ()
    usage: Usage = Usage()
    artifact_paths: dict[str, str] = {}
    """Role → path as exported; entries that are no text or blank are left out."""
    declares_economics: bool = False
    """Whether an economic trace belongs to the evidence of this sample."""

    @property
    def group(self) -> str:
        """What it is grouped by beside the scenario: the declared target, else the adapter."""
        return self.target_id or self.adapter_id

    @property
    def label(self) -> str:
        """``scenario/target/run`` for messages."""
        return "/".join(part for part in (self.scenario_id, self.group, self.run_id) if part)


class ArtifactFault(Record, frozen=True, kw_only=True):
    """One thing that is wrong with the recorded evidence of one sample."""

    code: str
    """``version``, ``schema_missing``, ``schema_differs``, ``shape``, ``target``, ``not_embedded``,
    ``missing``, ``not_file``, ``unreadable``, ``run_id``."""
    artifact: str
    """What it is about: ``result``, ``run_manifest.embedded``, ``journey`` …"""
    severity: Literal["error", "warning"]
    observed: str = ""
    required: str = ""


class ArtifactCheck(Record, frozen=True, kw_only=True):
    """What the validation of one sample's evidence found."""

    path: str
    """Path of the loop result relative to the result root."""
    faults: tuple[ArtifactFault, ...] = ()

    @property
    def errors(self) -> int:
        """How many faults are errors."""
        return sum(fault.severity == "error" for fault in self.faults)

    @property
    def warnings(self) -> int:
        """How many faults are warnings."""
        return len(self.faults) - self.errors
