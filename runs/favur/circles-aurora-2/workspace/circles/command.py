"""The command line. Numbers come as plain arguments; the answer is JSON, or SVG for `svg`."""

import argparse
import json
from collections.abc import Callable, Sequence

from . import measure, solve
from .shapes import Circle, Point, make_circle
from .svg import picture


def _group(numbers: Sequence[float], size: int) -> list[Sequence[float]]:
    if not numbers or len(numbers) % size:
        raise ValueError(f"give the numbers in groups of {size}")
    return [numbers[start : start + size] for start in range(0, len(numbers), size)]


def _circles(numbers: Sequence[float]) -> list[Circle]:
    return [make_circle(*group) for group in _group(numbers, 3)]


def _pair(numbers: Sequence[float]) -> list[Circle]:
    circles = _circles(numbers)
    if len(circles) != 2:
        raise ValueError("give exactly two circles")
    return circles


def _info(numbers: Sequence[float]) -> list[dict[str, float]]:
    return [
        {"area": measure.area(circle), "perimeter": measure.perimeter(circle)}
        for circle in _circles(numbers)
    ]


COMMANDS: dict[str, Callable[[Sequence[float]], object]] = {
    "info": _info,
    "intersect": lambda numbers: solve.intersect(*_pair(numbers)),
    "tangents": lambda numbers: solve.common_tangents(*_pair(numbers)),
    "enclose": lambda numbers: solve.smallest_circle([Point(*g) for g in _group(numbers, 2)]),
    "svg": lambda numbers: picture(_circles(numbers)),
}


def run(arguments: Sequence[str]) -> int:
    """Parse, compute, print."""
    parser = argparse.ArgumentParser(prog="circles", description="circle geometry")
    parser.add_argument("command", choices=sorted(COMMANDS))
    parser.add_argument("numbers", type=float, nargs="+", help="x y r of circles, or x y of points")
    options = parser.parse_args(arguments)
    try:
        answer = COMMANDS[options.command](options.numbers)
    except ValueError as problem:
        parser.exit(3, f"circles: {problem}\n")
    print(answer if isinstance(answer, str) else json.dumps(answer))
    return 0
