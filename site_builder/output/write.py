"""Write a site beside its output folder and put it in place at the end.

Until ``swap`` the old site stays as it is; a build that fails or is killed leaves it untouched. An output
folder is replaced only when it is ours and nothing else lies in it: it carries the marker file, and its
manifest lists every file in it. Everything else is refused with ``CannotBuild`` and never deleted.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from threading import Thread
from types import TracebackType

from site_builder.errors import CannotBuild, Problem
from site_builder.output.leftovers import MARKER, MARKER_TEXT, clear_leftovers, remove_site, sibling
from site_builder.output.spare import drop, lay_aside, make_way, take_spare
from site_builder.pages.addresses import folded
from site_builder.sources.manifest import MANIFEST, SIGNATURE, read_manifest
from site_builder.sources.processes import signals_held


class Output:
    """A site on its way into its folder; as a context manager it is discarded unless ``swap`` was called."""

    def __init__(
        self, folder: Path, shown: str, project: Path, inputs: Iterable[Path], spare: Path | None = None
    ) -> None:
        """Make ready to write a site for ``folder``, which problems call ``shown``.

        ``inputs`` are the files and folders that are read, also those that are not there yet; ``spare`` is
        where a site may be kept for the next build, to be given only while the site in place is as it was
        written. Raises ``CannotBuild`` for a folder that is not ours, that holds the project or an input, or
        that lies in an input.
        """
        self.folder = folder.resolve()
        self.shown = shown
        inode = refuse_unsafe(self.folder, shown, project.resolve(), [path.resolve() for path in inputs])
        clear_leftovers(self.folder)
        self._new = sibling(self.folder, "new")
        self._spare = spare
        self._shared = take_spare(spare, self._new, inode) if spare is not None else set[str]()
        """Files of the site in place that the new folder began with."""
        self._before = read_manifest(self.folder) if self._shared else {}
        self._digests: dict[str, str] = {}
        self._places: dict[str, str] = {}
        self._folders = {""}
        self._made = {""}
        """Folders that ``keep`` made or found."""
        self._removal: Thread | None = None
        self._in_place = False
        self.notes: tuple[Problem, ...] = ()
        """What became of the signature of the site that was in place."""
        try:
            self._new.mkdir(parents=True, exist_ok=bool(self._shared))
        except OSError as error:
            raise CannotBuild(unwritable(shown, error)) from error
        if self._shared:
            self.settle({MARKER: hashlib.sha256(MARKER_TEXT).hexdigest()})
        else:
            self.write(MARKER, MARKER_TEXT)

    def __enter__(self) -> Output:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._in_place and isinstance(value, KeyboardInterrupt):
            value.add_note("The new site is complete and in place.")
        if self._shared and not self._in_place and self._spare is not None:
            lay_aside(self._new, self._spare)
        else:
            remove_site(self._new)
        if self._removal is not None:
            self._removal.join()

    @property
    def digests(self) -> dict[str, str]:
        """SHA-256 of every file so far, by path."""
        return self._digests

    @property
    def place(self) -> Path:
        """The folder that is being written, for those who write in other processes."""
        return self._new

    def write(self, path: str, content: bytes) -> None:
        """Write one file; ``path`` is relative with ``/``. Raises ``CannotBuild`` when it cannot be.

        A file that is given twice with the same bytes is written once, and one that is there not at all.
        """
        digest = hashlib.sha256(content).hexdigest()
        if self._digests.get(path) == digest:
            return
        self.settle({path: digest})
        if path in self._shared and self._before.get(path) == digest:
            return
        try:
            put(self._new, path, content)
        except OSError as error:
            raise CannotBuild(unwritable(f"{self.shown}/{path}", error)) from error

    def rewrite(self, path: str, content: bytes) -> None:
        """Write a file of this build again, in place of what was written. Raises ``OSError``."""
        (self._new / path).unlink()
        put(self._new, path, content)
        self._digests[path] = hashlib.sha256(content).hexdigest()

    def keep(self, files: Mapping[str, str]) -> None:
        """Take files over from the site that is in place: path → SHA-256."""
        self.settle(files)
        for path in files:
            if path in self._shared:
                continue
            folder = path.rpartition("/")[0]
            if folder not in self._made:
                os.makedirs(f"{self._new}/{folder}", exist_ok=True)
                self._made.add(folder)
            source, target = f"{self.folder}/{path}", f"{self._new}/{path}"
            try:
                os.link(source, target)
            except OSError:
                self._spare = None  # where files cannot be linked, none would be shared
                shutil.copy2(source, target)

    def _claim(self, path: str) -> None:
        """Reserve the place of a file. Raises ``CannotBuild`` where two would share it.

        Places are compared as case-insensitive file systems do, so that the site can be copied anywhere.
        """
        if "\\" in path or not {"", ".", ".."}.isdisjoint(path.split("/")):
            raise CannotBuild(_collision(f"{self.shown}/{path}", "its path leads out of the site"))
        self._claim_folder(path.rpartition("/")[0], path)
        self._claim_place(path, path)
        if path in self._folders:
            raise CannotBuild(_collision(f"{self.shown}/{path}", "a folder has the same place"))

    def _claim_folder(self, folder: str, path: str) -> None:
        if folder not in self._folders:
            self._claim_folder(folder.rpartition("/")[0], path)
            self._claim_place(folder, path)
            self._folders.add(folder)

    def _claim_place(self, part: str, path: str) -> None:
        other = self._places.setdefault(folded(part), part)
        if other != part or part in self._digests:
            raise CannotBuild(_collision(f"{self.shown}/{path}", f"{other} has the same place"))

    def settle(self, files: Mapping[str, str]) -> None:
        """Note files that are written: path → SHA-256. Raises ``CannotBuild`` where two share a place."""
        for path, digest in files.items():
            self._claim(path)
            self._digests[path] = digest

    def swap(self) -> None:
        """Write the manifest and put the new site in the place of the old one.

        The old one becomes the spare of the next build, or is removed meanwhile, which has ended when the
        context is left.
        """
        lines = (f"{self._digests[path]}  {path}\n" for path in sorted(self._digests))
        self.write(MANIFEST, "".join(lines).encode())
        old = sibling(self.folder, "old")
        try:
            drop(self._new, self._shared - self._digests.keys())
            self._take_signature()
            with signals_held():
                self._exchange(old)
                self._in_place = True
        except OSError as error:
            raise CannotBuild(unwritable(self.shown, error)) from error
        if self._spare is not None:
            lay_aside(old, self._spare)
            return
        self._removal = Thread(target=remove_site, args=(old,))
        self._removal.start()

    def _exchange(self, old: Path) -> None:
        if self.folder.exists():
            os.rename(self.folder, old)
        try:
            os.rename(self._new, self.folder)
        except OSError:
            if old.exists():
                os.rename(old, self.folder)
            raise

    def _take_signature(self) -> None:
        """Take the signature over where it is of this very manifest; else note that it is dropped."""
        if not (self.folder / SIGNATURE).is_file():
            return
        if (self.folder / MANIFEST).read_bytes() == (self._new / MANIFEST).read_bytes():
            shutil.copy2(self.folder / SIGNATURE, self._new / SIGNATURE)
        else:
            self.notes = (_dropped(f"{self.shown}/{SIGNATURE}"),)


def put(folder: Path, path: str, content: bytes) -> None:
    """Write a new file below ``folder``, with the folders on the way. Raises ``OSError``.

    What is there already is of the spare, and may share its bytes with the site in place: it is never written
    to, but replaced.
    """
    target = f"{folder}/{path}"
    try:
        _create(target, content)
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        make_way(folder, path)
        _create(target, content)


def _create(target: str, content: bytes) -> None:
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target, "xb", buffering=0) as file:
        file.write(content)


def refuse_unsafe(folder: Path, shown: str, project: Path, inputs: Iterable[Path]) -> dict[str, int]:
    """Return the inode of each file of the site in ``folder``, by path; empty where there is none.

    Raises ``CannotBuild`` unless another may be put in its place. All paths are resolved.
    """
    for path in (project, *inputs):
        if path.is_relative_to(folder):
            why = f"it holds {path.name}" if path != folder else f"it is {path.name}"
            raise CannotBuild(_unsafe(shown, f"{why}, which the site is built from"))
        if path != project and folder.is_relative_to(path):
            raise CannotBuild(_unsafe(shown, f"it lies inside {path.name}, which the site is built from"))
    if not folder.exists():
        return {}
    if not folder.is_dir():
        raise CannotBuild(_unsafe(shown, "it is a file"))
    present = files_below(folder)
    if present and MARKER not in present:
        raise CannotBuild(_unsafe(shown, "it was not written by site-builder"))
    foreign = sorted(present.keys() - read_manifest(folder).keys() - {MANIFEST, SIGNATURE})
    if foreign:
        named = ", ".join(foreign[:3]) + (f" and {len(foreign) - 3} more" if len(foreign) > 3 else "")
        raise CannotBuild(_unsafe(shown, f"it holds files that are not part of the site: {named}"))
    return present


def files_below(folder: Path) -> dict[str, int]:
    """Return the inode of everything below a folder that is not a folder, by path, relative with ``/``."""
    found: dict[str, int] = {}
    todo = [""]
    while todo:
        front = todo.pop()
        with os.scandir(f"{folder}/{front}") as listing:
            for entry in listing:
                path = f"{front}{entry.name}"
                if entry.is_dir(follow_symlinks=False):
                    todo.append(f"{path}/")
                else:
                    found[path] = entry.inode()
    return found


def _unsafe(shown: str, why: str) -> Problem:
    return Problem(
        file=shown,
        code="output.unsafe",
        message=f"The output folder is left alone: {why}.",
        advice="Choose another folder with --out, or move what is in it; nothing was deleted.",
    )


def _dropped(shown: str) -> Problem:
    return Problem(
        file=shown,
        code="output.signature-dropped",
        message="The signature was of the site that was in place, and is gone with it.",
        advice="Sign the new site with `site-builder sign`.",
        severity="warning",
    )


def _collision(shown: str, why: str) -> Problem:
    return Problem(
        file=shown,
        code="output.collision",
        message=f"This file cannot be written: {why}.",
        advice="Rename the run, board or page that it belongs to.",
    )


def unwritable(shown: str, error: OSError) -> Problem:
    """Return the problem of an output that the system refuses to write."""
    return Problem(
        file=shown,
        code="output.unwritable",
        message=f"The output cannot be written: {error.strerror or error}.",
        advice="Check permissions and free space; the site that was in place is unchanged.",
    )
