"""Show where the planets are."""

import argparse
import datetime as dt
import json
import sys
from pathlib import Path

from planetarium.charts import svg_chart, text_chart
from planetarium.positions import Position, all_positions, parse_date


def record(position: Position) -> dict[str, object]:
    """JSON form of a position."""
    return {
        "planet": position.name,
        "x": round(position.x, 6),
        "y": round(position.y, 6),
        "z": round(position.z, 6),
        "longitude": round(position.longitude, 4),
        "latitude": round(position.latitude, 4),
        "distance": round(position.distance, 6),
    }


def ephemeris(start: dt.datetime, days: int) -> str:
    """JSON ephemeris, one entry a day."""
    dates = [start + dt.timedelta(days=day) for day in range(days)]
    entries = [
        {"date": date.isoformat(), "positions": [record(p) for p in all_positions(date)]}
        for date in dates
    ]
    return json.dumps({"unit": "au", "entries": entries}, indent=1)


def arguments() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser(prog="planetarium", description=__doc__)
    parser.add_argument("date", nargs="?", default="today", help="ISO date or 'today'")
    parser.add_argument("--inner", action="store_true", help="only Mercury to Mars")
    parser.add_argument("--svg", type=Path, help="also write an SVG chart")
    parser.add_argument("--json", type=Path, help="also write a JSON ephemeris")
    parser.add_argument("--days", type=int, default=1, help="length of the ephemeris")
    parser.add_argument("--quiet", action="store_true", help="no text chart")
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run the program; exit code 2 for a date that cannot be read."""
    args = arguments().parse_args(argv)
    try:
        date = parse_date(args.date)
    except ValueError as error:
        print(f"planetarium: {error}", file=sys.stderr)
        return 2
    positions = all_positions(date)[: 4 if args.inner else 8]
    if not args.quiet:
        print(text_chart(positions))
    if args.svg:
        args.svg.write_text(svg_chart(positions, f"{date:%d %B %Y}"), encoding="utf-8")
    if args.json:
        args.json.write_text(ephemeris(date, args.days), encoding="utf-8")
    return 0
