"""The table of planets: mean elements at J2000 and their change per
Julian century, fitted for the years 1800 to 2050.
"""

import csv
from pathlib import Path
from typing import NamedTuple


class Elements(NamedTuple):
    """One orbit at one moment: axis in au, all angles in degrees."""

    axis: float
    eccentricity: float
    inclination: float
    longitude: float
    perihelion: float
    node: float


class Planet(NamedTuple):
    """A planet with its drawing attributes, its elements and their rates."""

    name: str
    mark: str
    colour: str
    epoch: Elements
    rates: Elements

    def at(self, centuries: float) -> Elements:
        """Elements at a time counted in Julian centuries from J2000."""
        pairs = zip(self.epoch, self.rates, strict=True)
        return Elements(*(value + rate * centuries for value, rate in pairs))


def from_row(name: str, mark: str, colour: str, *numbers: str) -> Planet:
    """Three texts, six elements, six rates."""
    values = [float(number) for number in numbers]
    return Planet(name, mark, colour, Elements(*values[:6]), Elements(*values[6:]))


_, *_ROWS = csv.reader(Path(__file__).with_name("planets.csv").read_text("utf-8").splitlines())
PLANETS = tuple(from_row(*row) for row in _ROWS)
