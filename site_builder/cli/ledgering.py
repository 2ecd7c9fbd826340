"""Add to the ledger: pin first scores, withdraw, reinstate and correct runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

import msgspec

from site_builder import __version__
from site_builder.building import processors
from site_builder.cli.report import number_of
from site_builder.cli.styles import dim, green
from site_builder.errors import CannotBuild, Problem, shorten
from site_builder.loading import LoadOptions, load, look_at
from site_builder.records.ledger import (
    LEDGER_FILE,
    Correction,
    History,
    Ledger,
    LedgerEntry,
    Notice,
    Reinstatement,
    ScoreEntry,
    Withdrawal,
)
from site_builder.records.run import RunRecord
from site_builder.site_data import SiteData
from site_builder.sources.ledger import ReadLedger, read_ledger
from site_builder.sources.ledger_append import append, chain, require_whole
from site_builder.sources.locks import day_of
from site_builder.sources.project import load_project
from site_builder.sources.store import Store
from site_builder.studies.ledger_check import places_by_name
from site_builder.studies.pinning import new_pins
from site_builder.studies.resubmissions import fingerprints_of

PLACE_IT = "Put the corrected export in its place first."


class Pinned(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of ``score``."""

    ledger: str = LEDGER_FILE
    added: tuple[LedgerEntry, ...]
    """As they stand in the ledger, or would."""
    known: int
    """Scores under the rubrics of the boards that were pinned already, each once."""
    dry_run: bool
    problems: tuple[Problem, ...]

    @property
    def words(self) -> list[str]:
        """The outcome for people, a line each."""
        scores = [entry for entry in self.added if isinstance(entry, ScoreEntry)]
        lines = [f"  entry {entry.entry:<5} {entry.run} {dim(entry.rubric)}" for entry in scores]
        before = f"{self.known or 'none'} {'were' if self.known > 1 else 'was'} pinned before"
        if not scores:
            return [f"Nothing to add to {self.ledger}: {before}."]
        *others, last = dict.fromkeys(entry.rubric for entry in scores)
        rubrics = f"{', '.join(others)} and {last}" if others else last
        verb = "Would pin" if self.dry_run else green("Pinned")
        count = number_of(len(scores), "score")
        return [*lines, f"{verb} {count} under {rubrics} in {self.ledger}; {before}."]


class Noted(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a withdrawal, a reinstatement or a correction."""

    ledger: str = LEDGER_FILE
    added: LedgerEntry
    dry_run: bool
    words: str


@dataclass(frozen=True, slots=True)
class Order:
    """What the user asked for."""

    project: Path
    run: str
    family: str | None
    why: str
    date: str | None
    dry_run: bool


def pin(root: Path, date: str | None, *, dry_run: bool) -> Pinned:
    """Pin the scores of new runs. Raises ``CannotBuild`` when the ledger cannot be added to."""
    day = day_of(date)
    data, read = _loaded(root)
    pins = new_pins(data.boards, read.ledger, data.released, (day, __version__), read.tail.entries)
    added = _add(root, read, pins.entries, dry_run=dry_run)
    told = {*pins.problems, *(p for p in data.problems if p.code.startswith("ledger."))}
    return Pinned(added=added, known=pins.known, dry_run=dry_run, problems=tuple(sorted(told)))


def withdraw_run(order: Order) -> Noted:
    """Withdraw a run. Raises ``CannotBuild`` when it is unknown or withdrawn already."""

    def entry(family: str, day: str, history: History, subject: Subject) -> Notice:
        if history.withdrawn is not None:
            at = history.withdrawn
            raise _refused(
                order, f"was withdrawn on {at.date}, by entry {at.entry}", "Nothing has to be done."
            )
        fingerprints = fingerprints_of(subject.run, subject.others) if subject.run is not None else ()
        return Withdrawal(date=day, family=family, run=order.run, why=order.why, files=fingerprints)

    return _note(
        order,
        entry,
        "is withdrawn. Its page stays; with the next build its rank goes, or its decision does not count.",
    )


def reinstate_run(order: Order) -> Noted:
    """Take a withdrawal back. Raises ``CannotBuild`` when there is none."""

    def entry(family: str, day: str, history: History, _: Subject) -> Notice:
        if history.withdrawn is None:
            raise _refused(order, "is not withdrawn", "Nothing has to be done.")
        return Reinstatement(date=day, family=family, run=order.run, why=order.why)

    return _note(order, entry, "ranks again with the next build. The withdrawal stays in the ledger.")


def correct_run(order: Order) -> Noted:
    """Accept a changed export. Raises ``CannotBuild`` when no score is pinned, or nothing changed."""

    def entry(family: str, day: str, history: History, subject: Subject) -> Notice:
        if not history.scores:
            raise _refused(order, "has no pinned score to correct", "Run `site-builder score` to pin one.")
        if subject.run is None:
            raise _refused(order, "is on no board now", PLACE_IT)
        digest = subject.run.digest
        if history.digest == digest:
            raise _refused(order, "has the export that was pinned", PLACE_IT)
        return Correction(
            date=day, family=family, run=order.run, why=order.why, old=history.digest, new=digest
        )

    return _note(order, entry, "is corrected. Run `site-builder score` to pin its scores as they are now.")


class Subject(NamedTuple):
    """The export that an entry is about."""

    run: RunRecord | None
    """``None`` while no board lists it."""
    others: tuple[RunRecord, ...]
    """The other runs on boards."""


Making = Callable[[str, str, History, Subject], Notice]
"""(family, day, history of the run, its export) → the entry."""


def _note(order: Order, make: Making, words: str) -> Noted:
    if not order.why.strip():
        raise _refused(order, "needs a reason", "Say --why in a clause that readers understand.")
    day = day_of(order.date)
    data, read = _loaded(order.project)
    family, run = _named(order, data, read.ledger)
    listed = (entry.run for board in data.boards for entry in board.entries)
    others = tuple(one for one in listed if (one.family, one.run_id) != (family, order.run))
    made = make(family, day, read.ledger.of(family, order.run), Subject(run, others))
    (added,) = _add(order.project, read, (made,), dry_run=order.dry_run)
    would = "Not done (dry run): " if order.dry_run else ""
    said = f"{would}Entry {added.entry}: {order.run} {words}"
    return Noted(added=added, dry_run=order.dry_run, words=said)


def _loaded(root: Path) -> tuple[SiteData, ReadLedger]:
    """Return a project as it is and its ledger, which must be whole."""
    project = load_project(root)
    read = read_ledger(project.root)
    require_whole(read)
    with Store(project.root, enabled=True) as store:
        return load(project, store, look_at(project), LoadOptions(processors())).data, read


def _add(
    root: Path, read: ReadLedger, entries: tuple[LedgerEntry, ...], *, dry_run: bool
) -> tuple[LedgerEntry, ...]:
    return chain(entries, read.tail)[0] if dry_run else append(root.resolve(), read, entries)


def _named(order: Order, data: SiteData, ledger: Ledger) -> tuple[str, RunRecord | None]:
    """Return the family of the run that was named, and its export where a board lists it."""
    places = {name: entries for name, entries in places_by_name(data.boards).items() if name[1] == order.run}
    found = {name[0] for name in (*places, *ledger.by_run) if name[1] == order.run}
    if order.family is not None:
        found &= {order.family}
    if not found:
        raise _unknown(order, data, ledger)
    if len(found) > 1:
        raise _refused(order, f"is a run of {' and of '.join(sorted(found))}", "Say which with --family.")
    (family,) = found
    entries = places.get((family, order.run), [])
    if len({entry.run.digest for _, entry in entries}) > 1:
        raise _refused(order, "is the id of different exports", "Give each run an id of its own.")
    return family, entries[0][1].run if entries else None


def _unknown(order: Order, data: SiteData, ledger: Ledger) -> CannotBuild:
    """Return the refusal of a run that is nowhere: the nearest ids, and where it was looked for."""
    known = {*places_by_name(data.boards), *ledger.by_run}
    ids = sorted({run for family, run in known if order.family in {None, family}})
    near = get_close_matches(order.run, ids, n=3, cutoff=0.5)
    folders = sorted({board.runs for board in data.site.boards if order.family in {None, board.family}})
    where = f"{', '.join(folders) or 'no folder'} and the ledger" if ids else "no board of that family"
    left_out = next((one for one in data.left_out if order.run in {one.run_id, one.folder}), None)
    if left_out is not None:
        advice = f"It is left out and has no rank: {left_out.reason}"
    elif near:
        advice = f"Did you mean {' or '.join(near)}?"
    else:
        advice = "Name a run by its id, as its page does; `site-builder check` says what was left out."
    return _refused(order, f"is no run of a board of this site (looked in {where})", advice)


def _refused(order: Order, why: str, advice: str) -> CannotBuild:
    return CannotBuild(
        Problem(
            file="command line",
            code="ledger.refused",
            message=f"The run {shorten(order.run)} {why}.",
            advice=advice,
        )
    )
