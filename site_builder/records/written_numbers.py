"""Numbers that YAML takes for text: in quotes, or with an exponent but no point and no sign."""

from __future__ import annotations

import math
from contextlib import suppress


def number_meant(text: object) -> str | None:
    """Return the finite number that a text means as YAML reads it; ``None`` for anything else."""
    with suppress(ValueError):
        value = float(text) if isinstance(text, str) else math.nan
        if math.isfinite(value):
            digits, mark, exponent = repr(value).partition("e")
            return f"{digits}{'' if '.' in digits else '.0'}{mark}{exponent}" if mark else digits
    return None


def how_to_write(text: object) -> str:
    """Return what to write in the place of a text that means a number; empty where it means none."""
    meant = number_meant(text)
    if meant is None:
        return ""
    return f"write {meant} without quotes; YAML takes 1e-3 for text, and 1.0e-3 for a number"
