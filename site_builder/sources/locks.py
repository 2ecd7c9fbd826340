"""``rubric_versions/LOCK``: which rubric versions are released, and the digest each of them keeps.

One line for each released rubric, ``<rubric id> <sha256:digest> <day of release>``, sorted by family and
version; lines that begin with ``#`` are comments. A rubric without a line is a draft. The LOCK of the program
and that of the project both hold: a file of either place with a released id has the released bytes, or
nothing is built.
"""

from __future__ import annotations

import datetime as dt
import errno
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from site_builder.errors import CannotBuild, Problem, shorten
from site_builder.records.release import Release, version_key
from site_builder.sources.replacing import one_writer, replace_text

LOCK = "LOCK"
ID = re.compile(r"[a-z][a-z0-9_-]*/[0-9]+(\.[0-9]+)*")
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
HEAD = (
    "# Released rubrics: id, digest over the file and the files it names, day of release. A rubric without a",
    "# line is a draft. `site-builder rubric release` adds lines; nothing edits or removes one.",
)
"""The comment with which a LOCK file begins."""
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class RubricFile(NamedTuple):
    """A rubric file as it lies in one of the folders of rubrics."""

    rubric: str
    """Id that its place stands for: ``favur/15`` for ``favur/15.yaml``."""
    shown: str
    """Its name in problems."""
    names: tuple[str, ...]
    """Name of the file, then of the files that are part of it."""
    digest: str
    """Digest over all of them; empty when the file cannot be read as a rubric."""


def read_locks(layers: Sequence[tuple[Path, str]]) -> dict[str, Release]:
    """Return the released rubrics of folders of rubrics, each with its name in problems, by id and in order.

    Raises ``CannotBuild`` with every line that is wrong, and where two folders disagree.
    """
    released: dict[str, Release] = {}
    problems: list[Problem] = []
    for folder, shown in layers:
        text, faults = _text(folder / LOCK, f"{shown}/{LOCK}")
        problems += faults
        for rubric, release, place in parse_lock(text, f"{shown}/{LOCK}", problems):
            known = released.setdefault(rubric, release)
            if known.digest != release.digest:
                problems.append(_disagreeing(f"{shown}/{LOCK}", place, rubric))
    if problems:
        raise CannotBuild(*problems)
    return {rubric: released[rubric] for rubric in sorted(released, key=version_key)}


def parse_lock(text: str, shown: str, problems: list[Problem]) -> Iterator[tuple[str, Release, str]]:
    """Yield (rubric id, release, line) of the text of a LOCK file; ``problems`` gets what is wrong in it."""
    last: tuple[str, tuple[int, ...]] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        place = f"line {number}"
        why, parts = _fault_of(line), line.split(" ")
        if why:
            problems.append(_bad_line(shown, place, why))
            continue
        key = version_key(parts[0])
        if last is not None and key <= last:
            why = f"{parts[0]} is there twice or after a later one"
            problems.append(_bad_line(shown, place, why))
            continue
        last = key
        yield parts[0], Release(day=parts[2], digest=parts[1]), place


def broken_locks(released: Mapping[str, Release], files: Sequence[RubricFile]) -> Iterator[Problem]:
    """Yield a problem for every file of a released rubric that changed, and for every one that is gone."""
    for file in files:
        release = released.get(file.rubric)
        if release is not None and release.digest != file.digest:
            yield _changed(file, release)
    present = {file.rubric for file in files}
    for rubric, release in released.items():
        if rubric not in present:
            yield _gone(rubric, release)


def add_to_lock(folder: Path, rubric: str, release: Release) -> None:
    """Add a line to the LOCK file of a folder, in its place; the file is replaced as a whole.

    Writers wait for one another, and a line that is there already is not written twice. Raises ``OSError``
    when it cannot be written; it is then as it was.
    """
    with one_writer(folder):
        _add_line(folder / LOCK, rubric, release)


def _add_line(path: Path, rubric: str, release: Release) -> None:
    lines = lock_text(path).splitlines() or list(HEAD)
    place = next(
        (n for n, line in enumerate(lines) if ID.match(line) and _key(line) > version_key(rubric)), len(lines)
    )
    if any(line.split(" ")[0] == rubric for line in lines):
        raise FileExistsError(errno.EEXIST, f"{rubric} was released in the meantime")
    lines.insert(place, f"{rubric} {release.digest} {release.day}")
    replace_text(path, "".join(f"{line}\n" for line in lines))


def _key(line: str) -> tuple[str, tuple[int, ...]]:
    return version_key(line.partition(" ")[0])


def lock_text(path: Path) -> str:
    """Return the text of a LOCK file, empty where there is none.

    Raises ``OSError`` for what is no file (a folder, a device, a link to nothing), which must not count as a
    file without lines, and ``UnicodeDecodeError``.
    """
    if not os.path.lexists(path):
        return ""
    if not path.is_file():
        raise OSError(errno.EINVAL, "it is no regular file")
    return path.read_text(encoding="utf-8")


def _text(path: Path, shown: str) -> tuple[str, list[Problem]]:
    try:
        return lock_text(path), []
    except (OSError, UnicodeDecodeError) as error:
        return "", [unreadable_lock(shown, error, "rubric")]


def unreadable_lock(shown: str, error: OSError | UnicodeDecodeError, kind: str) -> Problem:
    """Return the problem of a LOCK file that cannot be read; ``kind`` begins its code."""
    why = (
        "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror or "it cannot be read"
    )
    return Problem(
        file=shown,
        code=f"{kind}.lock-invalid",
        message=f"The LOCK file cannot be used: {why}.",
        advice=f"Put the file back (`git checkout -- {shown}`); without it nothing holds what is frozen.",
    )


def _fault_of(line: str) -> str:
    """Return what is wrong with one line, as a clause; empty when nothing is."""
    parts = line.split(" ")
    if len(parts) != 3:
        return f"{shorten(line)} is not an id, a digest and a day with one space between them"
    rubric, digest, day = parts
    if not ID.fullmatch(rubric):
        return f"{shorten(rubric)} is no id of a rubric"
    if not DIGEST.fullmatch(digest):
        return f"{shorten(digest)} is not sha256: and 64 hexadecimal digits"
    return "" if is_day(day) else f"{shorten(day)} is no day such as 2026-05-01"


def is_day(text: str) -> bool:
    """Say whether a text is a day of the calendar, written ``2026-05-01``."""
    try:
        return bool(DAY.fullmatch(text)) and bool(dt.date.fromisoformat(text))
    except ValueError:
        return False


def day_of(date: str | None) -> str:
    """Return the UTC day that a command writes down: as given, else of ``SOURCE_DATE_EPOCH``, else today.

    Raises ``CannotBuild`` for what is no day, and for a given day to come: what is written down has happened.
    """
    if date is not None:
        if not is_day(date):
            raise CannotBuild(_no_day("--date", date))
        if is_to_come(date):
            raise CannotBuild(_to_come(date))
        return date
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not epoch:
        return dt.datetime.now(dt.UTC).date().isoformat()
    try:
        return dt.datetime.fromtimestamp(int(epoch), dt.UTC).date().isoformat()
    except (ValueError, OverflowError, OSError) as error:
        raise CannotBuild(_no_day("SOURCE_DATE_EPOCH", epoch)) from error


def is_to_come(day: str) -> bool:
    """Say whether a day is after today, in UTC."""
    return day > dt.datetime.now(dt.UTC).date().isoformat()


def _to_come(day: str) -> Problem:
    return _bad_date(f"{day} is a day to come.", "Give --date as today or a day before.")


def _no_day(name: str, given: str) -> Problem:
    return _bad_date(f"{name} is {shorten(given)}, which is no day.", "Write a day as 2026-09-30.")


def _bad_date(message: str, advice: str) -> Problem:
    return Problem(file="command line", code="date.refused", message=message, advice=advice)


def _bad_line(shown: str, place: str, why: str) -> Problem:
    return Problem(
        file=shown,
        pointer=place,
        code="rubric.lock-invalid",
        message=f"This line of the LOCK file cannot be used: {why}.",
        advice="Restore the file with `git checkout`; only `site-builder rubric release` adds lines.",
    )


def _disagreeing(shown: str, place: str, rubric: str) -> Problem:
    return Problem(
        file=shown,
        pointer=place,
        code="rubric.lock-disagrees",
        message=f"{rubric} was released with another digest in the LOCK file of the project.",
        advice="Two rubrics cannot share an id: build with a version of the program that lacks this one.",
    )


def _changed(file: RubricFile, release: Release) -> Problem:
    folder = file.shown.rpartition("/")[0]
    paths = " ".join(f"{folder}/{name}" for name in file.names)
    now = f"is now {file.digest[:19]}…" if file.digest else "cannot be read as a rubric"
    restore = (
        "Install the program again"
        if file.shown.startswith("built-in ")
        else f"Restore it (`git checkout -- {paths}`; delete it where it is a copy of a built-in one)"
    )
    named = ", a changed companion file under a name of its own" if len(file.names) > 1 else ""
    return Problem(
        file=file.shown,
        code="rubric.released-changed",
        message=f"{file.rubric} was released on {release.day} as {release.digest[:19]}… and {now}; "
        f"it consists of {', '.join(file.names)}.",
        advice=f"{restore}, or keep the change under a new version{named}: "
        f"`site-builder rubric new {file.rubric}`.",
    )


def _gone(rubric: str, release: Release) -> Problem:
    return Problem(
        file=f"rubric_versions/{rubric}.yaml",
        code="rubric.released-missing",
        message=f"{rubric} was released on {release.day}, and its file is gone.",
        advice=f"Restore it: `git checkout -- rubric_versions/{rubric}.yaml`.",
    )
