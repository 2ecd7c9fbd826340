"""Circle geometry command line tool."""
import argparse
import sys

import geometry
import svg_render


def parse_circle(s):
    parts = s.split(",")
    if len(parts) != 3:
        raise ValueError(f"Not a circle: {s}")
    return geometry.Circle(*[float(p) for p in parts])


def parse_point(s):
    parts = s.split(",")
    if len(parts) != 2:
        raise ValueError(f"Not a point: {s}")
    return (float(parts[0]), float(parts[1]))


def run_command(args):
    if args.command == "area":
        for s in args.items:
            print(parse_circle(s).area())
    elif args.command == "perimeter":
        for s in args.items:
            print(parse_circle(s).perimeter())
    elif args.command == "intersect":
        a, b = [parse_circle(s) for s in args.items]
        pts = geometry.circle_intersection(a, b)
        if len(pts) == 0:
            print("no intersection")
        for p in pts:
            print(f"{p[0]:.4f} {p[1]:.4f}")
    elif args.command == "tangents":
        a, b = [parse_circle(s) for s in args.items]
        for line in geometry.tangent_lines(a, b):
            print("%.4fx + %.4fy + %.4f = 0" % line)
    elif args.command == "enclose":
        c = geometry.smallest_enclosing_circle([parse_point(s) for s in args.items])
        print(c)
    elif args.command == "svg":
        circles = [parse_circle(s) for s in args.items]
        if args.output:
            svg_render.save_svg(circles, args.output)
        else:
            print(svg_render.render_svg(circles))


def main(argv=None):
    parser = argparse.ArgumentParser(description="Circle geometry")
    parser.add_argument("command", choices=["area", "perimeter", "intersect", "tangents", "enclose", "svg"])
    parser.add_argument("items", nargs="+", help="circles as x,y,r or points as x,y")
    parser.add_argument("-o", "--output", help="output file for svg")
    args = parser.parse_args(argv)
    try:
        run_command(args)
    except ValueError as e:
        print("Error:", e)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
