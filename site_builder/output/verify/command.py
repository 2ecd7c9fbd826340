"""The command line."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

from site_builder.output.verify.faults import printable
from site_builder.output.verify.report import certificate, tally
from site_builder.output.verify.rubric_files import LOCK
from site_builder.output.verify.site import Site
from site_builder.output.verify.site_files import MANIFEST


def said_of(site: Site) -> dict[str, Any]:
    """Return the whole outcome as plain data."""
    return {
        "agrees": not site.faults,
        "certificate": certificate(site.counts),
        "numbers": tally(site.counts),
        "checked": dict(sorted(site.checked.items())),
        "pages": {kind: tally(counts) for kind, counts in sorted(site.by_kind.items())},
        "matched": dict(sorted(site.matched.items())),
        "faults": [
            {name: printable(value) for name, value in fault._asdict().items()} for fault in site.faults
        ],
    }


SAID = (
    f"{{files}} file(s) compared with {MANIFEST}",
    "{runs} record(s) of runs computed again: {nodes} value(s) under {rubrics} rubric(s)",
    f"{{released rubrics}} released rubric(s) compared with the digests in {LOCK}",
    "{self-tests} self-test(s) of rubrics made again",
    "{boards} board(s) put in order again, {medians} cohort median(s) taken",
    "{other orders} order(s) of boards made again under other weights and amounts, "
    "{changes of place} point(s) at which neighbours are equal",
    "{ways up} part(s) of runs that would move them up one place",
    "{runs under two versions} time(s) a run under two versions of its rubric",
    "{drawings} drawing(s) made again, {numbers in drawings} number(s) in them read, {bars} bar(s) measured",
    "{words} word(s) and sentence(s) of pages compared with the data",
    "{table cells} cell(s) of tables compared with the data",
    "{lines of Markdown} line(s) of pages in Markdown compared with the data",
    "{ledger entries} line(s) of the ledger, chained; {pinned values} pinned value(s) computed again",
    "{scores pinned otherwise} pinned score(s) not computed again: run, rubric or cohort is another by now",
    "{reviews} review(s) behind release gates added up again",
    "{samples} sample(s) of campaigns counted again",
    "{editions} frozen edition(s), each checked as a site of its own",
)
COUNTED = re.compile(r"\{(.+?)\} (.+?)\(s\)")


def lines_of(site: Site, *, quiet: bool = False) -> Iterator[str]:
    """Yield the outcome for people."""
    faults = [fault.words() for fault in site.faults]

    def counted(found: re.Match[str]) -> str:
        number = site.checked[found[1]]
        return f"{number:,} {found[2]}{'' if number == 1 else 's'}"

    if not quiet:
        yield from (COUNTED.sub(counted, line) for line in SAID if site.checked[line[1 : line.index("}")]])
        files = f"{site.checked['files of exports']:,} of their files"
        looked_at = "their files were not looked at (--exports DIR)" if site.exports is None else files
        yield COUNTED.sub(counted, "{exports} digest(s) of exports, ") + looked_at
        yield COUNTED.sub(counted, "{pages} page(s): ") + certificate(site.counts)
    yield from faults[:100]
    if len(faults) > 100:
        yield f"and {len(faults) - 100:,} more; --json lists them all"
    yield f"{len(faults):,} disagreement{'' if len(faults) == 1 else 's'}" if faults else "Everything agrees."


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may lack characters
    parser = argparse.ArgumentParser(
        prog="verify.py",
        description="Check a site made by Proofboard: its files, arithmetic, order, and every number shown.",
        epilog="Exit codes: 0 everything agrees, 1 something does not, 2 there is no such site.",
    )
    parser.add_argument("site", nargs="?", help="folder of the site; the one this file lies in by default")
    parser.add_argument("--json", action="store_true", help="print the whole report as JSON")
    parser.add_argument("--exports", metavar="DIR", help="folder in which the published paths of exports lie")
    parser.add_argument("--quiet", action="store_true", help="print only what does not agree")
    options = parser.parse_args(arguments)
    folder = options.site or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if not os.path.isfile(os.path.join(folder, MANIFEST)):
        print(f"{folder}: there is no {MANIFEST}, so this is no site of Proofboard.", file=sys.stderr)
        return 2
    site = Site(folder, options.exports)
    site.verify()
    if options.json:
        print(json.dumps(said_of(site), indent=1))
    else:
        for line in lines_of(site, quiet=options.quiet):
            print(line)
    return 1 if site.faults else 0


def take_names_as_utf8() -> None:
    """Start the script again in Python's UTF-8 mode where the locale has another encoding for names of files.

    Published paths of exports are UTF-8, so the script would not find those with letters beyond ASCII.
    """
    if sys.getfilesystemencoding() != "utf-8" and sys.executable and os.path.isfile(sys.argv[0]):
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.argv])  # noqa: S606 - itself


if __name__ == "__main__":
    take_names_as_utf8()
    sys.exit(main())
