"""The exports of all boards: found, measured, and their duplicates refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

import msgspec

from site_builder.errors import CannotBuild, Problem
from site_builder.quarantine import unknown_codes
from site_builder.records.ledger import LEDGER_FILE, Ledger
from site_builder.records.run import Imported, LeftOut, RunRecord
from site_builder.records.site import SITE_FILE, Board, Site
from site_builder.site_data import Board as FormedBoard
from site_builder.sources.family_studies import STUDIES
from site_builder.sources.files import name_below, shown
from site_builder.sources.importers import ImportConfig, Importer, Overlooking, Telling
from site_builder.sources.measuring import Measuring
from site_builder.sources.project import Project
from site_builder.sources.rubric_catalogue import RubricCatalogue
from site_builder.sources.tree_scan import Signature
from site_builder.sources.unlisted import unlisted_problem, why_unlisted

LINTER_CONFIGURATION = "standard_ruff.toml"

Source = tuple[str, str, Path]
"""(family, folder of exports, configuration of the linter): measured once, for however many boards."""


@dataclass(frozen=True, slots=True)
class Exports:
    """Everything that was read of the exports."""

    runs: Mapping[int, tuple[RunRecord, ...]]
    """Position of a board in ``site.yaml`` → the valid runs of its folder."""
    left_out: tuple[LeftOut, ...]
    problems: tuple[Problem, ...]
    fresh: int
    """How many were measured now; the others were known."""
    record_digests: Mapping[tuple[str, str], str]
    """(folder, run id) → digest of the run's record: equal ones say the same."""

    @property
    def every_run(self) -> tuple[RunRecord, ...]:
        """Every valid run once, by folder."""
        unique = {(run.folder, run.run_id, run.digest): run for runs in self.runs.values() for run in runs}
        return tuple(unique[key] for key in sorted(unique))


def require_families(site: Site, importers: Mapping[str, Importer]) -> None:
    """Raise ``CannotBuild`` for every board of a family that has neither an importer nor a study."""
    known = sorted({*importers, *STUDIES})
    unknown = [
        _unknown(index, board, known) for index, board in enumerate(site.boards) if board.family not in known
    ]
    if unknown:
        raise CannotBuild(*unknown)


def read_exports(
    project: Project,
    catalogue: RubricCatalogue,
    importers: Mapping[str, Importer],
    measuring: Measuring,
    signatures: Mapping[str, Signature],
    *,
    ledger: Ledger,
) -> Exports:
    """Find and measure the exports of every board; a family with a study may have no importer.

    Of several exports with one id, the one that ``ledger`` pins is the run, else that of the earliest folder.
    """
    boards = project.site.boards
    sources = [
        (board.family, board.runs, _linter(board, catalogue)) if board.family in importers else None
        for board in boards
    ]
    imported: dict[Source, list[Imported]] = {}
    record_digests: dict[tuple[str, str], str] = {}
    overlooked: list[Problem] = []
    fresh = 0
    for source in dict.fromkeys(source for source in sources if source is not None):
        family, folder, linter = source
        importer = importers[family]
        config = ImportConfig(project=project.root, linter_configuration=linter)
        found, unlisted = _found(importer, project, folder, signatures)
        if isinstance(importer, Overlooking):
            overlooked += importer.overlooked(project.run_folder(folder), folder)
        measured = measuring.measure(importer, found, config, signatures)
        imported[source] = [*_without_duplicates(importer, measured.imported, ledger), *unlisted]
        fresh += measured.fresh
        for item in measured.imported:
            if item.run is not None:
                place = (item.run.folder, item.run.run_id)
                record_digests[place] = f"{record_digests.get(place, '')} {measured.prints[item.folder]}"
    for index, board in enumerate(boards):
        of_family = importers.get(board.family)
        if isinstance(of_family, Telling):
            overlooked += unknown_codes(board, f"/boards/{index}", of_family.codes)
    said = (problem for items in imported.values() for item in items for problem in item.problems)
    return Exports(
        runs={index: _runs(imported[source]) if source else () for index, source in enumerate(sources)},
        left_out=tuple(dict.fromkeys(i.left_out for items in imported.values() for i in items if i.left_out)),
        problems=tuple(dict.fromkeys([*overlooked, *said])),
        fresh=fresh,
        record_digests=record_digests,
    )


def _found(
    importer: Importer, project: Project, folder: str, signatures: Mapping[str, Signature]
) -> tuple[list[Path], list[Imported]]:
    """Return the exports of a folder, and a refusal for each folder that cannot be listed.

    Those are the folder itself and what the importer takes for exports; a link is the importer's affair. What
    was seen whole when its signature was taken is not looked into again.
    """
    root = project.run_folder(folder)
    why = why_unlisted(root)
    if why:
        return [], [_unlisted(folder, why)]
    found: list[Path] = []
    unlisted: list[Imported] = []
    for path in importer.discover(root):
        name = name_below(project.root, path)
        seen = name in signatures and signatures[name].whole
        why = "" if seen or path.is_symlink() else why_unlisted(path)
        if why:
            unlisted.append(_unlisted(shown(name), why))
        elif name != LEDGER_FILE:  # may lie in the folder of the exports, and is none
            found.append(path)
    return found, unlisted


def _unlisted(folder: str, why: str) -> Imported:
    name = PurePosixPath(folder).name
    problem = unlisted_problem(folder, why, "exports in it are not on this site", run=name)
    left_out = LeftOut(folder=folder, run_id="", reason=problem.message, problems=(problem.code,))
    return Imported(folder=folder, left_out=left_out, problems=(problem,))


def _without_duplicates(importer: Importer, imported: list[Imported], ledger: Ledger) -> list[Imported]:
    """Return what was imported, in its order, less the runs whose id another has; pinned ones come first.

    A folder that is added later must not take the place of the export of which the ledger holds the score.
    """
    order = sorted(range(len(imported)), key=lambda place: not _is_pinned(imported[place], ledger))
    checked = importer.refuse_duplicates([imported[place] for place in order])
    placed = sorted(zip(order, checked, strict=True), key=lambda pair: pair[0])
    return [
        _of_its_folder(item) if imported[place].run is not None and item.run is None else item
        for place, item in placed
    ]


def _of_its_folder(refused: Imported) -> Imported:
    """Return a duplicate whose problems go by its folder, since its id is that of another run."""
    problems = tuple(msgspec.structs.replace(p, run=refused.folder) for p in refused.problems)
    return msgspec.structs.replace(refused, problems=problems)


def _is_pinned(item: Imported, ledger: Ledger) -> bool:
    run = item.run
    return run is not None and ledger.of(run.family, run.run_id).digest == run.digest


def _runs(imported: list[Imported]) -> tuple[RunRecord, ...]:
    return tuple(item.run for item in imported if item.run is not None)


def _linter(board: Board, catalogue: RubricCatalogue) -> Path:
    """Return the linter configuration that the board's rubric names, else the one in its folder.

    That is the first of its files called ``*ruff*.toml``; a path without a file where there is none.
    """
    named = (name for name in sorted(catalogue.files[board.rubric]) if fnmatchcase(name, "*ruff*.toml"))
    return catalogue.folders[board.rubric] / next(named, LINTER_CONFIGURATION)


def on_no_board(exports: Exports, boards: Iterable[FormedBoard]) -> Iterator[LeftOut]:
    """Yield the valid runs that no board lists: their cohort is on none."""
    listed = {(entry.run.folder, entry.run.run_id) for board in boards for entry in board.entries}
    for run in exports.every_run:
        if (run.folder, run.run_id) not in listed:
            yield LeftOut(
                folder=run.folder,
                run_id=run.run_id,
                reason=f"No board of this site takes runs of its cohort, {run.cohort}.",
                place=run.place,
            )


def tools_of(runs: Iterable[RunRecord]) -> dict[str, str]:
    """Return tool → the version that measured; all of them where runs differ."""
    versions: dict[str, set[str]] = {}
    for run in runs:
        for tool, version in run.tools.items():
            versions.setdefault(tool, set()).add(version)
    return {tool: ", ".join(sorted(versions[tool])) for tool in sorted(versions)}


def _unknown(index: int, board: Board, known: list[str]) -> Problem:
    near = get_close_matches(board.family, known, 1)
    meant = f"Did you mean {near[0]}? " if near else ""
    return Problem(
        file=SITE_FILE,
        pointer=f"/boards/{index}/family",
        code="site.unknown-family",
        message=f"No importer reads exports of the family {board.family}.",
        advice=f"{meant}Use one of {', '.join(known)}, or install the plugin that has it.",
    )
