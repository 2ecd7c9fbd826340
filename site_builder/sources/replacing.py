"""Write files that other processes may read or write at the same time: one writer, whole files."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from typing import Self

try:
    import fcntl
except ImportError:  # a system without it, where nothing makes a second writer wait
    fcntl = None  # type: ignore[assignment]


def hold(handle: int) -> None:
    """Wait for the writer's lock of an open file or folder and keep it until that is closed."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX)


@contextmanager
def one_writer(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, which must exist; others that ask for it wait. Raises ``OSError``."""
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        hold(handle)
        yield
    finally:
        os.close(handle)


def replace_text(path: Path, text: str) -> None:
    """Write one file as ``replace_texts`` does. Raises ``OSError``."""
    replace_texts({path: text})


def replace_texts(texts: Mapping[Path, str]) -> None:
    """Write files whole, all or none: beside their places, onto the disk, and only then into their places.

    A link stays, and the file that it leads to is replaced. What is there and no regular file, such as a
    terminal or a pipe, is written to. Folders are made where they are absent. Raises ``OSError`` when
    something cannot be written; all that was there is then as it was.
    """
    with NewFiles() as new, ExitStack() as neighbours:
        ready: list[tuple[Path, Path]] = []
        for path, text in texts.items():
            if path.exists() and not path.is_file():  # a pipe behind /dev/stdout has no path of its own
                path.write_text(text, encoding="utf-8", newline="\n")
                continue
            place = Path(os.path.realpath(path))
            new.folder(place.parent)
            beside = _beside(place)
            neighbours.callback(beside.unlink, missing_ok=True)
            _write(beside, text.encode())
            if place.exists():
                shutil.copymode(place, beside)
            ready.append((beside, place))
        for beside, place in ready:
            os.replace(beside, place)


class NewFiles:
    """Files and folders that begin to exist together: those already made are removed when the block fails.

    Each is made beside its place first, so that none is ever there in part.
    """

    def __enter__(self) -> Self:
        self._removals = ExitStack()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._removals.close()

    def folder(self, path: Path) -> None:
        """Make a folder and those above it, where they are absent. Raises ``OSError``."""
        absent = takewhile(lambda one: not one.exists(), (path, *path.parents))
        for one in reversed([*absent]):
            one.mkdir(exist_ok=True)
            self._removals.callback(_remove_empty, one)

    def file(self, path: Path, content: bytes) -> None:
        """Write a file where there is none, with its folder. Raises ``OSError``, also where there is one."""
        self.folder(path.parent)
        beside = _beside(path)
        try:
            _write(beside, content)
            _move(beside, path)
        finally:
            beside.unlink(missing_ok=True)
        self._removals.callback(path.unlink, missing_ok=True)

    def tree(self, source: Path, path: Path, leave_out: Sequence[str]) -> None:
        """Copy a folder to where there is none, without names that fit ``leave_out``. Raises ``OSError``."""
        self.folder(path.parent)
        beside = _beside(path)
        faults: list[OSError] = []

        def copy(one: str, other: str) -> None:
            try:
                shutil.copy2(one, other)
            except OSError as error:
                faults.append(error)
                raise

        try:
            shutil.copytree(source, beside, ignore=shutil.ignore_patterns(*leave_out), copy_function=copy)
            _move(beside, path)
        except shutil.Error as error:  # the text of which is a list of every file
            raise (faults or [error])[0] from None
        finally:
            shutil.rmtree(beside, ignore_errors=True)
        self._removals.callback(shutil.rmtree, path, ignore_errors=True)


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}")


def _write(path: Path, content: bytes) -> None:
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _move(beside: Path, path: Path) -> None:
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), os.fspath(path))
    os.rename(beside, path)


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):  # somebody else put something there
        folder.rmdir()
