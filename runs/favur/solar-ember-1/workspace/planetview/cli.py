"""planetview show|svg|ephemeris"""
import argparse
import sys

from . import draw
from .astro import ephemeris, parse, report


def make_parser():
    parser = argparse.ArgumentParser("planetview")
    sub = parser.add_subparsers(dest="command", required=True)
    show = sub.add_parser("show", help="print a map and a table")
    show.add_argument("date", nargs="?")
    show.add_argument("--only", help="planets, separated by commas")
    show.add_argument("--no-rings", action="store_true")
    picture = sub.add_parser("svg", help="write a picture")
    picture.add_argument("file")
    picture.add_argument("--date")
    picture.add_argument("--only", help="planets, separated by commas")
    picture.add_argument("--dark", action="store_true")
    data = sub.add_parser("ephemeris", help="print JSON")
    data.add_argument("start")
    data.add_argument("end")
    data.add_argument("--step", type=float, default=1)
    data.add_argument("--only", help="planets, separated by commas")
    return parser


def chosen(text):
    if not text:
        return None
    names = [name.strip().lower() for name in text.split(",")]
    for name in names:
        if name.capitalize() not in draw.RINGS:
            raise ValueError(f"unknown planet: {name}")
    return names


def main(argv=None):
    args = make_parser().parse_args(argv)
    try:
        only = chosen(args.only)
        if args.command == "show":
            rep = report(parse(args.date), only)
            print(draw.ascii_map(rep, not args.no_rings))
            print(draw.legend(rep))
        elif args.command == "svg":
            with open(args.file, "w") as f:
                f.write(draw.svg(report(parse(args.date), only), dark=args.dark))
        elif args.command == "ephemeris":
            reports = ephemeris(parse(args.start), parse(args.end), args.step, only)
            print(draw.to_json(reports))
    except ValueError as error:
        print("error:", error, file=sys.stderr)
        sys.exit(1)
