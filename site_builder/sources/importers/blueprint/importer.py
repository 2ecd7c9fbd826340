"""The importer of recorded runs: each becomes a run of a board, and a judgement under any rubric.

A runs folder holds one suite, in ``suite/`` or ``suite.json``, and one folder for each recorded run of it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from site_builder.errors import Loaded, Problem
from site_builder.records.blueprint import Recorded, Suite
from site_builder.records.run import Imported, LeftOut, Model, RunRecord, Supplement
from site_builder.sources.files import MOST_ENTRIES, open_regular, shown
from site_builder.sources.importers.blueprint.problems import capped, rejection_problems
from site_builder.sources.importers.blueprint.recorded import read_recorded
from site_builder.sources.importers.blueprint.suite import read_suite
from site_builder.sources.importers.configuration import ImportConfig, label_of
from site_builder.sources.importers.overlooked import overlooked_folders
from site_builder.sources.importers.same_ids import refuse_same_ids
from site_builder.sources.listing import export_folders, list_folder
from site_builder.studies.blueprint.admission import admit, calendar_day
from site_builder.studies.blueprint.reasons import RUN_FILE
from site_builder.studies.blueprint.settings import Settings, node_part
from site_builder.studies.blueprint.totals import metrics, overflow_faults, totals
from site_builder.studies.blueprint.words import readable

FAMILY = "blueprint"
SUITES = ("suite", "suite.json")

CONDITIONS = ("minimal", "kernel", "v2.1-prompt", "v3-prompt", "v3-workflow")
"""The five conditions, in the order that runs declare."""

WIDEST = Settings(
    rubric="",
    digest="",
    conditions={condition: node_part(condition) for condition in CONDITIONS},
    fewest_reviewers=2,
    most_reviewers=0,
    cost="when available",
    dates="any ISO form",
    reviewer_ids="as written",
    undecodable_output="listed with other reasons",
    output_pins="not read",
    gated_risk="high",
    confidence=0.95,
    result_version="",
    limitation="",
)
"""Admits what any version of the rubric admits; whether the pinned one does is the gate's affair."""


class BlueprintImporter:
    """Reads recorded runs of a suite."""

    family = FAMILY

    def discover(self, root: Path) -> list[Path]:
        """Return the folders directly under ``root``, the suite not among them, in order of their names."""
        return [folder for folder in export_folders(root) if folder.name not in SUITES]

    def overlooked(self, root: Path, label: str) -> Iterator[Problem]:
        """Yield what is said of hidden runs and of files beside the runs and their suite."""
        return overlooked_folders(root, label, RUN_FILE, SUITES)

    def beside(self, folder: Path) -> tuple[Path, ...]:
        """Return the places where the suite of a run may lie."""
        return tuple(folder.parent / name for name in SUITES)

    def content_key(self, folder: Path, config: ImportConfig) -> str:
        """Return a digest of everything that ``read`` depends on: the run, its suite, where it lies."""
        key = hashlib.sha256()
        for part in (FAMILY, label_of(folder, config)):
            key.update(os.fsencode(part) + b"\n")
        for place in (folder, suite_beside(folder)):
            if place is None or place.is_file():
                key.update(f"{_file_digest(place)}\n".encode())
                continue
            listing = list_folder(place, MOST_ENTRIES)
            key.update(b"" if listing.complete else b"cut off\n")
            for path in (*listing.files, *sorted(listing.links, key=os.fsencode)):
                key.update(os.fsencode(path) + b"\0" + _file_digest(place / path).encode() + b"\n")
        return key.hexdigest()

    def read(self, folders: Sequence[Path], config: ImportConfig) -> list[Imported]:
        """Read recorded runs, in the order given. Raises for none, however broken it is."""
        suites: dict[Path | None, Loaded[Suite]] = {}
        found = []
        for folder in folders:
            place = suite_beside(folder)
            if place not in suites:
                suites[place] = (
                    read_suite(place, label_of(place, config)) if place else _no_suite(folder, config)
                )
            found.append(_read(folder, label_of(folder, config), suites[place]))
        return found

    def refuse_duplicates(self, imported: list[Imported]) -> list[Imported]:
        """Leave out each run whose id an earlier folder has already taken."""
        return refuse_same_ids(imported, _duplicate)


def suite_beside(folder: Path) -> Path | None:
    """Return the suite that lies beside a run folder, ``None`` where there is none."""
    return next((folder.parent / name for name in SUITES if os.path.exists(folder.parent / name)), None)


def _read(folder: Path, label: str, suite: Loaded[Suite]) -> Imported:
    if suite.value is None:
        reason = "The suite beside the run cannot be used."
        return _left_out(shown(label), "", reason, suite.problems)
    recorded, problems = read_recorded(folder, label, suite.value, CONDITIONS)
    admitted = admit(recorded, suite.value, WIDEST)
    sums = totals(admitted.reviews, suite.value, WIDEST) if not admitted.rejections else {}
    rejections = admitted.rejections or tuple(overflow_faults(sums))
    if rejections:
        more = f" and {len(rejections) - 1} more reasons" if len(rejections) > 1 else ""
        found = capped(recorded, (*problems, *rejection_problems(recorded, rejections)))
        return _left_out(recorded.folder, _run_id(recorded), f"{rejections[0].message[:-1]}{more}.", found)
    return Imported(
        folder=recorded.folder,
        run=_record(recorded, suite.value, metrics=metrics(sums, WIDEST)),
        problems=capped(recorded, problems),
    )


def _record(recorded: Recorded, suite: Suite, **fields: object) -> RunRecord:
    named = {
        field: "" if field in recorded.withheld_fields else readable(str(value))
        for field, value in recorded.run.items()
        if isinstance(value, str)
    }
    day = calendar_day(recorded.run["date"])
    return msgspec.structs.replace(
        RunRecord(
            run_id=_run_id(recorded),
            family=FAMILY,
            folder=recorded.folder,
            digest=recorded.digest,
            cohort=suite.id,
            cohort_title=suite.title,
            configuration=f"{named['model']} {named['model_version']}".strip(),
            started_at=f"{day}T00:00:00Z",
            models=(Model(id=named["model"]),),
            labels={name: named[name] for name in ("configuration", "tools", "environment")},
            files=tuple(Supplement(path, size, sha256) for path, size, sha256 in recorded.files),
            export={path: sha256 for path, _, sha256 in recorded.files},
            digest_of="lines",
        ),
        **fields,
    )


def _run_id(recorded: Recorded) -> str:
    stated = recorded.run.get("run_id") if isinstance(recorded.run, dict) else None
    if isinstance(stated, str) and stated.strip() and "run_id" not in recorded.withheld_fields:
        return readable(stated)
    return recorded.folder.rpartition("/")[2]


def _left_out(folder: str, run_id: str, reason: str, problems: Sequence[Problem]) -> Imported:
    codes = tuple(dict.fromkeys(problem.code for problem in problems if problem.severity == "error"))
    left_out = LeftOut(folder=folder, run_id=run_id, reason=reason, problems=codes)
    return Imported(folder=folder, left_out=left_out, problems=tuple(problems))


def _no_suite(folder: Path, config: ImportConfig) -> Loaded[Suite]:
    problem = Problem(
        file=shown(label_of(folder, config)),
        code="suite.missing",
        message="There is no suite beside the run.",
        advice="Put the suite that was run into suite/ beside the run folders.",
    )
    return Loaded(None, (problem,))


def _duplicate(item: Imported, run_id: str, first: str) -> Imported:
    problem = Problem(
        file=f"{item.folder}/run.json",
        pointer="/run_id",
        code=f"{FAMILY}.duplicate-run",
        message=f"The run id {run_id} is already that of {first}.",
        advice="Give every run its own id.",
        run=run_id,
    )
    return _left_out(item.folder, run_id, problem.message, (*item.problems, problem))


def _file_digest(path: Path | None) -> str:
    if path is None:
        return ""
    digest = hashlib.sha256()
    try:
        with open_regular(path) as stream:
            while part := stream.read(1024 * 1024):
                digest.update(part)
    except OSError:
        return ""
    return digest.hexdigest()
