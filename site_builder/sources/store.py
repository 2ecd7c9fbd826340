"""The store of measurements, ``.proofboard/store.sqlite``: what was measured once is not measured again.

It holds measurements by the content they were made from, an index from the stat signature of a run folder
to that content, and the receipt of the last build of every output folder; compiled templates lie beside it,
and a spare site (``output/spare``).
Nothing in it is needed: a store that is absent, damaged, locked, of another program or of another version is
left aside with a note, and the build takes longer. What it gives back is checked against a seal over table,
key and record, so an entry that is damaged, or stands under the key of another, is made anew.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from site_builder.errors import Problem
from site_builder.records.run import Imported
from site_builder.sources.files import shown
from site_builder.sources.packing import unpack
from site_builder.sources.replacing import replace_text

FOLDER = ".proofboard"
FILE = "store.sqlite"
TEMPLATES = "templates"
APPLICATION_ID = 0x50424431
"""Written into the database, so that a file of another program is recognised and left alone."""
FORMAT = 7
"""Raised whenever a table or a record kept in it changes; an older store is emptied."""
LOCK_TIMEOUT_S = 1.0
_UNUSABLE = (sqlite3.Error, UnicodeError)
"""What a damaged database raises; Python cannot decode what SQLite says of a name that is no text."""
CHUNK = 500

_TABLES = (
    "CREATE TABLE measurements (key TEXT PRIMARY KEY, seal BLOB NOT NULL, record BLOB NOT NULL)",
    "CREATE TABLE folders (folder TEXT PRIMARY KEY, seal BLOB NOT NULL, signature TEXT NOT NULL,"
    " key TEXT NOT NULL)",
    "CREATE TABLE scores (shelf TEXT PRIMARY KEY, seal BLOB NOT NULL, record BLOB NOT NULL)",
    "CREATE TABLE receipts (output TEXT PRIMARY KEY, seal BLOB NOT NULL, record BLOB NOT NULL)",
)


class Store:
    """One open store; as a context manager it saves on leaving, unless an exception is on its way."""

    def __init__(self, root: Path, *, enabled: bool = True) -> None:
        """Open or create the store of the project in ``root``. Never raises; see ``notes``."""
        self.notes: list[Problem] = []
        self._path = root / FOLDER / FILE
        self._db: sqlite3.Connection | None = None
        if enabled:
            self._open()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(save=kind is None)

    @property
    def usable(self) -> bool:
        """Whether anything is remembered."""
        return self._db is not None

    @property
    def templates(self) -> Path | None:
        """Folder for compiled templates, made where it is absent; ``None`` where nothing is remembered."""
        folder = self._path.parent / TEMPLATES
        try:
            if self._db is not None:
                folder.mkdir(exist_ok=True)
                return folder
        except OSError as error:
            self._leave_aside(error)
        return None

    @property
    def has_measurements(self) -> bool:
        """Whether anything measured is remembered, also where no folder's signature could be trusted."""
        return any(True for _ in self._rows("SELECT 1 FROM measurements LIMIT 1"))

    def folders(self) -> dict[str, tuple[str, str]]:
        """Return what is known of folders and whole: folder → (stat signature, content key)."""
        return {
            folder: (signature, key)
            for folder, seal, signature, key in self._rows("SELECT folder, seal, signature, key FROM folders")
            if seal == _seal("folders", folder, signature, key)
        }

    def remember_folders(self, folders: Mapping[str, tuple[str, str]]) -> None:
        """Keep what is known of folders now."""
        self._write_many(
            "INSERT OR REPLACE INTO folders VALUES (?, ?, ?, ?)",
            ((name, _seal("folders", name, *known), *known) for name, known in folders.items()),
        )

    def measurements(self, keys: Iterable[str]) -> dict[str, tuple[tuple[Imported, ...], str]]:
        """Return the measurements that are known and whole: content key → (exports of the folder, digest).

        An entry without any export is not known. The digest is that of the record, whatever its key.
        """
        wanted = sorted(set(keys))
        found: dict[str, tuple[tuple[Imported, ...], str]] = {}
        for start in range(0, len(wanted), CHUNK):
            part = wanted[start : start + CHUNK]
            marks = ", ".join("?" * len(part))
            query = f"SELECT key, seal, record FROM measurements WHERE key IN ({marks})"  # noqa: S608
            for key, seal, record in self._rows(query, part):
                digest = digest_of(record) if isinstance(record, bytes) else b""
                if seal == _seal("measurements", key, digest):
                    exports = _exports(record)
                    if exports:
                        found[key] = exports, digest.hex()
        return found

    def remember(self, measured: Iterable[tuple[str, bytes]]) -> None:
        """Keep measurements, each as (content key, record that ``packing`` made)."""
        self._write_many(
            "INSERT OR REPLACE INTO measurements VALUES (?, ?, ?)",
            ((key, _seal("measurements", key, digest_of(record)), record) for key, record in measured),
        )

    def scores(self) -> dict[str, bytes]:
        """Return the short results of scoring that the last build used and that are whole, by key."""
        found: dict[str, bytes] = {}
        for shelf, seal, record in self._rows("SELECT shelf, seal, record FROM scores"):
            if isinstance(record, bytes) and seal == _seal("scores", shelf, digest_of(record)):
                found |= _results(record)
        return found

    def remember_scores(self, before: Mapping[str, bytes], now: Mapping[str, bytes]) -> None:
        """Replace the stored results ``before`` by those that were used ``now``; equal ones stay as they are.

        They lie on shelves of a few each: to read or to seal thousands one by one takes four times as long.
        """
        gone = before.keys() - now.keys()
        changed = {_shelf(key) for key in gone}
        changed |= {_shelf(key) for key, record in now.items() if before.get(key) != record}
        shelves: dict[str, dict[str, bytes]] = {shelf: {} for shelf in sorted(changed)}
        for key in sorted(now):
            if (shelf := _shelf(key)) in changed:
                shelves[shelf][key] = now[key]
        self._write_many("DELETE FROM scores WHERE shelf = ?", ((shelf,) for shelf in shelves))
        rows = ((shelf, msgspec.msgpack.encode(results)) for shelf, results in shelves.items() if results)
        self._write_many(
            "INSERT INTO scores VALUES (?, ?, ?)",
            ((shelf, _seal("scores", shelf, digest_of(record)), record) for shelf, record in rows),
        )

    def receipt(self, output: str) -> bytes | None:
        """Return the receipt kept for an output folder, as it was given."""
        output = _as_text(output)
        for seal, record in self._rows("SELECT seal, record FROM receipts WHERE output = ?", [output]):
            if seal == _seal("receipts", output, record):
                return record  # type: ignore[no-any-return]
        return None

    def remember_receipt(self, output: str, record: bytes | None) -> None:
        """Keep the receipt of an output folder, or forget it."""
        output = _as_text(output)
        self._write("DELETE FROM receipts WHERE output = ?", [output])
        if record is not None:
            seal = _seal("receipts", output, record)
            self._write("INSERT INTO receipts VALUES (?, ?, ?)", [output, seal, record])

    def close(self, *, save: bool = True) -> None:
        """Save and close; entries that no folder refers to go once they are the larger part."""
        if save:
            self._prune()
        if self._db is None:
            return
        try:
            if save:
                self._db.commit()
            else:
                self._db.rollback()
            self._db.close()
        except _UNUSABLE as error:
            self._leave_aside(error)
        self._db = None

    def _prune(self) -> None:
        unused = "FROM measurements WHERE key NOT IN (SELECT key FROM folders)"
        for (count,) in self._rows(f"SELECT count(*) {unused}"):
            for (kept,) in self._rows("SELECT count(*) FROM folders"):
                if count > kept + 100:
                    self._write(f"DELETE {unused}")

    def _open(self) -> None:
        try:
            self._path.parent.mkdir(exist_ok=True)
            ignore = self._path.parent / ".gitignore"
            if not ignore.exists():
                replace_text(ignore, "*\n")
            self._db = sqlite3.connect(self._path, timeout=LOCK_TIMEOUT_S, check_same_thread=False)
            self._prepare(self._db)
        except (OSError, *_UNUSABLE) as error:
            self._leave_aside(error)

    def _prepare(self, db: sqlite3.Connection) -> None:
        (application,) = db.execute("PRAGMA application_id").fetchone()
        (version,) = db.execute("PRAGMA user_version").fetchone()
        (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if application != APPLICATION_ID and (application or version or tables):
            raise sqlite3.DatabaseError("it belongs to another program")
        if application == APPLICATION_ID and version == FORMAT:
            return
        db.execute("BEGIN IMMEDIATE")
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            db.execute(f'DROP TABLE "{name}"')
        for table in _TABLES:
            db.execute(table)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {FORMAT}")
        db.commit()

    def _rows(self, query: str, values: list[str] | tuple[()] = ()) -> Iterator[tuple[Any, ...]]:
        if self._db is None:
            return iter(())
        try:
            return iter(self._db.execute(query, values).fetchall())
        except _UNUSABLE as error:
            self._leave_aside(error)
            return iter(())

    def _write(self, statement: str, values: list[object] | tuple[()] = ()) -> None:
        self._write_many(statement, [values])

    def _write_many(self, statement: str, rows: Iterable[tuple[object, ...] | list[object]]) -> None:
        if self._db is None:
            return
        try:
            self._db.executemany(statement, rows)
        except _UNUSABLE as error:
            self._leave_aside(error)

    def _leave_aside(self, error: Exception) -> None:
        if self._db is not None:
            self._db.close()
        self._db = None
        words = f"The store of measurements cannot be used: {getattr(error, 'strerror', None) or error}."
        advice = f"Nothing is lost; delete {FOLDER}/ to have a new one, or build with --no-cache."
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            words = "Another build is at work with the store of measurements, so this one did without."
            advice = "Nothing is lost; the next build uses it again."
        self.notes.append(
            Problem(
                file=f"{FOLDER}/{FILE}",
                code="store.unusable",
                message=words,
                advice=advice,
                severity="note",
            )
        )


def _as_text(output: str) -> str:
    """Return the path of an output folder as the database can hold it; most are text as they are."""
    return output if output.isascii() or shown(output) == output else ascii(output)


def _shelf(key: str) -> str:
    """Return where a result lies: with those whose keys, which are mostly digests, begin alike."""
    return key[:2]


def _results(record: bytes) -> dict[str, bytes]:
    """Return the results on a shelf, none where the record holds something else."""
    try:
        return msgspec.msgpack.decode(record, type=dict[str, bytes])
    except msgspec.MsgspecError:
        return {}


def digest_of(record: bytes) -> bytes:
    """Return the digest of a record, by which what is made from it is remembered."""
    return hashlib.sha256(record).digest()[:16]


def _seal(table: str, *row: Any) -> bytes:
    """Return what is kept beside a row. In MessagePack no two rows read alike, nor do text and bytes."""
    return hashlib.sha256(msgspec.msgpack.encode((table, *row))).digest()[:16]


def _exports(record: bytes) -> tuple[Imported, ...]:
    """Return the exports in a record, none where it holds something else."""
    try:
        return unpack(record)
    except (msgspec.MsgspecError, RecursionError):
        return ()
