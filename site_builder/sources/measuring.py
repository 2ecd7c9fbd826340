"""Measure run folders: from the store where nothing changed, else on all processors.

What is sent to a process is an importer, paths and plain configuration; what comes back are a key and a few
kilobytes for each folder. Any ``concurrent.futures.Executor`` will do. An export on which the measuring
process dies or fails is left out with that reason; the others are measured all the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import NamedTuple

from site_builder.errors import Problem
from site_builder.records.run import Imported, LeftOut
from site_builder.sources.files import name_below, shown
from site_builder.sources.importers import ImportConfig, Importer
from site_builder.sources.packing import pack, unpack
from site_builder.sources.processes import Pools, fork_pool
from site_builder.sources.store import Store, digest_of
from site_builder.sources.tree_scan import Signature, together

SERIAL_BELOW = 20
"""Fewer changed runs than this are measured in this process; starting others would take longer."""
SMALLEST_TASK, LARGEST_TASK = 10, 25

Progressing = Callable[[int, int], None]
"""Told how many runs are measured, of how many."""


class Task(NamedTuple):
    """Work for one process: folders of one importer."""

    importer: Importer
    config: ImportConfig
    folders: tuple[Path, ...]


class Package(NamedTuple):
    """What comes back for one folder."""

    folder: Path
    key: str
    """Content key; empty when what came of the folder is not to be remembered."""
    record: bytes
    """Its exports, measured and packed."""


class Measured(NamedTuple):
    """The outcome for all folders."""

    imported: list[Imported]
    """In the order of the folders."""
    fresh: int
    """How many folders were measured now; the others were known."""
    prints: Mapping[str, str]
    """Folder as readers know it → digest of the records it gave."""


class Measuring:
    """How to measure: with which store, on how many processors."""

    def __init__(
        self,
        store: Store,
        context: str,
        *,
        jobs: int,
        progress: Progressing | None = None,
        pools: Pools = fork_pool,
    ) -> None:
        """``context`` stands for everything but the exports that a measurement depends on."""
        self.store = store
        self.context = context
        self.jobs = jobs
        self.progress = progress
        self.pools = pools

    def measure(
        self,
        importer: Importer,
        folders: Sequence[Path],
        config: ImportConfig,
        signatures: Mapping[str, Signature],
    ) -> Measured:
        """Return what the importer makes of ``folders``.

        ``signatures`` holds stat signatures by path relative to the project. A folder with the signature that
        the store remembers is not read at all; one with known content is read and not measured.
        """
        stamps = self._stamps(importer, folders, config, signatures)
        remembered = self.store.folders()
        keys = {
            folder: remembered[slot][1]
            for folder, (slot, stamp) in stamps.items()
            if slot in remembered and remembered[slot][0] == stamp
        }
        if remembered or self.store.has_measurements:
            keys |= {
                folder: self._key(importer.content_key(folder, config))
                for folder in folders
                if folder not in keys
            }
        known = self.store.measurements(keys.values())
        found = {folder: known[key][0] for folder, key in keys.items() if key in known}
        prints = {folder: known[key][1] for folder, key in keys.items() if key in known}
        missing = tuple(folder for folder in folders if folder not in found)
        fresh: list[tuple[str, bytes]] = []
        for package in self._all(Task(importer, config, missing)):
            found[package.folder] = unpack(package.record)
            prints[package.folder] = digest_of(package.record).hex()
            keys.pop(package.folder, None)
            if package.key:
                keys[package.folder] = self._key(package.key)
                fresh.append((keys[package.folder], package.record))
        self.store.remember(fresh)
        seen = {slot: (stamp, keys[folder]) for folder, (slot, stamp) in stamps.items() if folder in keys}
        self.store.remember_folders({s: known for s, known in seen.items() if remembered.get(s) != known})
        return Measured(
            [item for folder in folders for item in found[folder]],
            len(missing),
            {item.folder: prints[folder] for folder in folders for item in found[folder]},
        )

    def _stamps(
        self,
        importer: Importer,
        folders: Sequence[Path],
        config: ImportConfig,
        signatures: Mapping[str, Signature],
    ) -> dict[Path, tuple[str, str]]:
        """Return for each folder whose signature can be trusted (slot in the store, stamp)."""
        linter = config.linter_configuration
        rules = hashlib.sha256(linter.read_bytes() if linter.is_file() else b"").hexdigest()
        stamps: dict[Path, tuple[str, str]] = {}
        for folder in folders:
            name = name_below(config.project, folder)
            if name not in signatures or name != shown(name):
                continue
            places = (name, *(name_below(config.project, path) for path in importer.beside(folder)))
            seen = together([(place, signatures[place]) for place in places if place in signatures])
            if not seen.racy:
                stamps[folder] = (f"{importer.family} {rules} {name}", self._key(seen.digest))
        return stamps

    def _key(self, content: str) -> str:
        return hashlib.sha256(f"{self.context}\n{content}".encode()).hexdigest()

    def _all(self, task: Task) -> Iterator[Package]:
        total = len(task.folders)
        rest: list[Path] = []
        few = self.jobs < 2 or total < SERIAL_BELOW
        first = _serially(task, rest) if few else _spread(task, self.jobs, self.pools, rest)
        done = 0
        for stream in (first, _one_by_one(task, rest, self.pools)):
            for package in stream:
                done += 1
                if self.progress:
                    self.progress(done, total)
                yield package


def work(task: Task) -> list[Package]:
    """Measure the folders of a task; runs in whatever process the executor chose."""
    keys = {folder: task.importer.content_key(folder, task.config) for folder in task.folders}
    labels = {shown(name_below(task.config.project, folder)): folder for folder in task.folders}
    grouped: dict[Path, list[Imported]] = {folder: [] for folder in task.folders}
    if len(labels) == len(task.folders):
        for item in task.importer.read(task.folders, task.config):
            grouped[labels[item.folder]].append(item)
    else:  # names that differ only in bytes that are no text
        for folder in task.folders:
            grouped[folder] = task.importer.read([folder], task.config)
    return [
        Package(folder, "" if _worth_another_try(imported) else keys[folder], pack(imported))
        for folder, imported in grouped.items()
    ]


def _serially(task: Task, rest: list[Path]) -> Iterator[Package]:
    """Measure in this process; the folders of a part that fails are put into ``rest``."""
    for part in _parts(task.folders, SMALLEST_TASK):
        try:
            packages = work(task._replace(folders=part))
        except Exception:  # an importer's fault must not cost more than the runs it concerns
            rest += part
        else:
            yield from packages


def _spread(task: Task, jobs: int, pools: Pools, rest: list[Path]) -> Iterator[Package]:
    """Measure in several processes; the folders of a part that fails are put into ``rest``."""
    size = max(SMALLEST_TASK, min(LARGEST_TASK, -(-len(task.folders) // (4 * jobs))))
    futures: dict[Future[list[Package]], tuple[Path, ...]] = {}
    with pools(jobs) as executor:
        for part in _parts(task.folders, size):
            try:
                futures[executor.submit(work, task._replace(folders=part))] = part
            except BrokenProcessPool:
                rest += part
        for future in as_completed(futures):
            if future.exception() is None:
                yield from future.result()
            else:
                rest += futures[future]


def _one_by_one(task: Task, rest: Sequence[Path], pools: Pools) -> Iterator[Package]:
    """Measure each folder by itself in another process, so that only the culprits are left out."""
    folders = sorted(rest)
    while folders:
        with pools(1) as executor:
            while folders:
                folder = folders.pop(0)
                try:
                    yield from executor.submit(work, task._replace(folders=(folder,))).result()
                except BrokenProcessPool:
                    yield _failed(folder, task.config, "the process that measured it died")
                    break
                except Exception as error:
                    yield _failed(folder, task.config, f"measuring it failed with {type(error).__name__}")


def _parts(folders: tuple[Path, ...], size: int) -> Iterator[tuple[Path, ...]]:
    yield from (folders[start : start + size] for start in range(0, len(folders), size))


def _failed(folder: Path, config: ImportConfig, why: str) -> Package:
    name = shown(name_below(config.project, folder))
    problem = Problem(
        file=name,
        code="run.measuring-failed",
        message=f"The export cannot be measured: {why}.",
        advice="Look for a file of extreme size or nesting; if there is none, report this export as a fault.",
        run=shown(folder.name),
    )
    left_out = LeftOut(
        folder=name, run_id="", reason=f"It cannot be measured: {why}.", problems=(problem.code,)
    )
    imported = (Imported(folder=name, left_out=left_out, problems=(problem,)),)
    return Package(folder, "", pack(imported))


def _worth_another_try(imported: Sequence[Imported]) -> bool:
    """Say whether a tool failed on the export, which next time may be otherwise."""
    return any(
        metric.reason == "tool_failed"
        for item in imported
        if item.run is not None
        for metric in item.run.metrics.values()
    )
