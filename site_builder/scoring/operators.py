"""The operators a rubric may use: small pure functions on numbers, and one table of their rules.

Every operator is a function whose *positional* parameters are its inputs and whose *keyword-only*
parameters are the constants a rubric may set; the JSON Schema of rubric files is made from these
signatures. An operator returns a number or a ``Missing``; it never returns NaN or infinity (the
evaluator turns those into ``invalid``). To add one: write the function, add a row to ``TABLE`` and
example rows to the test table.

What missing inputs do is stated per operator: ``void`` (any missing input makes the result missing, for
the reason of the first) or ``skip`` (the function receives ``None`` for what is missing and decides).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import msgspec

from site_builder.records.run import Reason


class Missing(NamedTuple):
    """Why an operator gives no number."""

    reason: Reason
    detail: str


class Inherited(NamedTuple):
    """The result is missing for the same reason as the input at this position."""

    input: int


Outcome = float | Missing | Inherited
Optional = float | None
Steps = Sequence[tuple[float, float]]


def _clamp01(x: float) -> float:
    return 0.0 if x < 0.0 else 1.0 if x > 1.0 else x


def _less(x: float, limit: float) -> str:
    """Return a number in six digits; in all of them where six would not show that it is below the limit."""
    short = f"{x:g}"
    return short if float(short) < limit else repr(x)


# --- arithmetic -------------------------------------------------------------------------------------


def total(*terms: float) -> float:
    """Sum of the inputs, left to right."""
    result = 0.0
    for term in terms:
        result += term
    return result


def difference(minuend: float, subtrahend: float) -> float:
    """First input minus the second."""
    return minuend - subtrahend


def product(*factors: float) -> float:
    """Product of the inputs, left to right."""
    result = factors[0]
    for factor in factors[1:]:
        result *= factor
    return result


def ratio(
    numerator: float,
    denominator: float,
    *,
    scale: float = 1.0,
    minimum: float = 0.0,
    when_zero: float | None = None,
) -> Outcome:
    """``scale`` × numerator ÷ denominator.

    Missing (below minimum) when the denominator is below ``minimum``; a denominator of zero gives
    ``when_zero`` where the rubric states it and is missing otherwise.
    """
    if denominator < minimum:
        return Missing(
            "below_minimum", f"{_less(denominator, minimum)} observed, at least {minimum:g} needed"
        )
    if denominator == 0:
        if when_zero is None:
            return Missing("below_minimum", "nothing to divide by: the denominator is 0")
        return when_zero
    return scale * numerator / denominator


def scale(x: float, *, by: float = 1.0, per: float = 1.0) -> float:
    """Input × ``by`` ÷ ``per``: a change of unit."""
    return x * by / per


def complement(x: float) -> float:
    """1 − x."""
    return 1.0 - x


def reciprocal(x: float, *, plus: float = 0.0) -> Outcome:
    """1 ÷ (``plus`` + x)."""
    bottom = plus + x
    return 1.0 / bottom if bottom != 0 else Missing("below_minimum", "nothing to divide by")


def gated_product(gate: Optional, *factors: Optional) -> Outcome:
    """Product of the inputs, left to right; 0 where the first is 0, whatever the others are.

    With the gate open, or missing, a missing input makes the result missing for the reason of the first.
    """
    if gate == 0:
        return 0.0
    result = 1.0
    for position, factor in enumerate((gate, *factors)):
        if factor is None:
            return Inherited(position)
        result *= factor
    return result


def presume(x: Optional, *, value: float) -> float:
    """The input; ``value`` where it is missing.

    For a methodology that says so: the coverage stays 0, and the bounds those of the unknown input.
    """
    return value if x is None else x


def at_least(x: float, *, floor: float) -> float:
    """The input, raised to ``floor`` when it is below."""
    return floor if x < floor else x


def round_half_up(x: float, *, decimals: int = 0) -> float:
    """Rounded to ``decimals`` places, halves toward plus infinity."""
    factor = 10.0**decimals
    scaled = x * factor
    whole = math.floor(scaled)
    return (whole if scaled - whole < 0.5 else whole + 1) / factor


def round_half_even(x: float, *, decimals: int = 0) -> float:
    """Rounded to ``decimals`` places: nearest to the exact binary value, halves to the even digit."""
    return float(round(x, decimals))


# --- normalisation to 0–1 ---------------------------------------------------------------------------


def band(x: float, *, zero: float, one: float) -> float:
    """Linear from 0 at ``zero`` to 1 at ``one``, in either direction, clamped outside."""
    return _clamp01((x - zero) / (one - zero))


def log_band(x: float, *, zero: float, one: float) -> float:
    """Logarithmic from 0 at ``zero`` to 1 at ``one``, clamped outside; not positive counts as least."""
    distance = x / zero
    if distance <= 0:
        return 0.0 if one > zero else 1.0
    return _clamp01(math.log(distance) / math.log(one / zero))


def steps(x: float, *, below: Steps, otherwise: float) -> float:
    """The value of the first step whose limit is above the input, else ``otherwise``."""
    for limit, value in below:
        if x < limit:
            return value
    return otherwise


def decay(x: float, *, step: float) -> float:
    """1 − ``step`` × x, not below 0: every unit costs the same."""
    return _clamp01(1.0 - step * x)


def ramp(x: float, *, full: float = 1.0) -> float:
    """x ÷ ``full``, clamped to 0–1."""
    return _clamp01(x / full)


def centred(x: float, *, centre: float, width: float) -> float:
    """0.5 + (x − ``centre``) ÷ ``width``, clamped: the centre is neutral."""
    return _clamp01(0.5 + (x - centre) / width)


def halving(x: float) -> float:
    """2^(−x): 1 at 0, one half at 1, one quarter at 2. Inputs are ratios to a median, never negative."""
    return 1.0 if x < 0 else float(2.0**-x)


# --- aggregation ------------------------------------------------------------------------------------


def mean(*terms: Optional, empty: float | None = None) -> Outcome:
    """Mean of the present inputs, summed left to right; ``empty`` when none is present."""
    result, count = 0.0, 0
    for term in terms:
        if term is not None:
            result += term
            count += 1
    if count:
        return result / count
    return Missing("not_collected", "no part is present") if empty is None else empty


def weighted_mean(
    *terms: Optional, weights: Sequence[float], scale: float = 1.0, required: Sequence[str] = ()
) -> Outcome:
    """``scale`` × weighted mean of the present inputs, their weights renormalised.

    Missing when no input of positive weight is present. ``required`` names inputs without which there
    is no result (checked by the evaluator, which knows the names).
    """
    result = weight_sum = 0.0
    for term, weight in zip(terms, weights, strict=True):
        if term is not None:
            result += weight * term
            weight_sum += weight
    if weight_sum == 0:
        return Missing("not_collected", "no part is present")
    return scale * result / weight_sum


def minimum(*terms: Optional) -> Outcome:
    """The least of the present inputs."""
    present = [term for term in terms if term is not None]
    return min(present) if present else Missing("not_collected", "no part is present")


def maximum(*terms: Optional) -> Outcome:
    """The greatest of the present inputs."""
    present = [term for term in terms if term is not None]
    return max(present) if present else Missing("not_collected", "no part is present")


def harmonic_mean(a: float, b: float, *, floor: float = 0.0) -> float:
    """2ab ÷ (a + b); 0 when a + b is not above ``floor``."""
    bottom = a + b
    return 2 * a * b / bottom if bottom > floor else 0.0


def bottleneck(least: Optional, bonus: Optional, *, base: float, extra: float) -> Outcome:
    """``base`` × least below 1; ``base`` + ``extra`` × bonus at 1. A missing bonus adds nothing."""
    if least is None:
        return Inherited(0)
    if least < 1:
        return base * least
    return base + extra * (bonus or 0.0)


# --- conditions -------------------------------------------------------------------------------------


def gate(gate: Optional, value: Optional, *, missing: Literal["void", "pass"] = "void") -> Outcome:
    """0 when the gate is 0, whatever the value; else the value.

    A missing gate makes the result missing (``void``) or counts as open (``pass``).
    """
    if gate is None and missing == "void":
        return Inherited(0)
    if gate == 0:
        return 0.0
    return Inherited(1) if value is None else value


def only_when(
    condition: Optional, value: Optional, *, otherwise: Reason = "not_applicable", detail: str = ""
) -> Outcome:
    """The value where the condition is not 0; missing for the reason ``otherwise`` where it is 0."""
    if condition is None or condition == 0:
        return Missing(otherwise, detail or "the condition does not hold")
    return Inherited(1) if value is None else value


def threshold(x: float, *, floor: float) -> Outcome:
    """The input where it is at least ``floor``, missing (below minimum) where it is less."""
    return x if x >= floor else Missing("below_minimum", f"{_less(x, floor)} is below the floor of {floor:g}")


class Operator(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the table: how the evaluator and the pages treat an operator."""

    name: str
    function: Callable[..., Outcome]
    formula: str
    """Arithmetic with ``{input}`` and ``{constant}`` placeholders; a part in [brackets] is left out while its
    constants have their defaults. Empty for operators over lists: ``scoring.explain`` writes those out."""
    missing: Literal["void", "skip"] = "void"
    signs: str = "+"
    """For each input ``+`` (result rises with it), ``-`` (falls) or ``?`` (depends on the constants);
    the last one repeats. Used for lower and upper bounds."""
    unit_range: bool = False
    """True: the result is always within 0–1, so a missing one is bounded by 0 and 1."""
    weighing: bool = False
    """True: coverage is the share of the inputs' weight that is present (equal weights unless given)."""
    covers: int = 0
    """Otherwise: the input whose coverage the result has."""
    additive: bool | None = None
    """Of an operator from outside: whether its result is a sum of factor × input. ``None``: not said."""


TABLE: tuple[Operator, ...] = (
    Operator(name="sum", function=total, formula=""),
    Operator(name="difference", function=difference, formula="{minuend} − {subtrahend}", signs="+-"),
    Operator(name="product", function=product, formula=""),
    Operator(name="gated_product", function=gated_product, formula="", missing="skip", covers=1),
    Operator(name="presume", function=presume, formula="{x} (missing counts as {value})", missing="skip"),
    Operator(name="ratio", function=ratio, formula="[{scale} × ]{numerator} ÷ {denominator}", signs="+-"),
    Operator(name="scale", function=scale, formula="{x}[ × {by}][ ÷ {per}]"),
    Operator(name="complement", function=complement, formula="1 − {x}", signs="-"),
    Operator(name="reciprocal", function=reciprocal, formula="1 ÷ ([{plus} + ]{x})", signs="-"),
    Operator(name="at_least", function=at_least, formula="max({floor}, {x})"),
    Operator(name="round_half_up", function=round_half_up, formula="round({x}, {decimals})"),
    Operator(
        name="round_half_even", function=round_half_even, formula="round({x}, {decimals}), halves to even"
    ),
    Operator(
        name="band",
        function=band,
        formula="clamp(({x} − {zero}) ÷ ({one} − {zero}))",
        signs="?",
        unit_range=True,
    ),
    Operator(
        name="log_band",
        function=log_band,
        formula="clamp(ln({x} ÷ {zero}) ÷ ln({one} ÷ {zero}))",
        signs="?",
        unit_range=True,
    ),
    Operator(name="steps", function=steps, formula="", signs="?", unit_range=True),
    Operator(name="decay", function=decay, formula="max(0, 1 − {step} × {x})", signs="-", unit_range=True),
    Operator(name="ramp", function=ramp, formula="clamp({x} ÷ {full})", unit_range=True),
    Operator(
        name="centred",
        function=centred,
        formula="clamp(0.5 + ({x} − {centre}) ÷ {width})",
        unit_range=True,
    ),
    Operator(name="halving", function=halving, formula="2^(−{x})", signs="-", unit_range=True),
    Operator(name="mean", function=mean, formula="", missing="skip", weighing=True),
    Operator(name="weighted_mean", function=weighted_mean, formula="", missing="skip", weighing=True),
    Operator(name="minimum", function=minimum, formula="", missing="skip", weighing=True),
    Operator(name="maximum", function=maximum, formula="", missing="skip", weighing=True),
    Operator(name="harmonic_mean", function=harmonic_mean, formula="2 × {a} × {b} ÷ ({a} + {b})"),
    Operator(
        name="bottleneck",
        function=bottleneck,
        formula="{base} × {least} below 1, else {base} + {extra} × {bonus}",
        missing="skip",
    ),
    Operator(
        name="gate",
        function=gate,
        formula="0 if {gate} is 0, else {value}",
        missing="skip",
        covers=1,
    ),
    Operator(
        name="only_when",
        function=only_when,
        formula="{value} where {condition} is not 0",
        missing="skip",
        covers=1,
    ),
    Operator(name="threshold", function=threshold, formula="{x} if at least {floor}"),
)

OPERATORS: Mapping[str, Operator] = MappingProxyType({row.name: row for row in TABLE})
"""Every built-in operator by its name in rubric files. ``metric`` and ``cohort_median`` are not operators:
the evaluator reads those from the run and from its cohort."""


def signs(operator: Operator, count: int, constants: Mapping[str, Any]) -> list[bool]:
    """Return for each of ``count`` inputs whether the result rises with it."""
    marks = operator.signs.ljust(count, operator.signs[-1])[:count]
    return [mark == "+" or (mark == "?" and _rises(constants)) for mark in marks]


def _rises(constants: Mapping[str, Any]) -> bool:
    if "below" in constants:
        return bool(constants["otherwise"] > constants["below"][0][1])
    return bool(constants["one"] > constants["zero"])
