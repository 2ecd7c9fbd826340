import json
import sys

from . import core, output


USAGE = """usage: circ measure X Y R
       circ intersect X1 Y1 R1 X2 Y2 R2
       circ tangents X1 Y1 R1 X2 Y2 R2
       circ enclose X Y [X Y ...]
       circ svg X Y R [X Y R ...]"""


def take_circles(numbers):
    circles = []
    while len(numbers) >= 3:
        circles.append(core.circle(numbers[0], numbers[1], numbers[2]))
        numbers = numbers[3:]
    return circles


def take_points(numbers):
    return [(numbers[i], numbers[i + 1]) for i in range(0, len(numbers) - 1, 2)]


def main(argv):
    if len(argv) == 0:
        print(USAGE)
        return 1
    command = argv[0]
    try:
        numbers = [float(a) for a in argv[1:]]
    except ValueError:
        print("not a number")
        return 1
    if command == "measure":
        for c in take_circles(numbers):
            print(output.to_json(c))
    elif command == "intersect" or command == "tangents":
        circles = take_circles(numbers)
        if len(circles) != 2:
            print(USAGE)
            return 1
        if command == "intersect":
            print(json.dumps(core.intersection(circles[0], circles[1])))
        else:
            for line in core.outer_tangents(*circles) + core.inner_tangents(*circles):
                print(line)
    elif command == "enclose":
        points = take_points(numbers)
        print(output.to_text(core.enclosing(points)))
    elif command == "svg":
        print(output.to_svg(take_circles(numbers)))
    else:
        print(USAGE)
        return 1
    return 0


def entry():
    sys.exit(main(sys.argv[1:]))
