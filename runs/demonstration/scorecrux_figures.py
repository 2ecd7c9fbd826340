"""Invented measurements of a session, drawn from SHA-256 over its id."""

from __future__ import annotations

import hashlib

from demonstration.scorecrux_plans import ARMS, MODELS, Fixture, Fundamentals, Plan


class Draws:
    """Numbers from 0 to 1 that depend on a label and their order only."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._count = 0

    def share(self) -> float:
        """Return the next number, less than 1."""
        self._count += 1
        digest = hashlib.sha256(f"{self._label}:{self._count}".encode()).digest()
        return int.from_bytes(digest[:6]) / 2**48

    def hits(self, of: int, chance: float) -> int:
        """Return how many of ``of`` tries succeed."""
        return sum(self.share() < chance for _ in range(of))

    def ratio(self, of: int, chance: float) -> float:
        """Return the share of ``of`` tries that succeed, at four decimals."""
        return round(self.hits(of, min(0.98, max(0.02, chance))) / of, 4)

    def between(self, low: float, high: float) -> float:
        """Return a number from ``low`` to ``high``."""
        return low + (high - low) * self.share()


def fundamentals(plan: Plan, fixture: Fixture, draws: Draws) -> tuple[Fundamentals, dict[str, int]]:
    """Return invented measurements of a session, and its tokens."""
    model, arm, size = MODELS[plan.model], ARMS[plan.arm], fixture.size
    found = model.skill + arm.recall
    turns = 6 + int(draws.between(0, 4 + size))
    task_s = round(draws.between(0.05, 0.11) * (fixture.human_s or 2400) * model.pace, 1)
    tokens = {"input": turns * int(draws.between(2500, 6000)), "output": turns * int(draws.between(300, 900))}
    price = model.usd_per_million or 0.0
    supported = draws.ratio(3 * size, found)
    values: Fundamentals = {
        "T_orient_s": round(task_s * draws.between(0.02, 0.12), 1),
        "T_task_s": task_s,
        "T_human_s": fixture.human_s,
        "R_decision": draws.ratio(size, found),
        "R_constraint": draws.ratio(size, found + 0.05),
        "R_incident": draws.hits(1, found),
        "P_context": draws.ratio(40, found - 0.1),
        "A_coverage": draws.ratio(5, found - 0.2),
        "R_temporal": draws.ratio(10, found),
        "R_supersession": draws.ratio(10, found - 0.05),
        "A_abstention": draws.ratio(5, found - 0.1),
        "R_proposition": supported,
        "C_contradiction": round((1 - supported) * draws.between(0, 0.5), 4),
        "K_decision": None,
        "K_causal": None,
        "K_checkpoint": None,
        "S_gate": 1,
        "S_detect": 0 if arm.context == "ungated" else draws.hits(1, 0.75),
        "S_stale": draws.ratio(4, found),
        "C_tokens_usd": round(sum(tokens.values()) * price / 1e6, 6),
        "N_tools": turns + int(draws.between(0, 2 * turns)),
        "N_turns": turns,
        "N_corrections": 0,
    }
    if arm.kept is not None:
        values["R_retrieval"] = draws.ratio(20, found)
        values["K_decision"] = draws.ratio(size, arm.kept)
        values["K_causal"] = draws.ratio(size, arm.kept - 0.1)
        values["K_synthesis"] = draws.ratio(8, arm.kept - 0.1)
        if plan.arm == "ledger":
            values["K_checkpoint"] = draws.ratio(12, arm.kept)
            values["I_provenance"] = draws.ratio(20, 0.8)
    return values | plan.changes, tokens
