"""Hugo and plain Jinja over the rows of our run pages: the same rows from the same data, in their templates.

Each writes the terms of the roles, all values with formulas and arithmetic, and the worksheets. Every page of
theirs is compared with ours: rows, whole values with their nodes, reasons of what is missing, sums.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from measuring.peers import (
    HERE,
    HUGO_CONFIG,
    Command,
    PeerResult,
    hugo_version,
    jinja_version,
    measured,
    put,
)
from measuring.row_contents import contents_of, difference

HUGO_PLAIN = """\
[outputFormats.HTML]
isPlainText = true
"""
"""Templates of plain text: those of HTML escape by context, which takes half as long again."""


def measure_row_peers(data: Path, site: Path, folder: Path, processors: int) -> Iterator[PeerResult]:
    """Measure both over the ``data`` of ``rows.py``; ``site`` is what we built of the same runs."""
    ours = {
        path.parent.name: contents_of(path.read_text(encoding="utf-8"))
        for path in (site / "runs").glob("*/index.html")
    }

    def fault(path: Path) -> str:
        return difference(contents_of(path.read_text(encoding="utf-8")), ours[path.parent.name])

    def one(name: str, note: str, command: Command, place: Path) -> PeerResult:
        return measured(name, note, command, place, pages=len(ours), fault=fault)

    for words, processes in (("one process", 1), (f"a fork pool of {processors}", processors)):
        place = folder / f"jinja-{processes}"
        place.mkdir()
        yield one(f"plain Jinja, {words}", jinja_version(), _jinja(data, place, processes), place)
    if shutil.which("hugo"):
        place = folder / "hugo"
        yield one("Hugo", hugo_version(), _hugo(data, place), place)
    else:
        yield PeerResult("Hugo", None, "not installed")


def _jinja(data: Path, place: Path, processes: int) -> Command:
    template = HERE / "rows_jinja.html"
    return [sys.executable, HERE / "rows_jinja.py", data, template, place / "out", str(processes)]


def _hugo(data: Path, place: Path) -> Command:
    """Prepare a site whose pages carry their data as front matter, as fast as data files are."""
    put(place / "config.toml", HUGO_CONFIG + HUGO_PLAIN)
    put(place / "layouts/_default/single.html", (HERE / "rows_hugo.html").read_text(encoding="utf-8"))
    # JSON is YAML as well, and from that Hugo reads whole numbers as such, which positions must be.
    put(place / "data/rubric.yaml", (data / "rubric.json").read_text(encoding="utf-8"))
    for path in sorted((data / "runs").glob("*.json")):
        rows = json.loads(path.read_bytes())
        put(place / f"content/runs/{path.stem}.md", json.dumps({"title": rows["run"], "rows": rows}) + "\n")
    return ["hugo", "--quiet", "--destination", place / "out"]
