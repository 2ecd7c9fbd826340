"""python -m roundabout area|intersect|tangents|enclose|draw …"""

import argparse
import sys

from roundabout.draw import Canvas
from roundabout.shape import Circle
from roundabout.welzl import minimal_disc


def read_circle(text: str) -> Circle:
    x, y, radius = (float(part) for part in text.split(":"))
    return Circle(x, y, radius)


def read_point(text: str) -> tuple[float, float]:
    x, y = text.split(":")
    return float(x), float(y)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="roundabout")
    parser.add_argument("task", choices=["area", "intersect", "tangents", "enclose", "draw"])
    parser.add_argument("figures", nargs="+", help="x:y:r for circles, x:y for points")
    args = parser.parse_args(argv)
    try:
        if args.task == "enclose":
            print(minimal_disc([read_point(text) for text in args.figures]))
            return 0
        circles = [read_circle(text) for text in args.figures]
        if args.task == "area":
            for circle in circles:
                print(f"{circle.area:.4f} {circle.perimeter:.4f}")
        elif args.task == "draw":
            canvas = Canvas()
            for circle in circles:
                canvas.circle(circle)
            print(canvas.render())
        else:
            first, second = circles
            method = Circle.intersect if args.task == "intersect" else Circle.common_tangents
            for item in method(first, second):
                print(item)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
