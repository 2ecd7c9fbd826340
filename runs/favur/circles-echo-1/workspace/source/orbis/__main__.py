"""orbis QUESTION FIGURE…, where a circle is x,y,r and a point is x,y."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from orbis import Circle, Enclosure, Intersection, Measures, Point, Question, Tangents
from orbis.drawing import draw


def figure(text: str) -> Circle | Point:
    """Read a circle or a point."""
    x, y, *radius = (float(part) for part in text.split(","))
    return Circle(Point(x, y), *radius) if radius else Point(x, y)


def question(name: str, figures: Sequence[Circle | Point]) -> Question:
    """Pair a name with its figures."""
    if name == "enclose":
        return Enclosure(figures)
    circles = [Circle(f, 0.0) if isinstance(f, Point) else f for f in figures]
    return {"measure": Measures, "meet": Intersection, "touch": Tangents}[name](*circles)


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask one question."""
    parser = ArgumentParser(prog="orbis", description=__doc__)
    parser.add_argument("question", choices=("measure", "meet", "touch", "enclose"))
    parser.add_argument("figures", nargs="+", type=figure)
    parser.add_argument("--as", dest="form", choices=("text", "json", "svg"), default="text")
    options = parser.parse_args(arguments)
    try:
        answer = question(options.question, options.figures).ask()
    except TypeError:
        parser.error(f"wrong number of figures for {options.question}")
    forms = {
        "text": lambda: answer.text,
        "json": lambda: json.dumps(answer.numbers),
        "svg": lambda: draw([f for f in (*options.figures, *answer.figures)]),
    }
    print(forms[options.form]())
    return 0


if __name__ == "__main__":
    sys.exit(main())
