"""How a raw value becomes one from 0 to 1, in words a reader can check."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from site_builder.pages.weighing import CONDITIONAL
from site_builder.scoring.explain import exact
from site_builder.scoring.graph import Graph, Step

Constants = dict[str, Any]


def curve_step(graph: Graph, node_id: str) -> Step | None:
    """Return the step that normalises for a component, past conditions; ``None`` when nothing does."""
    step = graph.step(node_id)
    while step.operator is not None:
        if step.operator.unit_range and len(step.inputs) == 1:
            return step
        if step.node.op not in CONDITIONAL:
            return None
        step = graph.steps[step.inputs[1]]
    return None


def normalisation(graph: Graph, node_id: str) -> str:
    """Return the whole normalisation of a component in words, conditions first."""
    words = []
    step = graph.step(node_id)
    while step.operator is not None and step.node.op in CONDITIONAL:
        condition = graph.steps[step.inputs[0]].node.title
        if step.node.op == "gate":
            words.append(f"0 when {condition[:1].lower()}{condition[1:]} is 0")
        step = graph.steps[step.inputs[1]]
    words.append(_operator(step))
    return "; otherwise ".join(words)


def _operator(step: Step) -> str:
    write = WORDS.get(step.node.op)
    return write(step.constants) if write else "used as it is"


def _band(c: Constants, between: str) -> str:
    return f"{_n(c['zero'])} gives 0, {_n(c['one'])} gives 1, {between} between"


def _steps(c: Constants) -> str:
    rows = [f"below {_n(limit)}: {_n(value)}" for limit, value in c["below"]]
    return "; ".join([*rows, f"otherwise {_n(c['otherwise'])}"])


def _decay(c: Constants) -> str:
    return f"1 at 0; every unit costs {_n(c['step'])}; 0 from {_n(1 / c['step'])}"


def _ramp(c: Constants) -> str:
    full = c.get("full", 1.0)
    return "used as it is, clamped to 0–1" if full == 1 else f"÷ {_n(full)}, clamped to 0–1"


def _centred(c: Constants) -> str:
    low, high = c["centre"] - c["width"] / 2, c["centre"] + c["width"] / 2
    return f"{_n(c['centre'])} gives 0.5; {_n(low)} gives 0, {_n(high)} gives 1, linear between"


def _n(value: float) -> str:
    text = exact(float(value))
    return text if len(text) < 10 else f"{float(value):.6g}"


WORDS: dict[str, Callable[[Constants], str]] = {
    "band": lambda c: _band(c, "linear"),
    "log_band": lambda c: _band(c, "logarithmic"),
    "steps": _steps,
    "decay": _decay,
    "ramp": _ramp,
    "centred": _centred,
    "halving": lambda _: "2^(−x): 0 gives 1, the median itself 0.5, twice the median 0.25",
}
"""Operator → its normalisation in words."""
