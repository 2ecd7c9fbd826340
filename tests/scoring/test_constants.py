"""Constants of the wrong type are faults of the rubric, with the node's name, and no traceback."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from site_builder.scoring.constants import constant_faults, fits
from site_builder.scoring.operators import OPERATORS


@pytest.mark.parametrize(
    ("op", "constants", "expected"),
    [
        ("band", {"zero": 0, "one": 1.5}, []),
        ("band", {"zero": "low", "one": 1.5}, ['constant zero does not take "low"']),
        (
            "band",
            {"zero": "1e-3", "one": 1.5},
            [
                'constant zero does not take "1e-3"; write 0.001 without quotes;'
                " YAML takes 1e-3 for text, and 1.0e-3 for a number"
            ],
        ),
        ("band", {"zero": True, "one": 1.5}, ["constant zero does not take True"]),
        ("band", {"zero": float("nan"), "one": 1.5}, ["constant zero does not take NaN"]),
        ("band", {"zero": 1, "one": 1.0}, ["the band has no width: zero and one are equal"]),
        ("steps", {"below": [[1, 0.5]], "otherwise": 1}, []),
        ("steps", {"below": [[1]], "otherwise": 1}, ["constant below does not take [[1]]"]),
        ("steps", {"below": 3, "otherwise": 1}, ["constant below does not take 3"]),
        ("steps", {"below": [[2, 0], [1, 0.5]], "otherwise": 1}, ["the limits of steps must rise"]),
        ("steps", {"below": [], "otherwise": 1}, ["below must have at least one step"]),
        (
            "steps",
            {"below": [[1, 0]], "otherwise": 2},
            ["the values of steps must lie between 0 and 1; an operator `scale` makes points of them"],
        ),
        ("log_band", {"zero": -20, "one": 200}, ["constant zero must be more than 0"]),
        ("log_band", {"zero": 20, "one": -0.0}, ["constant one must be more than 0"]),
        ("scale", {"per": 0}, ["constant per must be more than 0"]),
        ("scale", {"by": -1}, ["constant by must not be negative"]),
        ("scale", {"by": 0}, []),
        ("decay", {"step": -0.1}, ["constant step must be more than 0"]),
        ("ramp", {"full": 0}, ["constant full must be more than 0"]),
        ("centred", {"centre": 90, "width": -20}, ["constant width must be more than 0"]),
        (
            "centred",
            {"centre": 1e17, "width": 1.5},
            ["width is too small beside the centre to tell its ends apart"],
        ),
        (
            "centred",
            {"centre": 0, "width": 1e-320},
            [
                "constant width holds a number that is not 0 and is smaller"
                " than 1e-18 or greater than 1e+18 in size"
            ],
        ),
        (
            "ramp",
            {"full": 10**400},
            [
                "constant full holds a number that is not 0 and is smaller"
                " than 1e-18 or greater than 1e+18 in size"
            ],
        ),
        ("harmonic_mean", {"floor": -1}, ["constant floor must not be negative"]),
        ("round_half_up", {"decimals": -400}, ["decimals must lie between -15 and 15"]),
        ("gate", {"missing": "maybe"}, ['constant missing does not take "maybe"']),
        ("ratio", {"when_zero": None}, []),
        ("round_half_up", {"decimals": 1.5}, ["constant decimals does not take 1.5"]),
        ("weighted_mean", {"required": ["a"]}, []),
        ("weighted_mean", {"required": "a"}, ['constant required does not take "a"']),
        ("weighted_mean", {"required": ["z"]}, ["required names z, which is no input"]),
    ],
)
def test_constants_must_fit_the_operator(op: str, constants: dict[str, Any], expected: list[str]) -> None:
    assert list(constant_faults(OPERATORS[op], constants, ["a", "b"])) == expected


@pytest.mark.parametrize(
    ("value", "hint", "expected"),
    [
        (1, int, True),
        (True, int, False),
        ("a", str, True),
        (True, bool, True),
        ("a", Literal["a", "b"], True),
        (1, float | None, True),
        (None, float | None, True),
        ("1", float | None, False),
    ],
)
def test_values_are_of_the_type_named(value: object, hint: object, expected: bool) -> None:
    assert fits(value, hint) is expected
