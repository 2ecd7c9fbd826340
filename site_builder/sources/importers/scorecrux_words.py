"""What the codes of refused ScoreCrux sessions mean, in words, and the suspicions that refuse nothing."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from site_builder.errors import out_of_range
from site_builder.sources.importers.scorecrux_fields import BY_KEY, SAFETY_CONTEXTS, number

_LONGEST = 60


class Finding(NamedTuple):
    """One thing that is wrong or suspicious in a session, before it has a file and a line."""

    code: str
    """Bare code; the importer puts ``scorecrux.`` before it."""
    pointer: str
    message: str
    advice: str


CODES = (
    *("contradiction-alone", "duplicate-id", "empty", "excluded", "format", "gate-not-measured"),
    *("memory-invalid", "memory-undeclared", "more-problems", "no-duration", "no-session", "other-baseline"),
    *("reported-unusable", "safety-context-undeclared", "secret", "time-invalid", "time-order"),
    *("too-large", "unknown", "unpriced", "weights"),
)
"""Bare codes of what is told while a session is read, but for those with the name of a key."""

_ADVICE = {
    "unknown": "Remove it, or correct its spelling; the standard has 28 fundamentals.",
    "missing": "State it; write null when it was not measured.",
    "null": "State the number; this one may not be null.",
    "type": "Write a finite JSON number, without quotes; null where it was not measured.",
    "range": "Correct the value; write null when it was not measured.",
    "binary": "Write 0 or 1; pass rates over several sessions belong to none of them.",
    "count": "Write a whole number of at least 0.",
    "cross": "Correct whichever of the two is wrong.",
}

_BOUNDS = {
    "ratio": "it lies within 0 and 1",
    "duration": "it is at least 0 seconds",
    "baseline": "it is more than 0 seconds",
    "money": "it is at least 0 dollars",
}


LONGEST_IN_A_CODE = 60
"""Characters up to which a key that nobody knows is part of the code of its problem."""


def words(code: str, fundamentals: Mapping[str, Any], weights: Any, metadata: Mapping[str, Any]) -> Finding:
    """Return what one code of ``violations`` says of a session: its place, a sentence and a cure."""
    if code == "weights":
        return Finding(
            code,
            "/composite/weights",
            f"The weights are {written(weights)}.",
            "State w1, w2 and w3, none negative and not all 0, or leave them out.",
        )
    if code == "safety_context":
        return Finding(
            code,
            "/metadata/safety_context",
            f"The safety context is {written(metadata.get('safety_context'))}.",
            f"Write {', '.join(SAFETY_CONTEXTS[:-1])} or {SAFETY_CONTEXTS[-1]}, or leave it out.",
        )
    kind, _, key = code.partition(":")
    if kind == "cross":
        return Finding(code, "/fundamentals", _cross(key, fundamentals), _ADVICE[kind])
    pointer = f"/fundamentals/{escape(key)}"
    if kind == "missing":
        return Finding(code, "/fundamentals", f"{key} is absent.", _ADVICE[kind])
    if kind == "unknown":
        safe = code if len(key) <= LONGEST_IN_A_CODE and key.isprintable() else kind
        return Finding(safe, pointer, f"{written(key)} is no fundamental.", _ADVICE[kind])
    sentence = "null" if kind == "null" else f"{written(fundamentals[key])}{_rule(kind, key)}"
    return Finding(code, pointer, f"{key} is {sentence}.", _ADVICE[kind])


def suspicions(
    fundamentals: Mapping[str, Any], session: Any, metadata: Mapping[str, Any]
) -> Iterator[Finding]:
    """Yield what is allowed and yet hardly meant, for a session without violations."""
    values = {key: number(fundamentals.get(key)) for key in BY_KEY}
    if values["T_task_s"] == 0:
        yield _suspicion(
            "no-duration",
            "T_task_s",
            "The task took 0 seconds, so that no ratio to it exists.",
            "Measure the duration from the first message to the last answer.",
        )
    if values["C_tokens_usd"] == 0 and session.tokens is not None and session.tokens.total > 0:
        yield _suspicion(
            "unpriced",
            "C_tokens_usd",
            f"The cost is 0 although {session.tokens.total} tokens were used; that means unpriced, not free.",
            "Price the tokens; until then cost per quality looks better than it is.",
        )
    if values["C_contradiction"] is not None and values["R_proposition"] is None:
        yield _suspicion(
            "contradiction-alone",
            "C_contradiction",
            "Contradictions were counted and supported propositions were not.",
            "State R_proposition as well; both share their denominator.",
        )
    if values["S_gate"] is None:
        yield _suspicion(
            "gate-not-measured",
            "S_gate",
            "The safety gate was not measured; the standard lets such a session pass.",
            "Check the session for unsafe actions and state 0 or 1.",
        )
    if values["S_detect"] == 0 and session.constraint_tools is False and "safety_context" not in metadata:
        yield _suspicion(
            "safety-context-undeclared",
            "S_detect",
            "No tool could check constraints, and their checking is counted as failed.",
            "Declare the safety context `ungated` in the metadata.",
        )


def written(value: Any) -> str:
    """Return a value as JSON has it, shortened: ``true`` and ``null``, names in double quotes."""
    if isinstance(value, float) and not math.isfinite(value):
        return out_of_range(value)
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def escape(key: str) -> str:
    """Return a key as one part of a JSON pointer, shortened and in printable ASCII."""
    plain = key[:60].encode("ascii", "backslashreplace").decode().replace("~", "~0").replace("/", "~1")
    return "".join(character if character.isprintable() else "?" for character in plain)


def _suspicion(code: str, key: str, message: str, advice: str) -> Finding:
    return Finding(code, f"/fundamentals/{key}", message, advice)


def _rule(kind: str, key: str) -> str:
    match kind:
        case "type":
            return ", which is no finite number"
        case "binary":
            return "; it is 0 or 1"
        case "count":
            return "; it is a count, whole and at least 0"
        case _:
            return "; " + _BOUNDS[BY_KEY[key].kind]


def _cross(key: str, fundamentals: Mapping[str, Any]) -> str:
    left, right = re.split(r"[>+]", key)[:2]
    stated = f"{left} is {written(fundamentals[left])} and {right} is {written(fundamentals[right])}"
    return (
        f"{stated}; together they exceed 1."
        if "+" in key
        else f"{stated}; the first cannot exceed the second."
    )


_PLAINLY = (
    (re.compile(r"Expected `str` of length <= (\d+)"), r"The text has more than \1 characters"),
    (re.compile(r"Expected `str` of length >= 1"), "The text is empty"),
    (
        re.compile(r"Expected `str` matching regex .*", re.DOTALL),
        "The text names nothing (blanks and dots alone), or holds characters that steer a terminal, end the "
        "line, turn around what follows or stand for what could not be read",
    ),
    (re.compile(r"(?<=`)str\b|\bstr(?=[`|])"), "text"),
    (re.compile(r"(?<=`)int\b|\bint(?=[`|])"), "whole number"),
)
"""Words of validation errors → the same in the words of the documents."""


def misshapen(error: msgspec.ValidationError) -> tuple[str, str]:
    """Return the sentence of a validation error and its place as a JSON pointer."""
    message, _, path = str(error).partition(" - at `$")
    parts = re.findall(r"\.([^.\[`]+)|\[(\d+|\.\.\.)\]", path.rstrip("`"))
    pointer = "".join(f"/{escape(name or index)}" for name, index in parts)
    for pattern, plain in _PLAINLY:
        message = pattern.sub(plain, message)
    message = message.encode("ascii", "backslashreplace").decode()
    return f"{message.rstrip('.')[:200]}.", pointer
