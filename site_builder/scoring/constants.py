"""Constants of a node: of the types that the operator's annotations name, and sensible for what it does.

What passes here can be evaluated, explained and drawn: no constant divides by 0, has the logarithm of
nothing, or turns an operator round whose result is said to rise or fall with its inputs.
"""

from __future__ import annotations

import math
import typing
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from site_builder.errors import shorten
from site_builder.records.written_numbers import how_to_write
from site_builder.scoring.operators import Operator

Constants = Mapping[str, Any]

LEAST, MOST = 1e-18, 1e18
"""Between these lies the size of every constant and weight that is not 0. Beyond them sums with measured
values lose all their digits, and quotients are no numbers."""
EXTREME = f"is smaller than {LEAST:g} or greater than {MOST:g} in size"
PLACES = 15
"""So many places to round to, before or behind the point; a number has no more digits."""


def constant_faults(
    operator: Operator, constants: Mapping[str, Any], inputs: Collection[str]
) -> Iterator[str]:
    """Yield what is wrong with the constants given to an operator whose inputs are named ``inputs``.

    Names that the operator does not know are left to the caller.
    """
    hints = _hints(operator)
    unfit = [name for name, value in constants.items() if name in hints and not fits(value, hints[name])]
    for name in unfit:
        cure = how_to_write(constants[name])
        yield f"constant {name} does not take {shorten(constants[name])}" + (f"; {cure}" if cure else "")
    extreme = [
        name for name in constants if name in hints and name not in unfit and _extreme(constants[name])
    ]
    for name in extreme:
        yield f"constant {name} holds a number that is not 0 and {EXTREME}"
    if not unfit and not extreme:
        yield from _senseless(operator.name, constants, inputs)


def usable(number: float) -> bool:
    """Say whether a constant or weight is 0 or of a size with which arithmetic keeps its digits."""
    return number == 0 or LEAST <= abs(number) <= MOST


def _extreme(value: Any) -> bool:
    if isinstance(value, list):
        return any(map(_extreme, value))
    return isinstance(value, int | float) and not usable(value)


def fits(value: Any, hint: Any) -> bool:
    """Say whether a value read from YAML is of the type that an annotation names."""
    if isinstance(hint, type):
        kinds = (int, float) if hint is float else hint
        sound = not isinstance(value, float) or math.isfinite(value)
        return isinstance(value, kinds) and sound and (hint is bool or not isinstance(value, bool))
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return value in arguments
    if origin is tuple:
        whole = isinstance(value, list) and len(value) == len(arguments)
        return whole and all(fits(part, kind) for part, kind in zip(value, arguments, strict=True))
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return isinstance(value, list) and all(fits(part, arguments[0]) for part in value)
    return any(fits(value, kind) for kind in arguments)


def _senseless(op: str, constants: Constants, inputs: Collection[str]) -> Iterator[str]:
    faults = SENSELESS.get(op)
    if faults is not None:
        yield from faults(constants)
    for name in POSITIVE.get(op, ()):
        if constants.get(name, 1) <= 0:
            yield f"constant {name} must be more than 0"
    for name in NOT_NEGATIVE.get(op, ()):
        if constants.get(name, 0) < 0:
            yield f"constant {name} must not be negative"
    for name in constants.get("required", ()):
        if name not in inputs:
            yield f"required names {name}, which is no input"


def _band(constants: Constants) -> Iterator[str]:
    if constants.get("zero") == constants.get("one"):
        yield "the band has no width: zero and one are equal"


def _steps(constants: Constants) -> Iterator[str]:
    below = constants.get("below")
    if below is None:
        return
    if not below:
        yield "below must have at least one step"
    limits = [limit for limit, _ in below]
    values = [value for _, value in below]
    values += [constants["otherwise"]] if "otherwise" in constants else []
    if limits != sorted(set(limits)):
        yield "the limits of steps must rise"
    if values != sorted(values) and values != sorted(values, reverse=True):
        yield "the values of steps must all rise or all fall"
    if not all(0 <= value <= 1 for value in values):
        yield "the values of steps must lie between 0 and 1; an operator `scale` makes points of them"


def _centred(constants: Constants) -> Iterator[str]:
    centre, width = constants.get("centre", 0), constants.get("width", 1)
    if width > 0 and not centre - width / 2 < centre < centre + width / 2:
        yield "width is too small beside the centre to tell its ends apart"


def _rounding(constants: Constants) -> Iterator[str]:
    if not -PLACES <= constants.get("decimals", 0) <= PLACES:
        yield f"decimals must lie between -{PLACES} and {PLACES}"


SENSELESS: dict[str, Callable[[Constants], Iterator[str]]] = {
    "band": _band,
    "log_band": _band,
    "steps": _steps,
    "centred": _centred,
    "round_half_up": _rounding,
    "round_half_even": _rounding,
}
POSITIVE = {
    "scale": ("per",),
    "log_band": ("zero", "one"),
    "decay": ("step",),
    "ramp": ("full",),
    "centred": ("width",),
}
"""Constants by which something is divided, or whose sign would turn the operator round."""
NOT_NEGATIVE = {
    "ratio": ("scale",),
    "scale": ("by",),
    "weighted_mean": ("scale",),
    "harmonic_mean": ("floor",),
    "bottleneck": ("base", "extra"),
}
"""Constants whose sign would turn the operator round: bounds rest on how a result moves with its inputs."""


@lru_cache(maxsize=256)
def _hints(operator: Operator) -> dict[str, Any]:
    return typing.get_type_hints(operator.function)
