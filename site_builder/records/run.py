"""A run as the rest of the program sees it: facts, metrics with evidence, and what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from site_builder.errors import Problem

Reason = Literal[
    "not_collected",
    "not_applicable",
    "tool_failed",
    "below_minimum",
    "cohort_too_small",
    "invalid",
]
"""Why a value is missing. ``not_applicable`` leaves weights and coverage; the others lower coverage."""

REASON_WORDS: dict[str, str] = {
    "not_collected": "not collected",
    "not_applicable": "not applicable",
    "tool_failed": "tool failed",
    "below_minimum": "below minimum",
    "cohort_too_small": "cohort too small",
    "invalid": "invalid",
}


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Where a value was read: enough for a stranger to find it in the export."""

    file: str
    """Path inside the run folder, ``/`` separated (``meta.json``, ``telemetry/``)."""
    pointer: str = ""
    """JSON pointer into that file, or empty."""
    note: str = ""
    """How the value follows from the file (``412 llm_request events``), or empty."""


class Metric(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One measured value, or the reason why there is none."""

    value: float | None = None
    """Finite number in the unit that the rubric states for this metric; ``None`` = missing."""
    reason: Reason | None = None
    """Set exactly when ``value`` is ``None``."""
    detail: str = ""
    """For a missing value: one clause that says what was looked for and not found."""
    evidence: tuple[Evidence, ...] = ()


NOT_COLLECTED = Metric(reason="not_collected", detail="the export does not hold this figure")


class Model(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A language model that a run declared."""

    id: str
    name: str = ""
    family: str = ""
    provider: str = ""


class Supplement(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A file of the export, for the evidence list: path inside the run folder, size, digest."""

    path: str
    bytes: int
    sha256: str


class RunRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One valid run export, measured. Everything a page says about a run comes from here."""

    run_id: str
    """Unique in a board; as exported."""
    family: str
    """Which importer read it (``favur``)."""
    folder: str
    """Folder of the export relative to the project, ``/`` separated."""
    digest: str
    """``sha256:`` over the sorted (path, sha256) of every file of the export."""
    cohort: str
    """Key of the runs it may be compared with (for Favur: the statement of work)."""
    cohort_title: str = ""
    configuration: str = ""
    """Label of models + harness + settings; runs with the same label are repeats."""
    started_at: str = ""
    """RFC 3339 in UTC, seconds, ``Z``."""
    finished_at: str = ""
    harness: str = ""
    """Name and version in one string, or empty."""
    harness_commit: str = ""
    """Commit of the harness, as exported (``3f2a9c1-dirty``), or empty."""
    harness_command: str = ""
    """Command that starts such a run again, as exported, or empty."""
    models: tuple[Model, ...] = ()
    role_models: dict[str, str] = {}
    """Role id → model id, where declared."""
    labels: dict[str, str] = {}
    """Further identification by name, as exported (``arm``, ``memory``, ``effort``, ``fixture``)."""
    reported: dict[str, Metric] = {}
    """Node id → what the export itself states for it; compared with the recomputed value, never used."""
    reported_weights: dict[str, float] = {}
    """Node id → weight with which the export says it made its composite; empty where it says nothing."""
    metrics: Mapping[str, Metric] = {}
    """Metric id → value or reason. An id that is not here is ``NOT_COLLECTED``."""
    tools: dict[str, str] = {}
    """Versions of the tools whose digits the metrics depend on (python, radon, ruff)."""
    files: tuple[Supplement, ...] = ()
    """The export's own records (meta, results, artifacts, telemetry), not the whole workspace."""
    export: Mapping[str, str] = {}
    """Path inside of ``folder`` → SHA-256 of every file of the export, in hexadecimal; an empty path where
    ``folder`` is itself the file."""
    digest_of: Literal["", "nul", "lines"] = ""
    """How ``digest`` follows from ``export``, sorted by path: path and digest divided by NUL, or each on its
    own line; empty where it does not (it is that of one line of a file)."""

    def metric(self, metric_id: str) -> Metric:
        """Return the metric, ``NOT_COLLECTED`` when the export holds nothing under that id."""
        return self.metrics.get(metric_id, NOT_COLLECTED)

    @property
    def place(self) -> str:
        """Where in its file it stands (``line 3``); empty for a run with a folder or a file of its own."""
        notes = (evidence.note for metric in self.metrics.values() for evidence in metric.evidence)
        return next(notes, "") if "" in self.export else ""


class LeftOut(msgspec.Struct, frozen=True, kw_only=True):
    """An export that is on no board, and why."""

    folder: str
    run_id: str
    """As exported when readable, else empty."""
    reason: str
    """One sentence for the reader."""
    problems: tuple[str, ...] = ()
    """Codes of the problems that led to it."""
    place: str = ""
    """Where in the file it stands (``line 3``); empty where ``folder`` holds nothing else."""

    def concerned_by(self, problem: Problem) -> bool:
        """Say whether a problem is one of this export: of its place, or else of its folder or its id."""
        if self.place:
            return problem.file == self.folder and f"{problem.pointer} ".startswith(f"{self.place} ")
        below = f"{problem.file}/".startswith(f"{self.folder}/")
        return below or bool(problem.run and problem.run in (self.run_id, self.folder.rsplit("/", 1)[-1]))


class Imported(msgspec.Struct, frozen=True, kw_only=True):
    """What reading one export folder gave: a run or the reason why not, and problems either way."""

    folder: str
    run: RunRecord | None = None
    left_out: LeftOut | None = None
    problems: tuple[Problem, ...] = ()
