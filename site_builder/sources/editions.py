"""``releases/``: frozen editions of the site, checked against ``releases/LOCK`` in every build.

One line for each edition, in the order of freezing: ``<name> <sha256 of its MANIFEST.sha256> <day>``. An
edition that is not what was frozen, or has no line, stops the build. Contents are hashed when the stat
signature of an edition is not the one seen last; else its files are as they were.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from site_builder.errors import CannotBuild, Problem, shorten
from site_builder.records.edition import EDITION_FILE, Edition, FrozenEdition
from site_builder.sources.locks import DIGEST, is_day, lock_text, unreadable_lock
from site_builder.sources.manifest import MANIFEST, SIGNATURE, read_manifest
from site_builder.sources.replacing import one_writer, replace_text
from site_builder.sources.store import Store
from site_builder.sources.tree_scan import scan

FOLDER, LOCK = "releases", "LOCK"
HEAD = "# Frozen editions: name, digest of the manifest, day. Only lines are added."


def read_editions(root: Path, store: Store) -> tuple[FrozenEdition, ...]:
    """Return the editions of a project in the order of freezing. Raises ``CannotBuild`` where one changed."""
    locked = read_lock(root)
    present = edition_folders(root)
    faults = [_no_line(name) for name in present if name not in locked]
    faults += [_gone(name) for name in locked if name not in present]
    if not faults:
        for name, (digest, _) in locked.items():
            faults += _differences(root / FOLDER / name, name, digest, store)
    if faults:
        raise CannotBuild(*faults)
    names = list(locked)
    return tuple(
        _edition(root, name, locked[name], names[place + 1] if place + 1 < len(names) else "")
        for place, name in enumerate(names)
    )


def read_lock(root: Path) -> dict[str, tuple[str, str]]:
    """Return name → (digest of the manifest, day), in order.

    Raises ``CannotBuild`` for a bad line, and for a LOCK that is no file or cannot be read.
    """
    path = root / FOLDER / LOCK
    found: dict[str, tuple[str, str]] = {}
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = line.split(" ")
        if len(parts) != 3 or not DIGEST.fullmatch(parts[1]) or not is_day(parts[2]) or parts[0] in found:
            raise CannotBuild(_bad_line(number, line))
        found[parts[0]] = parts[1], parts[2]
    return found


def add_edition(root: Path, edition: Edition) -> str:
    """Add the line of an edition that was just written, and return the digest of its manifest."""
    folder = root / FOLDER
    digest = _sha256(folder / edition.name / MANIFEST)
    with one_writer(folder):
        known = read_lock(root)
        lines = _lines(folder / LOCK) or [HEAD]
        if edition.name not in known:
            lines.append(f"{edition.name} sha256:{digest} {edition.day}")
        replace_text(folder / LOCK, "".join(f"{line}\n" for line in lines))
    return f"sha256:{digest}"


def edition_folders(root: Path) -> list[str]:
    """Return the names of the folders below ``releases/``, hidden ones left out."""
    folder = root / FOLDER
    if not folder.is_dir():
        return []
    return sorted(path.name for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))


def _differences(folder: Path, name: str, digest: str, store: Store) -> Iterator[Problem]:
    if not (folder / MANIFEST).is_file() or f"sha256:{_sha256(folder / MANIFEST)}" != digest:
        yield _changed(name, MANIFEST, "is not the one that was frozen")
        return
    seen = scan(folder)
    key = f"{folder}#edition"
    if store.receipt(key) == seen.digest.encode():
        return
    listed = read_manifest(folder)
    present = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    whole = True
    for path in sorted({*listed, *present} - {MANIFEST, SIGNATURE}):
        why = _why_not(folder, path, listed)
        if why:
            whole = False
            yield _changed(name, path, why)
    store.remember_receipt(key, seen.digest.encode() if whole and not seen.racy else None)


def _why_not(folder: Path, path: str, listed: dict[str, str]) -> str:
    target = folder / path
    if path not in listed:
        return "is not part of it"
    if target.is_symlink() or not target.is_file():
        return "is gone"
    return "" if _sha256(target) == listed[path] else "is not as it was frozen"


def _edition(root: Path, name: str, line: tuple[str, str], later: str) -> FrozenEdition:
    try:
        told = msgspec.json.decode((root / FOLDER / name / EDITION_FILE).read_bytes(), type=dict[str, object])
    except (OSError, msgspec.MsgspecError):
        told = {}
    return FrozenEdition(
        name=name,
        day=line[1],
        manifest=line[0],
        data_date=str(told.get("data_date", "")),
        site_digest=str(told.get("site_digest", "")),
        superseded_by=later,
    )


def _lines(path: Path) -> list[str]:
    try:
        return lock_text(path).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CannotBuild(unreadable_lock(f"{FOLDER}/{LOCK}", error, "edition")) from error


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _changed(name: str, path: str, why: str) -> Problem:
    return Problem(
        file=f"{FOLDER}/{name}/{path}",
        code="edition.changed",
        message=f"The edition {name} is frozen, and this file {why}.",
        advice=f"Restore it: `git checkout -- {FOLDER}/{name}`; what was cited has to stay as it was.",
    )


def _no_line(name: str) -> Problem:
    return Problem(
        file=f"{FOLDER}/{name}",
        code="edition.no-line",
        message=f"{FOLDER}/{LOCK} has no line for this folder.",
        advice="Restore the LOCK file; if the freezing was broken off, delete the folder and freeze again.",
    )


def _gone(name: str) -> Problem:
    return Problem(
        file=f"{FOLDER}/{name}",
        code="edition.missing",
        message="The LOCK file lists this edition, and it is gone.",
        advice=f"Restore it: `git checkout -- {FOLDER}/{name}`.",
    )


def _bad_line(number: int, line: str) -> Problem:
    return Problem(
        file=f"{FOLDER}/{LOCK}",
        pointer=f"line {number}",
        code="edition.lock-invalid",
        message=f"{shorten(line)} is not a new name, a digest and a day with one space between them.",
        advice="Restore the file with `git checkout`; only `site-builder freeze` adds lines.",
    )
