"""Command line: `python -m rondure COMMAND FIGURE…`; figures look like 1+2j or 1+2j/3."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from rondure import Disc, crossings, enclose, lines
from rondure.svg import document


def disc(text: str) -> Disc:
    """Read `centre/radius`."""
    centre, _, radius = text.partition("/")
    return Disc(complex(centre), float(radius))


def number(value: complex) -> str:
    """Write a complex number with six digits."""
    return f"{value:.6g}"


def measure(*texts: str) -> str:
    """Area and perimeter of each disc."""
    discs = map(disc, texts)
    return "\n".join(f"{one.area():.6g} {one.perimeter():.6g}" for one in discs)


def cross(first: str, second: str) -> str:
    """Common points."""
    return "\n".join(map(number, crossings(disc(first), disc(second))))


def touch(first: str, second: str) -> str:
    """Common tangents: a point and a direction."""
    found = lines(disc(first), disc(second))
    return "\n".join(f"{number(line.start)} {number(line.heading)}" for line in found)


def cover(*texts: str) -> str:
    """Smallest disc over the points."""
    found = enclose(map(complex, texts))
    return f"{number(found.centre)}/{found.radius:.6g}"


def draw(*texts: str) -> str:
    """SVG of all discs."""
    return document(map(disc, texts))


COMMANDS: dict[str, Callable[..., str]] = {
    command.__name__: command for command in (measure, cross, touch, cover, draw)
}


def main(arguments: Sequence[str]) -> int:
    """Run one command: 0 answered, 2 not understood."""
    try:
        print(COMMANDS[arguments[0]](*arguments[1:]))
    except (IndexError, KeyError):
        print(f"commands: {' '.join(COMMANDS)}", file=sys.stderr)
        return 2
    except (TypeError, ValueError) as error:
        print(f"rondure: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
