"""Command line of the orrery."""
import argparse
import sys
from datetime import datetime, timezone

import orbits
import render


def parse_args(argv=None):
    parser = argparse.ArgumentParser(description="Show the planets for a date.")
    parser.add_argument("--date", help="YYYY-MM-DD or YYYY-MM-DDTHH:MM, default: now")
    parser.add_argument("--format", choices=["ascii", "table", "svg", "json"], default="ascii")
    parser.add_argument("--planet", action="append", choices=list(orbits.TABLE), dest="planets")
    parser.add_argument("--span", type=float, help="half width of the map in au")
    parser.add_argument("--since", type=datetime.fromisoformat, help="show the motion since a date")
    parser.add_argument("-o", "--output", help="file name, default: standard output")
    args = parser.parse_args(argv)
    if args.span is not None and args.span <= 0:
        parser.error("--span must be positive")
    try:
        args.date = datetime.fromisoformat(args.date) if args.date else datetime.now(timezone.utc)
    except ValueError:
        parser.error(f"cannot read the date {args.date!r}")
    return args


def map_span(args, places):
    """The chosen half width, or one that holds all planets."""
    return args.span or 1.05 * max(orbits.distance(p) for p in places)


FORMATS = {
    "ascii": lambda args, places: render.ascii_map(places, map_span(args, places)),
    "table": lambda args, places: render.table(places),
    "svg": lambda args, places: render.svg(places, map_span(args, places)),
    "json": lambda args, places: render.to_json(args.date, places),
}


def build(args):
    places = orbits.planets(args.date, args.planets)
    if args.since:
        return render.motion(orbits.planets(args.since, args.planets), places)
    return FORMATS[args.format](args, places)


def main(argv=None):
    args = parse_args(argv)
    text = build(args)
    if args.output:
        with open(args.output, "w", encoding="utf-8") as handle:
            handle.write(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
