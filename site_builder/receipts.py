"""Receipts: what a build saw and what came of it, so that a build without any change need not be made again.

A receipt holds the stat signature of everything a build reads (runs, rubrics, prose, templates,
``site.yaml``, the program itself), the versions it depends on, and the signature of the output it left. When
all of that is as it was, a new build would write the same bytes, and its outcome is the one in the receipt.
This module stays light: deciding that nothing changed must not load what building needs.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from site_builder import __version__
from site_builder.errors import Problem
from site_builder.records.ledger import LEDGER_FILE
from site_builder.sources.distributions import Archive, installed
from site_builder.sources.store import Store
from site_builder.sources.tree_scan import FINE_RESOLUTION_NS, Signature, scan, scan_all, together

PACKAGE = Path(__file__).resolve().parent
LIBRARIES = ("jinja2", "markdown-it-py", "msgspec", "plotly", "pydantic", "pyyaml", "radon", "ruff")
PLUGIN_GROUPS = tuple(f"site_builder.{kind}" for kind in ("operators", "importers", "pages"))
OWN = ("site.yaml", "templates", "content", "rubric_versions", "releases", ".reviewer-secret", LEDGER_FILE)
"""What a project folder may hold beside its runs; watched also while it is not there."""


class BoardSummary(msgspec.Struct, frozen=True):
    """A board in the outcome of a build."""

    id: str
    title: str
    rubric: str
    ranked: int
    unranked: int
    concluded: str = ""
    """What a family decides of the runs in the place of ranks, as a clause; empty for boards that rank."""


class StudySummary(msgspec.Struct, frozen=True):
    """What a family concludes of runs that are on no board, in the outcome of a build."""

    runs: str
    """Their folder, as ``site.yaml`` names it."""
    title: str
    """As ``site.yaml`` says; empty where it says none."""
    rubric: str
    concluded: str
    """As a clause."""


class Built(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a build; what ``build --json`` prints."""

    output: str
    """The output folder as the caller named it."""
    boards: tuple[BoardSummary, ...]
    studies: tuple[StudySummary, ...] = ()
    runs: int
    left_out: int
    pages: int
    files: int
    problems: tuple[Problem, ...]
    """What is wrong with the data; part of the site as well."""
    notes: tuple[Problem, ...] = ()
    """What concerns this machine only (an unusable store, a page over its budget) and no page."""
    measured: int = 0
    """Runs that were measured in this build; the others were known."""
    rendered: int = 0
    """Pages that were rendered in this build; the others were kept from the build before."""
    up_to_date: bool = False
    """True when nothing had changed and nothing was written."""

    def repeated(self, output: str) -> Built:
        """Return the outcome of a build that finds everything as it was."""
        return msgspec.structs.replace(self, output=output, measured=0, rendered=0, up_to_date=True)

    def with_notes(self, notes: Iterable[Problem]) -> Built:
        """Return the same outcome with further notes."""
        return msgspec.structs.replace(self, notes=(*self.notes, *notes))


class Receipt(msgspec.Struct, frozen=True):
    """What a build saw and left."""

    run_folders: tuple[str, ...]
    further: tuple[str, ...]
    """Arguments of the ``Look``."""
    inputs: str
    output: str
    built: Built


class Look:
    """The signatures of everything a build reads, taken once at its beginning."""

    def __init__(self, project: Path, run_folders: Iterable[str], further: Iterable[str] = ()) -> None:
        """Look at what a project may hold, at ``further`` folders and at each entry of ``run_folders``.

        Paths are relative to ``project`` or absolute.
        """
        self.run_folders, self.further = roots(run_folders, further)
        self.runs: dict[str, Signature] = {}
        """Path of an entry of a run folder, relative to the project → signature."""
        program = scan(PACKAGE, skip=("__pycache__",)).digest
        self.program = hashlib.sha256(f"{program}\n{environment()}".encode()).hexdigest()
        """Stands for the program, its libraries and its plugins."""
        parts = [(root, scan(project / root)) for root in (*OWN, *self.further)]
        for root in self.run_folders:
            listed = _names(project / root)
            if listed is None:
                parts.append((root, scan(project / root)))
                continue
            folder = project / root
            found = scan_all([f"{folder}/{name}" for name in listed])
            self.runs |= zip((f"{root}/{name}" for name in listed), found, strict=True)
        self.whole = together([*parts, *sorted(self.runs.items())])
        self.inputs = hashlib.sha256(f"{self.program}\n{self.whole.digest}".encode()).hexdigest()


def roots(run_folders: Iterable[str], further: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what a ``Look`` is taken at, in order."""
    return tuple(sorted(set(run_folders))), tuple(sorted(set(further)))


def environment() -> str:
    """Return the versions and settings that the bytes of a site may depend on."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    lines = [f"program {__version__}", f"python {sys.version.split()[0]}", f"epoch {epoch}"]
    return "\n".join([*lines, *_installation()])


def _installation() -> Iterator[str]:
    """Yield the version of each library and everything of each plugin, in the order of the import path."""
    for found in installed():
        if isinstance(found, Archive):
            yield f"archive {found.path} {found.size} {found.modified_ns}"
            continue
        if found.name in LIBRARIES:
            yield f"{found.name} {found.version}"
        points = found.entry_points
        if any(group in points for group in PLUGIN_GROUPS):
            yield f"{found.name} {found.version} {points}"


def last_build(output: Path, store: Store) -> Receipt | None:
    """Return the receipt of the site in ``output``, when that is as it was written."""
    record = store.receipt(str(output))
    try:
        receipt = msgspec.msgpack.decode(record, type=Receipt) if record is not None else None
    except msgspec.MsgspecError:
        return None
    if receipt is None or scan(output, change_times=False).digest != receipt.output:
        return None
    return receipt


def look_again(receipt: Receipt, project: Path) -> Look:
    """Look at what the build of a receipt read; nothing changed when ``inputs`` are the receipt's."""
    return Look(project, receipt.run_folders, receipt.further)


def keep(look: Look, output: Path, built: Built, store: Store) -> Signature | None:
    """Remember a build that just ended; with an input too new to be trusted, it never counts as unchanged.

    Returns the signature of the output, ``None`` where nothing is remembered; see ``outlast``.
    """
    if not store.usable:
        return None
    written = scan(output, change_times=False)
    inputs = "" if look.whole.racy else look.inputs
    receipt = Receipt(look.run_folders, look.further, inputs, written.digest, built)
    store.remember_receipt(str(output), msgspec.msgpack.encode(receipt))
    return written


def outlast(written: Signature) -> None:
    """Wait until no change of an output could go unseen any more; mostly that time is over already."""
    left = written.newest_ns + FINE_RESOLUTION_NS - time.time_ns()
    if left > 0:
        time.sleep(min(left, FINE_RESOLUTION_NS) / 1e9)


def _names(folder: Path) -> list[str] | None:
    """Return the names in a folder in order; ``None`` where it cannot be listed."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return None
