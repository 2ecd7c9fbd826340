"""What the demonstration sessions are about: invented models, arms, tasks, and one plan per session."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Fundamentals = dict[str, float | None]


@dataclass(frozen=True)
class Model:
    """An invented language model."""

    id: str
    name: str
    provider: str
    skill: float
    """About the share of what is expected that it finds."""
    pace: float
    """Factor on the duration."""
    usd_per_million: float | None
    """Price of a million tokens; None where no price is known."""


@dataclass(frozen=True)
class Arm:
    """A condition of the experiment: which memory the agent has."""

    id: str
    memory: dict[str, Any]
    recall: float
    """Added to what is found."""
    kept: float | None
    """Share of decisions that survive a restart; None where no session is killed."""
    context: str | None = None


@dataclass(frozen=True)
class Fixture:
    """A task with the time an expert takes for it."""

    id: str
    human_s: int | None
    size: int
    """How many decisions and constraints are expected."""


@dataclass(frozen=True)
class TaskSet:
    """Fixtures that are compared with each other."""

    id: str
    version: str
    title: str
    fixtures: tuple[Fixture, ...]


@dataclass(frozen=True)
class Plan:
    """One session to write."""

    model: str
    arm: str
    fixture: str
    effort: str | None = None
    trial: int = 1
    changes: Fundamentals = field(default_factory=dict)
    """Fundamentals that are set, not drawn."""
    weights: tuple[float, float, float] = (3, 2, 2)
    published: float | None = None
    """A composite that the report states against its own measurements."""


MODELS = {
    model.id: model
    for model in (
        Model("aurora-large", "Aurora Large", "Aurora", 0.9, 1.1, 9.0),
        Model("basalt-2", "Basalt 2", "Basalt Works", 0.8, 0.8, 4.0),
        Model("cobalt", "Cobalt", "Cobalt", 0.7, 0.6, 1.5),
        Model("drift-mini", "Drift Mini", "Driftwood", 0.52, 0.4, None),
    )
}
ARMS = {
    arm.id: arm
    for arm in (
        Arm("bare", {"used": False}, -0.12, None, "ungated"),
        Arm("notes", {"used": True, "name": "Notes", "version": "3", "variant": "files"}, -0.02, 0.55),
        Arm("ledger", {"used": True, "name": "Ledger", "version": "1.4"}, 0.06, 0.88, "gated"),
    )
}
INCIDENTS = TaskSet(
    "incident-review",
    "2026-03",
    "Incident review",
    (
        Fixture("pager-storm", 2700, 12),
        Fixture("stale-runbook", 1800, 8),
        Fixture("quiet-outage", None, 10),
    ),
)
MIGRATIONS = TaskSet(
    "schema-migration",
    "2026-05",
    "Schema migration",
    (Fixture("rename-column", 900, 6), Fixture("split-table", 7200, 16)),
)
EXAMPLE: Fundamentals = {
    "T_orient_s": 4.2,
    "T_task_s": 156.3,
    "T_human_s": 1800,
    "R_decision": 0.875,
    "R_constraint": 1,
    "R_incident": 1,
    "P_context": 0.72,
    "A_coverage": 0,
    "K_decision": 0.88,
    "K_causal": None,
    "K_checkpoint": None,
    "S_gate": 1,
    "S_detect": 1,
    "S_stale": 1,
    "C_tokens_usd": 0.024,
    "N_tools": 8,
    "N_turns": 14,
    "N_corrections": 0,
}
"""The input of the standard's own first example, which is worth 26.04 Em."""
PLANS = {
    INCIDENTS: (
        *(Plan(model, arm, "pager-storm") for model in MODELS for arm in ARMS),
        Plan("aurora-large", "ledger", "stale-runbook"),
        Plan("aurora-large", "ledger", "pager-storm", trial=2),
        Plan("basalt-2", "ledger", "pager-storm", trial=2, changes={"S_gate": None}),
        Plan("basalt-2", "notes", "stale-runbook", changes={"N_corrections": 2}),
        Plan("cobalt", "notes", "stale-runbook", changes={"S_gate": 0}),
        Plan("cobalt", "ledger", "quiet-outage"),
        Plan("aurora-large", "bare", "quiet-outage"),
        Plan("basalt-2", "notes", "quiet-outage", changes={"S_gate": 0}),
    ),
    MIGRATIONS: (
        Plan("aurora-large", "ledger", "split-table", "high"),
        Plan("aurora-large", "notes", "split-table", "high"),
        Plan("aurora-large", "ledger", "split-table", "high", trial=2, changes={"S_gate": None}),
        Plan("aurora-large", "ledger", "rename-column", "medium"),
        Plan("basalt-2", "ledger", "split-table", "high", changes={"N_corrections": 1}),
        Plan("basalt-2", "notes", "rename-column", "high"),
        Plan("basalt-2", "bare", "rename-column", "medium"),
        Plan("cobalt", "ledger", "split-table", "high", weights=(1, 1, 1)),
        Plan("cobalt", "bare", "rename-column", "medium"),
        Plan("drift-mini", "notes", "rename-column", "high", changes={"R_decision": 0, "R_constraint": 0}),
        Plan("drift-mini", "ledger", "split-table", "high", changes={"S_gate": 0}),
    ),
}
