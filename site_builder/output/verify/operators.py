"""The operators of rubrics.

Each takes the node's constants and weights and returns a function of its inputs; ``None`` stands for an
input that is missing. The function returns a number, the reason why there is none (a text), or the position
of the input whose reason it takes over (a tuple of one).
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Callable
from typing import Any, NamedTuple

Outcome = Any
Function = Callable[..., Outcome]
Constants = dict[str, Any]


def _clamp(x: float) -> float:
    return 0.0 if x < 0.0 else 1.0 if x > 1.0 else x


def _sum(c: Constants) -> Function:
    def function(*terms: float) -> Outcome:
        total = 0.0
        for term in terms:
            total = total + term
        return total

    return function


def _gated_product(c: Constants) -> Function:
    def function(*factors: float | None) -> Outcome:
        if factors[0] == 0:
            return 0.0
        result = 1.0
        for position, factor in enumerate(factors):
            if factor is None:
                return (position,)
            result = result * factor
        return result

    return function


def _ratio(c: Constants) -> Function:
    scale, least, when_zero = c.get("scale", 1.0), c.get("minimum", 0.0), c.get("when_zero")

    def function(above: float, below: float) -> Outcome:
        if below < least or (below == 0 and when_zero is None):
            return "below_minimum"
        return when_zero if below == 0 else scale * above / below

    return function


def _scale(c: Constants) -> Function:
    by, per = c.get("by", 1.0), c.get("per", 1.0)
    return lambda x: x * by / per


def _reciprocal(c: Constants) -> Function:
    plus = c.get("plus", 0.0)
    return lambda x: 1.0 / (plus + x) if plus + x != 0 else "below_minimum"


def _round_half_up(c: Constants) -> Function:
    unit = 10.0 ** c.get("decimals", 0)

    def function(x: float) -> Outcome:
        below = math.floor(x * unit)
        return (below + 1 if x * unit - below >= 0.5 else below) / unit

    return function


def _band(c: Constants) -> Function:
    zero, one = c["zero"], c["one"]
    return lambda x: _clamp((x - zero) / (one - zero))


def _log_band(c: Constants) -> Function:
    zero, one = c["zero"], c["one"]
    width = math.log(one / zero)

    def function(x: float) -> Outcome:
        if x / zero <= 0:
            return 1.0 if one <= zero else 0.0
        return _clamp(math.log(x / zero) / width)

    return function


def _steps(c: Constants) -> Function:
    limits = [step[0] for step in c["below"]]
    values = [step[1] for step in c["below"]] + [c["otherwise"]]
    return lambda x: values[bisect.bisect_right(limits, x)]


def _mean(c: Constants) -> Function:
    empty = c.get("empty")

    def function(*terms: float | None) -> Outcome:
        total, count = 0.0, 0
        for term in terms:
            if term is not None:
                total, count = total + term, count + 1
        if count == 0:
            return "not_collected" if empty is None else empty
        return total / count

    return function


def _weighted_mean(c: Constants) -> Function:
    weights, scale = c["weights"], c.get("scale", 1.0)

    def function(*terms: float | None) -> Outcome:
        total = whole = 0.0
        for weight, term in zip(weights, terms):
            if term is not None:
                total, whole = total + weight * term, whole + weight
        return scale * total / whole if whole != 0 else "not_collected"

    return function


def _extreme(choose: Callable[[list[float]], float]) -> Callable[[Constants], Function]:
    def make(c: Constants) -> Function:
        def function(*terms: float | None) -> Outcome:
            present = [term for term in terms if term is not None]
            return choose(present) if present else "not_collected"

        return function

    return make


def _harmonic_mean(c: Constants) -> Function:
    floor = c.get("floor", 0.0)
    return lambda a, b: 2 * a * b / (a + b) if a + b > floor else 0.0


def _bottleneck(c: Constants) -> Function:
    base, extra = c["base"], c["extra"]

    def function(least: float | None, bonus: float | None) -> Outcome:
        if least is None:
            return (0,)
        if least >= 1:
            return base + extra * (0.0 if bonus is None else bonus)
        return base * least

    return function


def _gate(c: Constants) -> Function:
    void = c.get("missing", "void") == "void"

    def function(gate: float | None, value: float | None) -> Outcome:
        if gate is None and void:
            return (0,)
        if gate is not None and gate == 0:
            return 0.0
        return value if value is not None else (1,)

    return function


def _only_when(c: Constants) -> Function:
    otherwise = c.get("otherwise", "not_applicable")

    def function(condition: float | None, value: float | None) -> Outcome:
        if not condition:
            return otherwise
        return value if value is not None else (1,)

    return function


class Operator(NamedTuple):
    """How a node with this operator is evaluated."""

    make: Callable[[Constants], Function]
    void: bool = True
    """A missing input makes the result missing; otherwise the function decides."""
    signs: str = "+"
    """Whether the result rises (+) or falls (-) with each input; the last repeats. ``?``: see rises_with."""
    share: bool = False
    """The result lies in 0–1 whatever the inputs."""
    weighing: bool = False
    """Coverage is the weight of what is present; otherwise it is that of the input ``covers``."""
    covers: int = 0
    loose: bool = False
    """The last bits depend on a mathematical library."""


OPERATORS: dict[str, Operator] = {
    "sum": Operator(_sum),
    "difference": Operator(lambda c: lambda a, b: a - b, signs="+-"),
    "product": Operator(lambda c: lambda *factors: math.prod(factors)),
    "gated_product": Operator(_gated_product, void=False, covers=1),
    "presume": Operator(lambda c: lambda x: c["value"] if x is None else x, void=False),
    "ratio": Operator(_ratio, signs="+-"),
    "scale": Operator(_scale),
    "complement": Operator(lambda c: lambda x: 1.0 - x, signs="-"),
    "reciprocal": Operator(_reciprocal, signs="-"),
    "at_least": Operator(lambda c: lambda x: max(x, c["floor"])),
    "round_half_up": Operator(_round_half_up),
    "round_half_even": Operator(lambda c: lambda x: float(round(x, c.get("decimals", 0)))),
    "band": Operator(_band, signs="?", share=True),
    "log_band": Operator(_log_band, signs="?", share=True, loose=True),
    "steps": Operator(_steps, signs="?", share=True),
    "decay": Operator(lambda c: lambda x: _clamp(1.0 - c["step"] * x), signs="-", share=True),
    "ramp": Operator(lambda c: lambda x: _clamp(x / c.get("full", 1.0)), share=True),
    "centred": Operator(lambda c: lambda x: _clamp(0.5 + (x - c["centre"]) / c["width"]), share=True),
    "halving": Operator(lambda c: lambda x: 1.0 if x < 0 else 0.5**x, signs="-", share=True, loose=True),
    "mean": Operator(_mean, void=False, weighing=True),
    "weighted_mean": Operator(_weighted_mean, void=False, weighing=True),
    "minimum": Operator(_extreme(min), void=False, weighing=True),
    "maximum": Operator(_extreme(max), void=False, weighing=True),
    "harmonic_mean": Operator(_harmonic_mean),
    "bottleneck": Operator(_bottleneck, void=False),
    "gate": Operator(_gate, void=False, covers=1),
    "only_when": Operator(_only_when, void=False, covers=1),
    "threshold": Operator(lambda c: lambda x: x if x >= c["floor"] else "below_minimum"),
}


def rises_with(constants: Constants) -> bool:
    """Say whether a band or steps rise: from zero to one, from the first step to the rest."""
    if "below" in constants:
        return bool(constants["below"][0][1] < constants["otherwise"])
    return bool(constants["zero"] < constants["one"])
