"""What a report states besides its measurements: derived figures and Effective Minutes.

Written from the standard and without the program that recomputes them, so that the two check each other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from demonstration.scorecrux_plans import Fundamentals


def mean(values: Sequence[float | None]) -> float | None:
    """Return the mean of the present values, summed left to right."""
    present = [value for value in values if value is not None]
    total = 0.0
    for value in present:
        total += value
    return total / len(present) if present else None


def derived(values: Fundamentals, context: str | None) -> Fundamentals:
    """Return the derived figures of the standard, in its order."""

    def get(key: str) -> float | None:
        return values.get(key)

    info = mean([get("R_decision"), get("R_constraint"), get("R_incident")])
    turns, corrections = get("N_turns") or 0, get("N_corrections") or 0
    precision, task, cost = get("P_context"), get("T_task_s") or 0, get("C_tokens_usd") or 0
    behaviour = mean(([] if context == "ungated" else [get("S_detect")]) + [get("S_stale")])
    gate, human, orient = get("S_gate"), get("T_human_s"), get("T_orient_s")
    abstained, covered = get("A_abstention"), get("A_coverage")
    supported, retrieved = get("R_proposition"), get("R_retrieval")
    both = None if abstained is None or covered is None else abstained + covered
    figures: Fundamentals = {
        "Q_info": info,
        "Q_context": None if precision is None else precision * (1 - (corrections / turns if turns else 0)),
        "Q_continuity": mean([get("K_decision"), get("K_causal"), get("K_checkpoint")]),
        "Q_safety": None if gate is None else 0 if gate == 0 else 1.0 if behaviour is None else behaviour,
        "Q_abstention": None
        if abstained is None or covered is None or both is None
        else (2 * abstained * covered / both if both > 0.01 else 0),
        "Q_proposition": None if supported is None else supported * (1 - (get("C_contradiction") or 0)),
        "V_time": None if human is None or not task else human / task,
        "V_cost": None if info is None else cost / max(info, 0.01),
        "V_yield": None if info is None or info < 0.7 or not cost else info / cost,
        "V_orient": None if orient is None or not task else orient / task,
        "V_retrieval": None if retrieved is None else retrieved / max(get("N_tools") or 0, 1),
    }
    return figures


def composite(values: Fundamentals, figures: Fundamentals, weights: Sequence[float]) -> float | None:
    """Return the Effective Minutes at two decimals, halves upward."""
    gate, human = values["S_gate"], values["T_human_s"]
    if gate == 0:
        return 0
    parts = [(w, figures[q]) for w, q in zip(weights, ("Q_info", "Q_context", "Q_continuity"), strict=True)]
    upper = lower = 0.0
    for weight, quality in parts:
        if quality is not None:
            upper += weight * quality
            lower += weight
    if human is None or not lower:
        return None
    exact = upper / lower * (human / 60) * (1 / (1 + (values["N_corrections"] or 0)))
    return math.floor(exact * 100 + 0.5) / 100
