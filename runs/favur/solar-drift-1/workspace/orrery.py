"""Draw the solar system for a date.

Usage: python orrery.py [--date DATE] [--plain | --svg FILE | --json FILE] ...
"""

import argparse
import json
import math
from datetime import UTC, datetime

from bodies import SOLAR_SYSTEM
from drawing import PlainDrawing, SvgDrawing, TextDrawing, View, draw


def read_date(text):
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date such as 2024-12-31")
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def ephemeris(moment, orbits):
    """Plain data for the JSON export."""
    planets = []
    for planet, orbit in orbits:
        x, y, z = orbit.position
        planets.append(
            {
                "name": planet.name,
                "position_au": {"x": x, "y": y, "z": z},
                "longitude": math.degrees(math.atan2(y, x)) % 360,
                "distance_au": math.hypot(x, y, z),
            }
        )
    return {"moment": moment.isoformat(), "planets": planets}


def command_line():
    parser = argparse.ArgumentParser(description="Draw the solar system for a date.")
    parser.add_argument("--date", type=read_date, default=datetime.now(UTC))
    parser.add_argument("--planets", type=int, default=8, choices=range(1, 9), metavar="N",
                        help="show only the inner N planets")
    parser.add_argument("--tilt", type=float, default=0.0, help="degrees away from the pole")
    parser.add_argument("--power", type=float, default=0.4, help="1 draws true distances")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--plain", action="store_true", help="ASCII characters only")
    output.add_argument("--svg", metavar="FILE")
    output.add_argument("--json", metavar="FILE")
    return parser


def save(name, text):
    with open(name, "w", encoding="utf-8") as stream:
        stream.write(text)
    print(f"wrote {name}")


def main(argv=None):
    args = command_line().parse_args(argv)
    orbits = [(planet, planet.at(args.date)) for planet in SOLAR_SYSTEM[: args.planets]]
    last = orbits[-1][1]
    view = View(last.axis * (1 + last.eccentricity) * 1.02, args.tilt, args.power)
    if args.json:
        save(args.json, json.dumps(ephemeris(args.date, orbits), indent=2))
    elif args.svg:
        save(args.svg, draw(SvgDrawing(view), orbits))
    else:
        drawing = PlainDrawing(view) if args.plain else TextDrawing(view)
        print(draw(drawing, orbits), end="")


if __name__ == "__main__":
    main()
