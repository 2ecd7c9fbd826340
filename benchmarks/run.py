"""Measure how fast sites are built, and print it as tables.

Whole builds of invented projects, single stages beside the naive way, and other generators over the same
pages. Nothing of it is a test: numbers belong to the machine they were measured on, and are best read as
ratios.

    python benchmarks/run.py                 100 and 1,000 runs; other generators that are installed
    python benchmarks/run.py --full          10,000 runs as well
    python benchmarks/run.py --peers all     further generators, installed for a while
    python benchmarks/run.py --write         puts the tables into docs/performance.md
    python benchmarks/run.py --write --only builds --runs 10000
                                             puts only these rows there; all others stay
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from measuring import builds, report, results
from measuring.comparisons import compare
from measuring.costs import Failed, Stage
from measuring.programs import run_program

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parent / "docs/performance.md"
PEER_PAGES = 1000
"""Runs of the project whose pages the other generators render too."""
PARTS = ("builds", "stages", "peers")
MANY = 1000
"""From this many runs up a cold build is measured once instead of three times."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 0 when everything was measured, 1 when a build failed."""
    options = _options(arguments)
    with tempfile.TemporaryDirectory(prefix="speed-", dir=options.folder) as place:
        try:
            parts = list(_parts(Path(place), options))
        except Failed as error:
            print(f"benchmarks: {error}", file=sys.stderr)
            return 1
    text = "\n\n".join(parts)
    print(text)
    if options.write:
        results.write(DOCUMENT, text, _part(options))
        say(f"written to docs/{DOCUMENT.name}")
    return 0


def say(text: str) -> None:
    """Tell whoever waits what is going on."""
    print(f"· {text}", file=sys.stderr, flush=True)


def _parts(place: Path, options: argparse.Namespace) -> Iterator[str]:
    yield f"Measured on {report.machine()}."
    measured: list[builds.Builds] = []
    peers: list[str] = []
    for runs in _sizes(options):
        project = place / f"runs-{runs}"
        times = 3 if runs < MANY else 1
        measured.append(builds.measure_builds(project, runs, options.seed, times, say))
        if runs == PEER_PAGES and "peers" in _measured(options):
            peers = list(compare(project, place / "peers", options.peers == "all", say))
        builds.remove(project)
    if "builds" in options.only:
        yield f"### {results.BUILDS}\n\n{report.builds_table(measured)}"
    if "stages" in options.only:
        say("single stages")
        yield f"### Stages\n\nMilliseconds of processor time.\n\n{report.stages_table(_stages(options.seed))}"
    yield from peers


def _sizes(options: argparse.Namespace) -> list[int]:
    """Return the sizes of the projects that are built; other generators need one of theirs."""
    usual = [100, PEER_PAGES, *([10_000] if options.full else [])]
    if "builds" in options.only:
        return options.runs or usual
    return [PEER_PAGES] if "peers" in options.only else []


def _part(options: argparse.Namespace) -> str:
    """Return what is measured, in words; empty where it is everything."""
    found = _measured(options)
    if found == PARTS and not options.runs:
        return ""
    names = {"builds": "Whole builds", "stages": "Stages", "peers": "Other generators"}
    sizes = f" of {' and '.join(f'{runs:,}' for runs in _sizes(options))} runs"
    return ", ".join(names[part] + sizes * (part == "builds") for part in found)


def _measured(options: argparse.Namespace) -> tuple[str, ...]:
    """Return the parts that are measured: other generators need a project of their size."""
    peers = options.peers != "none" and PEER_PAGES in _sizes(options)
    return tuple(part for part in PARTS if part in options.only and (part != "peers" or peers))


def _stages(seed: int) -> list[Stage]:
    return [Stage(**row) for row in run_program("stages.py", str(seed))]


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure how fast sites are built.")
    parser.add_argument("--runs", type=int, nargs="+", help="sizes of the projects (default 100 and 1000)")
    parser.add_argument("--full", action="store_true", help="10,000 runs as well; half an hour, 10 GB")
    parser.add_argument("--only", choices=PARTS, nargs="+", default=PARTS,
                        help="measure only this; with --write, all else in the document stays")  # fmt: skip
    parser.add_argument("--peers", choices=("none", "installed", "all"), default="installed",
                        help="other generators: those here, or all (installed for a while)")  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="other seed, other runs (default 0)")
    parser.add_argument("--folder", type=Path, help="where to work (default: the system's temporary folder)")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/performance.md")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
