"""Write a project with many invented Favur runs, to measure how fast its site is built.

Every run has 2,000 lines of produced Python in fifteen files, 5,000 events, a test report, a coverage report
and artifacts, all of its own: no cache of contents can serve one run with the work done for another. The
same seed gives the same bytes. A hundred runs share a statement of work.

    python benchmarks/generate.py 1000 FOLDER [--seed 0]
    site-builder build --project FOLDER
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from exports.project import write_project


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the project; 0 when it is written, 2 when the folder is in use."""
    parser = argparse.ArgumentParser(description="Write a project with many invented Favur runs.")
    parser.add_argument("runs", type=int, help="number of runs")
    parser.add_argument("folder", type=Path, help="an empty folder, or one to be made")
    parser.add_argument("--seed", type=int, default=0, help="other seed, other runs (default 0)")
    options = parser.parse_args(arguments)
    began = time.perf_counter()
    try:
        write_project(options.folder, options.runs, options.seed)
    except FileExistsError as error:
        print(f"generate: {error}", file=sys.stderr)
        return 2
    print(f"{options.runs} runs in {time.perf_counter() - began:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
