"""The page of the ledger: how much is pinned, when and under what, and every withdrawal and correction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from site_builder.pages.cells import Cell, count
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content
from site_builder.records.ledger import (
    CohortEntry,
    Correction,
    Notice,
    Reinstatement,
    ScoreEntry,
    Withdrawal,
    why_of,
)

KINDS = {Withdrawal: "withdrawal", Reinstatement: "reinstatement", Correction: "correction"}


class Session(msgspec.Struct, frozen=True):
    """Scores that were pinned on one day with one cohort."""

    date: str
    cohort: str
    rubric: str
    members: Cell
    scores: Cell
    first: Cell
    """Number of its first entry."""


class NoticeRow(msgspec.Struct, frozen=True):
    """A withdrawal, reinstatement or correction."""

    entry: Cell
    date: str
    kind: str
    run: str
    address: str
    """Of the run's page; empty when the run is on no board."""
    why: str


class LedgerView(msgspec.Struct, frozen=True):
    """What the template of the ledger reads."""

    entries: Cell
    scores: Cell
    cohorts: Cell
    """Entries that say over which runs the medians of scores were taken."""
    noted: Cell
    """Withdrawals, reinstatements and corrections; with scores and cohorts they are all entries."""
    digest: str
    newest: str
    sessions: tuple[Session, ...]
    """Newest first."""
    notices: tuple[NoticeRow, ...]
    """Newest first."""
    on_no_board: tuple[str, ...]
    """Ids of runs with pinned scores that no board lists: their exports are gone, left out or not listed."""


def content(lookup: SiteLookup) -> Content:
    """Return the content of the page of the ledger."""
    ledger = lookup.data.ledger
    view = LedgerView(
        entries=count("ledger.entries", len(ledger.entries)),
        scores=count("ledger.scores", sum(isinstance(e, ScoreEntry) for e in ledger.entries)),
        cohorts=count("ledger.cohorts", len(ledger.cohorts)),
        noted=count("ledger.noted", len(notices_of(lookup))),
        digest=ledger.digest,
        newest=max((entry.date for entry in ledger.entries), default=""),
        sessions=tuple(reversed(list(_sessions(lookup)))),
        notices=tuple(
            NoticeRow(
                entry=count("ledger.entry", notice.entry),
                date=notice.date,
                kind=KINDS[type(notice)],
                run=notice.run,
                address=notice_address(lookup, notice),
                why=why_of(notice),
            )
            for notice in reversed(notices_of(lookup))
        ),
        on_no_board=tuple(_on_no_board(lookup)),
    )
    return Content(view, payload(view))


def payload(view: LedgerView) -> dict[str, Any]:
    """Return the page as plain data."""
    return {
        "entries": view.entries.plain(),
        "scores": view.scores.plain(),
        "cohorts": view.cohorts.plain(),
        "withdrawals_and_corrections": view.noted.plain(),
        "digest": view.digest,
        "newest": view.newest,
        "sessions": [
            {
                "date": s.date,
                "cohort": s.cohort,
                "rubric": s.rubric,
                "cohort_runs": s.members.plain(),
                "scores": s.scores.plain(),
                "first_entry": s.first.plain(),
            }
            for s in view.sessions
        ],
        "notices": [
            {"entry": n.entry.plain(), "date": n.date, "kind": n.kind, "run": n.run, "why": n.why}
            for n in view.notices
        ],
        "on_no_board": list(view.on_no_board),
    }


def _sessions(lookup: SiteLookup) -> Iterator[Session]:
    ledger = lookup.data.ledger
    found: dict[tuple[str, int], list[ScoreEntry]] = {}
    for entry in ledger.entries:
        if isinstance(entry, ScoreEntry):
            found.setdefault((entry.date, entry.cohort), []).append(entry)
    for (date, number), scores in found.items():
        cohort = ledger.cohorts.get(number)
        yield Session(
            date=date,
            cohort=cohort.cohort if cohort is not None else "",
            rubric=scores[0].rubric,
            members=size_then(cohort),
            scores=count("session.scores", len(scores)),
            first=count("session.first", scores[0].entry),
        )


def size_then(cohort: CohortEntry | None) -> Cell:
    """Return how many runs a pinned cohort had; missing where its entry is not whole."""
    if cohort is None:
        return Cell("cohort.then", None, reason="invalid", detail="the entry of the cohort is not whole")
    return count("cohort.then", len(cohort.runs))


def _on_no_board(lookup: SiteLookup) -> list[str]:
    scored = {(e.family, e.run) for e in lookup.data.ledger.entries if isinstance(e, ScoreEntry)}
    return sorted({run for family, run in scored if not lookup.named(family, run)})


def notices_of(lookup: SiteLookup) -> list[Notice]:
    """Return every withdrawal, reinstatement and correction, in the order of the ledger."""
    entries = lookup.data.ledger.entries
    return [entry for entry in entries if isinstance(entry, Withdrawal | Reinstatement | Correction)]


def notice_address(lookup: SiteLookup, notice: Notice) -> str:
    """Return the folder of the page of the run that a notice is about; empty when it is on no board."""
    places = lookup.named(notice.family, notice.run)
    return lookup.run_address(places[0].entry.run) if places else ""
