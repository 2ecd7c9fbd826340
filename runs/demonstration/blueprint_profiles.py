"""What the invented Blueprint runs are like: one profile each."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Condition:
    """How outputs under one condition turn out; shares are 0–1."""

    meets: float
    """Share of criteria met."""
    claims: float
    """Chance of each claim without support."""
    evidence: float
    """Chance of each line of evidence."""
    limit: float
    """Chance that the limit of the work is stated."""
    accurate: float
    """Chance that the final status is right."""
    turns: int
    """How often the instruction is sent."""
    headings: bool = False
    careful_with_risk: bool = False
    """In high-risk cases: no claim without support, and the right status."""


@dataclass(frozen=True)
class Profile:
    """One recorded run."""

    run_id: str
    disclosures: dict[str, str]
    conditions: dict[str, Condition]
    reviewers: dict[str, float]
    """Pseudonym → share of judgements in which the reviewer errs."""
    attached_tokens: int
    """Tokens of what the task comes with, sent once."""
    prices: tuple[float, float] | None
    """US dollars for a million input and output tokens; ``None`` where cost is not available."""
    pinned: bool = True
    """Whether the run states digests of its outputs."""
    slips: dict[tuple[str, str], str] = field(default_factory=dict)
    """(case, condition) → a fault that this output must have."""


def _conditions(gain: float, turns: tuple[int, int, int, int, int]) -> dict[str, Condition]:
    """Five conditions that become better by ``gain``; ``turns`` in their order."""
    return {
        "minimal": Condition(0.55, 0.35, 0.35, 0.1, 0.6, turns[0]),
        "kernel": Condition(0.62, 0.25, 0.45, 0.3, 0.72, turns[1]),
        "v2.1-prompt": Condition(0.68, 0.24, 0.5, 0.25, 0.74, turns[2], headings=True),
        "v3-prompt": Condition(
            0.74 + gain, 0.1, 0.8, 0.65, 0.95, turns[3], headings=True, careful_with_risk=True
        ),
        "v3-workflow": Condition(
            0.78 + gain, 0.06, 0.9, 0.8, 0.96, turns[4], headings=True, careful_with_risk=True
        ),
    }


def _disclosures(model: str, version: str, date: str, cost: str) -> dict[str, str]:
    return {
        "model": model,
        "model_version": version,
        "configuration": "temperature 0; no system text besides the composed input; reasoning at its default",
        "tools": "none; files of the task attached as text",
        "date": date,
        "environment": "invented for this demonstration; nothing was run",
        "token_accounting": "1.34 tokens a word, attachments counted once, the instruction once a turn",
        "cost_accounting": cost,
    }


PROFILES = (
    Profile(
        run_id="2026-09-14-aurora-large",
        disclosures=_disclosures(
            "aurora-large", "snapshot 2026-08", "2026-09-14", "list price of the day, no discount"
        ),
        conditions=_conditions(0.12, (1, 1, 2, 1, 2)),
        reviewers={"kestrel": 0.03, "plover": 0.07},
        attached_tokens=880,
        prices=(3.0, 15.0),
    ),
    Profile(
        run_id="2026-09-23-cobalt-mini",
        disclosures=_disclosures(
            "cobalt-mini", "snapshot 2026-07-30", "2026-09-23", "list price of the day, no discount"
        ),
        conditions=_conditions(0.06, (2, 3, 4, 6, 6)),
        reviewers={"kestrel": 0.04, "plover": 0.08},
        attached_tokens=880,
        prices=(0.4, 1.6),
        pinned=False,
        slips={("key-of-the-harbour-map", "v3-prompt"): "claim"},
    ),
    Profile(
        run_id="2026-10-05-delta-local",
        disclosures=_disclosures(
            "delta-local",
            "weights of 2026-09-02",
            "2026-10-05",
            "not available: runs on a machine of the office",
        ),
        conditions=_conditions(0.1, (1, 1, 2, 1, 2)),
        reviewers={"kestrel": 0.04, "plover": 0.07, "dunlin": 0.05},
        attached_tokens=910,
        prices=None,
    ),
)
"""The demonstration runs: one that passes, one that fails two checks, one that only the text admits."""
