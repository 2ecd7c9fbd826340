"""The measures of the unit circle."""

import math

from circles import area, circumference


def test_the_unit_circle_has_the_area_pi() -> None:
    assert area(1) == math.pi


def test_its_edge_is_twice_as_long() -> None:
    assert circumference(1) == 2 * math.pi
