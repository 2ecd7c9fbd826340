"""A command-line orrery: one positional argument chooses what is made,
every option has a default.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path

from orrery import ascii_map, export, svg_chart
from orrery.ephemeris import parse_instant, series, snapshot

COMMANDS: dict[str, Callable[[argparse.Namespace], str]] = {
    "map": lambda options: ascii_map.render(snapshot(options.date)),
    "svg": lambda options: svg_chart.render(snapshot(options.date)),
    "json": lambda options: export.render(series(options.date, options.count, options.step)),
}


def build_parser() -> argparse.ArgumentParser:
    """Assemble the parser."""
    parser = argparse.ArgumentParser(prog="orrery", description=__doc__)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("--date", type=parse_instant, default=datetime.now(UTC), help="ISO 8601")
    parser.add_argument("--output", type=Path, help="file to write instead of standard output")
    parser.add_argument("--count", type=int, default=1, help="json: number of instants")
    parser.add_argument("--step", type=float, default=1.0, help="json: days between instants")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; a date outside the fit is only a warning."""
    options = build_parser().parse_args(argv)
    if not 1800 <= options.date.year <= 2050:
        print("orrery: the elements are fitted for 1800 to 2050", file=sys.stderr)
    text = COMMANDS[options.command](options)
    with options.output.open("w", encoding="utf-8") if options.output else nullcontext() as file:
        print(text, end="", file=file)
    return 0
