"""Why a run is rejected: its reasons by kind, counted, with the first ones of each."""

from __future__ import annotations

import msgspec

from site_builder.records.blueprint import Rejection

MOST_PLACES = 10
"""Reasons of one code that are named; how many more there are stands behind them."""
MOST_KINDS = 3
"""Kinds of reasons that a sentence names."""


class Reason(msgspec.Struct, frozen=True):
    """All reasons for a rejection that have one code."""

    code: str
    advice: str
    count: int
    found: tuple[tuple[str, str], ...]
    """(what is wrong, where) of the first ones."""
    more: int


def reasons(rejections: tuple[Rejection, ...]) -> tuple[Reason, ...]:
    """Return reasons by code, in the order in which the codes first appear."""
    return tuple(
        Reason(
            code,
            found[0].advice,
            len(found),
            tuple((one.message, f"{one.file} {one.pointer}".strip()) for one in found[:MOST_PLACES]),
            max(0, len(found) - MOST_PLACES),
        )
        for code, found in _by_code(rejections).items()
    )


def kinds(rejections: tuple[Rejection, ...]) -> str:
    """Return why a run is not scored: how many reasons of which kinds, an example of each."""
    by_code = _by_code(rejections)
    named = "; ".join(_kind(found) for found in list(by_code.values())[:MOST_KINDS])
    more = len(by_code) - MOST_KINDS
    further = f"; and {more} more kind{'' if more == 1 else 's'}" if more > 0 else ""
    return f"The run is not scored. {named}{further}."


def _kind(found: list[Rejection]) -> str:
    message = found[0].message.rstrip(".")
    if len(found) == 1:
        return message
    same = all(one.message == found[0].message for one in found)
    return f"{len(found)} times: {message}" if same else f"{len(found)} times, such as: {message}"


def _by_code(rejections: tuple[Rejection, ...]) -> dict[str, list[Rejection]]:
    by_code: dict[str, list[Rejection]] = {}
    for one in rejections:
        by_code.setdefault(one.code, []).append(one)
    return by_code
