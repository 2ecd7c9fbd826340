"""The `circlekit` command: a circle is written x,y,r and a point x,y."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from circlekit import (
    Circle,
    GeometryError,
    Line,
    Vector,
    common_tangents,
    enclosing_circle,
    meet,
    tangents_through,
)
from circlekit.svg import render


def _numbers(text: str, count: int) -> list[float]:
    values = [float(part) for part in text.split(",")]
    if len(values) != count:
        raise argparse.ArgumentTypeError(f"expected {count} numbers with commas, got {text!r}")
    return values


def point(text: str) -> Vector:
    """Read `x,y`."""
    return Vector(*_numbers(text, 2))


def circle(text: str) -> Circle:
    """Read `x,y,r`."""
    x, y, radius = _numbers(text, 3)
    return Circle(Vector(x, y), radius)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="circlekit", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("measure").add_argument("circles", type=circle, nargs="+")
    commands.add_parser("meet").add_argument("circles", type=circle, nargs=2)
    commands.add_parser("tangents").add_argument("circles", type=circle, nargs=2)
    through = commands.add_parser("through")
    through.add_argument("circle", type=circle)
    through.add_argument("point", type=point)
    commands.add_parser("enclose").add_argument("points", type=point, nargs="+")
    commands.add_parser("draw").add_argument("circles", type=circle, nargs="+")
    return parser


def _equations(lines: Sequence[Line]) -> list[str]:
    return [f"{n.normal.x:.6g}x + {n.normal.y:.6g}y = {n.offset:.6g}" for n in lines]


def _answer(options: argparse.Namespace) -> list[str]:
    match options.command:
        case "measure":
            return [f"area {c.area:.6g} perimeter {c.perimeter:.6g}" for c in options.circles]
        case "meet":
            found = meet(*options.circles)
            return [found.relation.value, *(f"{p.x:.6g},{p.y:.6g}" for p in found.points)]
        case "tangents":
            return _equations(common_tangents(*options.circles))
        case "through":
            return _equations(tangents_through(options.circle, options.point))
        case "enclose":
            found = enclosing_circle(options.points)
            return [f"{found.centre.x:.6g},{found.centre.y:.6g},{found.radius:.6g}"]
        case _:
            return [render(options.circles)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 when it worked, 1 for an impossible figure."""
    try:
        print("\n".join(_answer(_parser().parse_args(arguments))))
    except GeometryError as error:
        print(f"circlekit: {error}", file=sys.stderr)
        return 1
    return 0
