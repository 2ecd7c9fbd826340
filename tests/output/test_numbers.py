"""Numbers are rounded for display only, by one rule (R13)."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.output.numbers import (
    brief,
    display,
    duration,
    figures,
    figures_of,
    gap,
    number,
    percent,
    sentence,
)
from site_builder.pages.cells import Cell, Link


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [
        (0.25, 1, "0.3"),
        (0.35, 1, "0.4"),
        (2.5, 0, "3"),
        (-2.5, 0, "−3"),
        (-0.25, 1, "−0.3"),
        (-0.04, 1, "0.0"),
        (0.0, 2, "0.00"),
        (56.723, 2, "56.72"),
        (56.725, 2, "56.73"),
        (1.005, 2, "1.01"),
        (9999.5, 0, "10,000"),
        (3075.5, 2, "3,075.50"),
        (999.996, 2, "1,000.00"),
        (-999.4, 0, "−999"),
        (12345.678, 1, "12,345.7"),
        (-1234567.0, 0, "−1,234,567"),
        (1e-7, 2, "0.00"),
        (5e-05, 4, "0.0001"),
        (1e20, 0, "100,000,000,000,000,000,000"),
        (1e21, 2, "1e21"),
        (-2.5e21, 0, "−2.5e21"),
        (1.6666666666e306, 4, "1.66667e306"),
        (1.7976931348623157e308, 0, "1.79769e308"),
    ],
)
def test_halves_go_away_from_zero(value: float, decimals: int, shown: str) -> None:
    """R13: one rule, fixed decimals; 56.723 never prints 56.73."""
    assert display(value, decimals) == shown


@given(st.floats(-1e9, 1e9), st.integers(0, 6))
def test_display_is_the_decimal_rounding_of_the_whole_value(value: float, decimals: int) -> None:
    """R13: who rounds the value in the attribute gets what is printed."""
    step = Decimal(1).scaleb(-decimals)
    expected = Decimal(repr(value)).quantize(step, rounding=ROUND_HALF_UP)
    read = Decimal(display(value, decimals).replace(",", "").replace("−", "-"))
    assert read == expected
    assert -read.as_tuple().exponent == decimals  # type: ignore[operator]


VALUES = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False), st.floats(0, 1000), st.integers(-2000, 2000)
)
NEAR_HALVES = st.builds(
    lambda whole, decimals: whole / 10**decimals, st.integers(0, 10**6), st.integers(1, 7)
)


@given(VALUES | NEAR_HALVES, st.integers(0, 6))
def test_the_whole_value_beside_a_number_is_what_python_writes(value: float, decimals: int) -> None:
    whole, shown = figures(value, decimals)
    assert whole == (str(int(value)) if value % 1 == 0 and abs(value) < 1e15 else repr(value))
    assert shown == display(value, decimals).replace("−", "&minus;")


@given(st.lists(st.tuples(st.none() | VALUES | NEAR_HALVES, st.none() | st.integers(0, 6))))
def test_figures_written_in_one_go_are_those_of_each_value(
    cells: list[tuple[float | None, int | None]],
) -> None:
    made = figures_of([value for value, _ in cells], [decimals for _, decimals in cells])
    each = [None if v is None or n is None else figures(v, n) for v, n in cells]
    assert made == each


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (1.0, "100 %"),
        (0.996, "99.6 %"),
        (0.9999, "> 99.9 %"),
        (0.855, "86 %"),
        (0.0, "0 %"),
        (0.3561, "36 %"),
        (104.7603, "10,476 %"),
        (-0.001, "0 %"),
        (-12.5, "−1,250 %"),
    ],
)
def test_less_than_the_whole_never_reads_as_the_whole(share: float, shown: str) -> None:
    assert percent(share) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0 s"), (59, "59 s"), (61, "1 min 01 s"), (3600, "1 h 00 min"), (90061, "1 d 1 h")],
)
def test_durations_use_the_two_largest_units(seconds: float, shown: str) -> None:
    assert duration(seconds) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (3.0, "3"),
        (-3.0, "−3"),
        (0.1 + 0.2, "0.3"),
        (1 / 3, "0.333333"),
        (1234567.8, "1234567.8"),
        (2e-7, "2e-07"),
    ],
)
def test_values_in_arithmetic_have_six_digits(value: float, shown: str) -> None:
    assert brief(value) == shown


def test_a_number_carries_its_whole_value_and_its_node() -> None:
    html = number(Cell("composite", 81.8250000001, 1))
    assert html == (
        '<data class="num" value="81.8250000001" data-value="81.8250000001" data-node="composite">81.8</data>'
    )


@pytest.mark.parametrize(
    "reason", ["not_collected", "not_applicable", "tool_failed", "below_minimum", "withheld"]
)
def test_a_missing_value_is_words_and_never_a_number(reason: str) -> None:
    """R1: states differ by their text, and none has a value that could be sorted or added."""
    html = number(Cell("x", None, reason=reason, detail='why "so" <it> is'))
    assert reason.replace("_", " ") in html
    assert "data-value" not in html
    assert "<it>" not in html
    assert html == gap(Cell("x", None, reason=reason, detail='why "so" <it> is'))


def test_sentences_escape_words_and_links() -> None:
    made = sentence(("<b>", Link("<i>", "runs/x/"), Cell("n", 1.0)), "../")
    assert made.startswith('&lt;b&gt;<a href="../runs/x/index.html">&lt;i&gt;</a><data')


@pytest.mark.parametrize(("value", "shown"), [(0.04, "+0.0"), (1.26, "+1.3"), (-1.26, "−1.3"), (0.0, "0.0")])
def test_signed_numbers_show_their_direction(value: float, shown: str) -> None:
    text = shown.replace("+0.0", "0.0").replace("−", "&minus;")
    assert f">{text}</data>" in number(Cell("x", value, 1, form="signed"))
