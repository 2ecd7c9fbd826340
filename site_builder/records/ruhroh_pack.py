"""A benchmark pack as its authors wrote it: scenarios and suites, with what is wrong and what is doubtful."""

from __future__ import annotations

from typing import Literal

from site_builder.errors import Problem
from site_builder.records.ruhroh_campaign import SourceFile, Suite
from site_builder.records.ruhroh_target import Record

Verdict = Literal["passed", "failed", "review"]

VERDICTS: tuple[Verdict, ...] = ("passed", "failed", "review")
"""What a calibration case may expect, in the order of pages."""

DIFFICULTIES = ("intro", "standard", "hard", "expert")


class Fingerprint(Record, frozen=True, kw_only=True):
    """The content of a file or of a folder that a scenario declares."""

    path: str
    """As declared."""
    status: Literal["ok", "missing"]
    kind: Literal["", "file", "directory"] = ""
    files: int = 0
    bytes: int = 0
    sha256: str = ""


class RiskReview(Record, frozen=True, kw_only=True):
    """One review of a risk that the authors had to write down."""

    field: str
    """JSON pointer of the review."""
    text: str = ""
    status: Literal["documented", "missing", "placeholder"]


class Scenario(Record, frozen=True, kw_only=True):
    """One scenario: a task, how it is evaluated, and how it is governed."""

    folder: str
    """As readers know it."""
    path: str
    """Its ``scenario.json``, as readers know it."""
    id: str = ""
    title: str = ""
    tier: str = ""
    kind: str = ""
    version: str = ""
    """Empty for a scenario that states none."""
    visibility: str = ""
    difficulty: str = ""
    expected_runtime_s: float | None = None
    lifecycle: str = ""
    tags: tuple[str, ...] = ()
    prompt_path: str = ""
    """File of the prompt as readers know it; empty when it is written inline."""
    prompt_sha256: str = ""
    source: SourceFile | None = None
    context_notes: int = 0
    goal_criteria: int = 0
    evidence_instructions: int = 0
    calibration: dict[str, int] = {}
    """Expected verdict → number of calibration cases."""
    assets: tuple[Fingerprint, ...] = ()
    private_assets: tuple[Fingerprint, ...] = ()
    reviews: tuple[RiskReview, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether it has no error."""
        return not any(problem.severity == "error" for problem in self.problems)

    @property
    def missing_verdicts(self) -> tuple[Verdict, ...]:
        """Verdicts for which there is no calibration case."""
        return tuple(verdict for verdict in VERDICTS if not self.calibration.get(verdict))


class SuiteFile(Record, frozen=True, kw_only=True):
    """A suite file: the suite when it can be read, and what is wrong either way."""

    path: str
    """As readers know it."""
    suite: Suite | None = None
    """``None`` when it has an error of its own."""
    members: dict[str, str] = {}
    """Scenario id → locked version, empty where none is; also of a suite that cannot be used."""
    reviews: tuple[RiskReview, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether it has no error."""
        return not any(problem.severity == "error" for problem in self.problems)
