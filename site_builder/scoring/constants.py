"""Constants of a node: of the types that the operator's annotations name, and sensible for what it does."""

from __future__ import annotations

import math
import typing
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from site_builder.errors import shorten
from site_builder.scoring.operators import Operator


def constant_faults(
    operator: Operator, constants: Mapping[str, Any], inputs: Collection[str]
) -> Iterator[str]:
    """Yield what is wrong with the constants given to an operator whose inputs are named ``inputs``.

    Names that the operator does not know are left to the caller.
    """
    hints = _hints(operator)
    unfit = [name for name, value in constants.items() if name in hints and not fits(value, hints[name])]
    for name in unfit:
        yield f"constant {name} does not take {shorten(constants[name])}"
    if not unfit:
        yield from _senseless(operator.name, constants, inputs)


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


def _senseless(op: str, constants: Mapping[str, Any], inputs: Collection[str]) -> Iterator[str]:
    if op in ("band", "log_band") and constants.get("zero") == constants.get("one"):
        yield "the band has no width: zero and one are equal"
    if op == "steps" and constants.get("below"):
        limits = [limit for limit, _ in constants["below"]]
        values = [value for _, value in constants["below"]]
        values += [constants["otherwise"]] if "otherwise" in constants else []
        if limits != sorted(set(limits)):
            yield "the limits of steps must rise"
        if values != sorted(values) and values != sorted(values, reverse=True):
            yield "the values of steps must all rise or all fall"
    for name in constants.get("required", ()):
        if name not in inputs:
            yield f"required names {name}, which is no input"


@lru_cache(maxsize=256)
def _hints(operator: Operator) -> dict[str, Any]:
    return typing.get_type_hints(operator.function)
