"""``serve``: build, serve, and build again whenever something changes."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from watchfiles import watch

from site_builder.building import OUTPUT, build
from site_builder.cli.report import Reporter
from site_builder.cli.styles import bold, dim
from site_builder.errors import CannotBuild, Problem
from site_builder.output.serve import Server
from site_builder.receipts import OWN
from site_builder.records.site import SITE_FILE
from site_builder.sources.project import load_project

DEBOUNCE_MS = 300
MOST_PROBLEMS = 5
"""Shown on open pages; the terminal lists all."""


def serve_project(root: Path, out: Path | None, port: int, reporter: Reporter) -> None:
    """Serve a project until interrupted. Raises ``CannotBuild`` when the first build fails."""
    root = root.resolve()
    folder = out.resolve() if out is not None else root / OUTPUT
    built = build(root, out, publishing=False)
    reporter.built(built)
    try:
        server = Server(folder, port)
    except OSError as error:
        raise CannotBuild(_taken(port, error)) from error
    server.start()
    try:
        reporter.say(f"{bold(server.address)}  (Ctrl-C ends it)")
        for changed in _changes(root, threading.Event()):
            reporter.say(dim(f"Changed: {changed}"))
            try:
                before, built = built, build(root, out, publishing=False)
            except CannotBuild as error:
                reporter.cannot(error.problems, building=True)
                server.cannot_build(_old(error.problems))
            else:
                reporter.built(built, before)
                server.reload()
    except KeyboardInterrupt:
        pass
    finally:
        server.stop()


def _changes(root: Path, stop: threading.Event) -> Iterator[str]:
    """Yield a name of something that changed, each time that something did."""
    while not stop.is_set():
        for changes in watch(*_watched(root), stop_event=stop, debounce=DEBOUNCE_MS, raise_interrupt=True):
            paths = sorted(path for _, path in changes)
            yield Path(paths[0]).name + (f" and {len(paths) - 1} more" if len(paths) > 1 else "")
            if any(Path(path).name == SITE_FILE for path in paths):
                break  # other folders may have to be watched now


def _watched(root: Path) -> list[Path]:
    folders = set(OWN)
    with contextlib.suppress(CannotBuild):
        folders |= {board.runs for board in load_project(root).site.boards}
    return sorted(root / name for name in folders if (root / name).exists())


def _old(problems: Sequence[Problem]) -> str:
    """Return what open pages say when a build fails: why, and that they are of the build before."""
    more = len(problems) - MOST_PROBLEMS
    lines = ["Nothing was built: this page is of the build before.", *map(str, problems[:MOST_PROBLEMS])]
    return "\n".join([*lines, f"and {more} more; the terminal lists all"] if more > 0 else lines)


def _taken(port: int, error: OSError) -> Problem:
    return Problem(
        file="serve",
        code="serve.port-taken",
        message=f"The port {port} cannot be used: {error.strerror or error}.",
        advice="Name another one with --port; 0 takes a free one.",
    )
