"""What lies in a folder of exports and is not read: said, so that no run is left out without a word."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from site_builder.errors import Problem
from site_builder.records.ledger import LEDGER_FILE
from site_builder.sources.files import shown

MOST = 20
"""Stray files that are named; of the rest only the number."""
EXPECTED = (".*", "README*", "LICENSE*", "Thumbs.db", "desktop.ini")
"""Files that lie beside exports and that nobody takes for one."""


def overlooked_folders(root: Path, label: str, mark: str, beside: Collection[str] = ()) -> Iterator[Problem]:
    """Yield a warning for each hidden folder of ``root`` that holds a file ``mark``, as an export does.

    Then a note for each file beside the folders, but for those named ``beside``, which the importer reads.
    ``label`` is ``root`` as readers know it.
    """
    try:
        with os.scandir(root) as entries:
            listed = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    except OSError:
        return
    hidden = sorted(name for name, folder in listed if folder and name.startswith("."))
    for name in hidden:
        if os.path.lexists(root / name / mark):
            yield _hidden(shown(f"{label}/{name}"), mark)
    others = (name for name, folder in listed if not folder and name not in beside)
    files = (name for name in others if not (root / name).is_symlink())
    yield from stray_files(label, files, "Only folders are exports here")


def stray_files(label: str, names: Iterable[str], why: str) -> Iterator[Problem]:
    """Yield a note for each of the files ``names`` below ``label`` that nobody expects there."""
    stray = [name for name in sorted(names, key=os.fsencode) if not _is_expected(name, label)]
    for name in stray[:MOST]:
        yield _stray(shown(f"{label}/{name}"), f"The file is not read. {why}.")
    if len(stray) > MOST:
        yield _stray(label, f"{len(stray) - MOST:,} more files are not read. {why}.")


def _is_expected(name: str, label: str) -> bool:
    last = name.rpartition("/")[2]
    return f"{label}/{name}" == LEDGER_FILE or any(fnmatchcase(last, pattern) for pattern in EXPECTED)


def _hidden(file: str, mark: str) -> Problem:
    return Problem(
        file=file,
        code="file.hidden-run",
        message=f"The folder holds a {mark} and is not read, as its name begins with a dot.",
        advice="Rename it without the dot, or move it out of the runs folder.",
        severity="warning",
    )


def _stray(file: str, message: str) -> Problem:
    return Problem(
        file=file,
        code="file.stray",
        message=message,
        advice="Put what belongs to a run where its format says; move other files out of the runs folder.",
        severity="note",
    )
