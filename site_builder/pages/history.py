"""What the ledger says of a run on its page: the pinned first score beside the current one, and events.

Where the two differ, the reasons that are known are named: another rubric, a corrected export, a cohort that
grew or lost members, other tools.
"""

from __future__ import annotations

from typing import Any

import msgspec

from site_builder.pages.cells import Cell, Link, Sentence, cell, count
from site_builder.pages.ledger import size_then
from site_builder.pages.lookup import Place, SiteLookup, methodology_address
from site_builder.pages.withdrawn_runs import WithdrawnRun, withdrawn_runs_of, withdrawn_runs_payload
from site_builder.records.ledger import (
    CohortEntry,
    Correction,
    History,
    Reinstatement,
    ScoreEntry,
    Withdrawal,
    why_of,
)
from site_builder.records.run import RunRecord
from site_builder.scoring.graph import Graph
from site_builder.site_data import Board
from site_builder.studies.pinned_cohort import members_of

NAMED = 3
"""Runs named in a sentence; of more, their number."""


class Pin(msgspec.Struct, frozen=True):
    """The headline of a run as it was pinned."""

    entry: Cell
    """Number of the entry."""
    date: str
    rubric: str
    rubric_address: str
    """Empty when there is no such version any more."""
    members: Cell
    """Runs in the cohort then; missing when its entry is not whole."""
    score: Cell
    coverage: Cell


class Event(msgspec.Struct, frozen=True):
    """A withdrawal, a reinstatement or a correction of the run."""

    kind: str
    """``Withdrawn``, ``Reinstated`` or ``Corrected``."""
    date: str
    why: str
    entry: Cell
    holds: bool
    """True for a withdrawal in force and for every correction: what the top of the page says."""


class RunHistory(msgspec.Struct, frozen=True):
    """What the template of a run's history reads."""

    pins: tuple[Pin, ...]
    """The first one first."""
    now: Cell
    rubric: str
    members: Cell
    gap: Cell
    """Current less first score; missing where either is, or where they are under different rubrics."""
    same: bool
    why: tuple[Sentence, ...]
    """Why they differ; empty when they do not."""
    events: tuple[Event, ...]
    withdrawn_runs: tuple[WithdrawnRun, ...]
    recomputed: bool
    """Whether a build computes every pinned score again: its rubric, export and medians are at hand."""

    def __bool__(self) -> bool:
        """Return whether there is anything to say."""
        return bool(self.pins or self.events or self.withdrawn_runs)


def history_of(lookup: SiteLookup, place: Place) -> RunHistory:
    """Return what the ledger says of a run on the first of its boards, and of that board's cohort."""
    run, board = place.entry.run, place.board
    history = lookup.data.ledger.of(run.family, run.run_id)
    headline = board.graph.layout.headline
    now = cell(place.entry.scored, headline)
    pins = tuple(_pin(lookup, score, n, board) for n, score in enumerate(history.scores))
    members = {member.run_id for member in members_of(board)} if history.scores else set()
    first = history.first
    same_kind = first is not None and first.rubric == board.graph.id
    was = pins[0].score.value if pins else None
    gap = now.value - was if same_kind and now.value is not None and was is not None else None
    same = first is not None and same_kind and now.value == was
    return RunHistory(
        pins=pins,
        now=now._replace(node=f"{headline}#now"),
        rubric=board.graph.id,
        members=count("cohort.now", len(members)),
        gap=Cell(f"{headline}#since_first", gap, now.decimals, now.unit, "none", form="signed"),
        same=same,
        why=() if first is None or same else tuple(_reasons(lookup, place, history, members)),
        events=events_of(history),
        withdrawn_runs=withdrawn_runs_of(lookup, board),
        recomputed=recomputed(lookup, run),
    )


def recomputed(lookup: SiteLookup, run: RunRecord) -> bool:
    """Return whether a build computes every pinned score of a run again.

    It cannot where the rubric, the export or a withheld median is no longer that of the entry.
    """
    ledger = lookup.data.ledger
    for pinned in ledger.of(run.family, run.run_id).scores:
        graph = lookup.data.graphs.get(pinned.rubric)
        if graph is None or graph.digest != pinned.rubric_digest or run.digest != pinned.digest:
            return False
        if pinned.cohort not in ledger.cohorts or pinned.cohort in lookup.data.lost_cohorts:
            return False
    return True


def events_of(history: History) -> tuple[Event, ...]:
    """Return what people noted of a run, in the order of the ledger."""
    kinds = {Withdrawal: "Withdrawn", Reinstatement: "Reinstated", Correction: "Corrected"}
    return tuple(
        Event(
            kind=kinds[type(notice)],
            date=notice.date,
            why=why_of(notice),
            entry=count("ledger.entry", notice.entry),
            holds=isinstance(notice, Correction) or notice is history.withdrawn,
        )
        for notice in history.notices
    )


def differs(lookup: SiteLookup, place: Place) -> bool:
    """Return whether the first and the current score of a run, as shown, are different numbers."""
    run = place.entry.run
    first = lookup.data.ledger.of(run.family, run.run_id).first
    if first is None or first.rubric != place.board.graph.id:
        return first is not None
    now = cell(place.entry.scored, first.headline)
    then = first.values.get(first.headline)
    if now.value is None or not isinstance(then, float):
        return now.value is not None or isinstance(then, float)
    return abs(now.value - then) >= 0.5 * 10.0**-now.decimals


def payload(view: RunHistory) -> dict[str, Any]:
    """Return the history as plain data, without what is empty."""
    data: dict[str, Any] = {}
    if view.pins:
        data["pinned"] = [
            {
                "entry": pin.entry.plain(),
                "date": pin.date,
                "rubric": pin.rubric,
                "cohort_runs": pin.members.plain(),
                "score": pin.score.plain(),
                "coverage": pin.coverage.value,
            }
            for pin in view.pins
        ]
        data["since_first"] = {
            "cohort_runs": view.members.plain(),
            "difference": view.gap.plain(),
            "reasons": ["".join(_plain(part) for part in reason) for reason in view.why],
        }
    if view.events:
        data["notices"] = [
            {"kind": e.kind.lower(), "date": e.date, "why": e.why, "entry": e.entry.plain()}
            for e in view.events
        ]
    return data | withdrawn_runs_payload(view.withdrawn_runs)


def _pin(lookup: SiteLookup, pinned: ScoreEntry, number: int, board: Board) -> Pin:
    graph = lookup.data.graphs.get(pinned.rubric)
    cohort = lookup.data.ledger.cohort_of(pinned)
    known = graph is not None and pinned.headline in graph.position
    node = (graph if graph is not None and known else board.graph).node(
        pinned.headline if known else board.graph.layout.headline
    )
    value = pinned.values.get(pinned.headline, "not_collected")
    found = isinstance(value, float)
    return Pin(
        entry=count("ledger.entry", pinned.entry),
        date=pinned.date,
        rubric=pinned.rubric,
        rubric_address=methodology_address(graph) if graph is not None else "",
        members=size_then(cohort),
        score=Cell(
            f"{pinned.headline}#pinned_{number + 1}",
            value if isinstance(value, float) else None,
            node.decimals,
            node.unit,
            "" if found else str(value),
        ),
        coverage=Cell(f"{pinned.headline}#pinned_{number + 1}_coverage", pinned.coverage, 0, form="percent"),
    )


def _reasons(lookup: SiteLookup, place: Place, history: History, members: set[str]) -> list[Sentence]:
    """Return why the current score is not the first one, a sentence each."""
    first, run, graph = history.scores[0], place.entry.run, place.board.graph
    reasons: list[Sentence] = []
    if first.rubric != graph.id:
        reasons.append(_other_rubric(lookup, first.rubric, graph))
    for correction in history.corrections:
        exchanged = f"it was exchanged on {correction.date}, because {why_of(correction)}"
        reasons.append((f"Corrected export: {exchanged}.",))
    if not history.corrections and run.digest != first.digest:
        reasons.append(("Changed export: it is not the one that was pinned, and no correction says why.",))
    cohort = lookup.data.ledger.cohort_of(first)
    if cohort is not None and (graph.medians or first.rubric != graph.id):
        reasons += _cohort_reasons(lookup, cohort, members)
    tools = sorted(
        f"{tool} {run.tools[tool]} in the place of {was}"
        for tool, was in first.tools.items()
        if run.tools.get(tool, was) != was
    )
    if tools:
        reasons.append((f"Other tools: measured with {', '.join(tools)}.",))
    return reasons


def _other_rubric(lookup: SiteLookup, was: str, graph: Graph) -> Sentence:
    text = f"New rubric: this board ranks by {graph.id}, the first score is under {was}. They do not compare"
    address = lookup.differences.address(was, graph.id)
    return (f"{text}; ", Link("what changed", address), ".") if address else (f"{text}.",)


def _cohort_reasons(lookup: SiteLookup, cohort: CohortEntry, members: set[str]) -> list[Sentence]:
    then = set(cohort.runs)
    joined, left = members - then, then - members
    found: list[Sentence] = []
    if joined:
        sizes = (count("cohort.then", len(then)), " runs then, ", count("cohort.now", len(members)), " now.")
        word = "Grown" if len(members) > len(then) else "Changed"
        found.append((f"{word} cohort: ", *sizes, f" New: {_names(sorted(joined))}."))
    withdrawn = {name: lookup.data.ledger.of(cohort.family, name).withdrawn for name in sorted(left)}
    for name, entry in withdrawn.items():
        if entry is not None:
            found.append((f"Withdrawn member: {name} left the cohort on {entry.date}.",))
    gone = [name for name, entry in withdrawn.items() if entry is None]
    if gone:
        found.append((f"No longer in the cohort: {_names(gone)}.",))
    return found


def _names(names: list[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def _plain(part: str | Cell | Link) -> str:
    if isinstance(part, str):
        return part
    return part.text if isinstance(part, Link) else f"{part.value or 0:g}"
