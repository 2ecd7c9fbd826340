"""What ``score`` adds to the ledger: scores of every run that has none for its export and its rubric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from site_builder.errors import Problem
from site_builder.records.ledger import (
    LEDGER_FILE,
    CohortEntry,
    Ledger,
    LedgerEntry,
    RunName,
    ScoreEntry,
)
from site_builder.records.release import Release
from site_builder.scoring.graph import Graph
from site_builder.scoring.named_nodes import layout_nodes
from site_builder.site_data import Board, Entry
from site_builder.studies.ledger_check import (
    ambiguous,
    changed_export,
    is_ambiguous,
    places_by_name,
    value_of,
)
from site_builder.studies.pinned_cohort import cohort_of, same_cohort


class NewPins(msgspec.Struct, frozen=True):
    """What there is to add, and what cannot be."""

    entries: tuple[LedgerEntry, ...]
    """Not yet chained; each score names the number that its cohort's entry will have."""
    known: int
    """Scores of runs on the boards that the ledger has already, each once, on however many boards it is."""
    problems: tuple[Problem, ...]
    """Runs and boards whose scores are not pinned, and why."""

    @property
    def scores(self) -> tuple[ScoreEntry, ...]:
        """The scores among the entries."""
        return tuple(entry for entry in self.entries if isinstance(entry, ScoreEntry))


class Pinning:
    """Collects the entries of one session."""

    def __init__(self, ledger: Ledger, at: int, date: str, program: str) -> None:
        """``at`` is the number of the ledger's last entry, ``date`` the day of the new ones."""
        self._ledger = ledger
        self._at = at
        self._date = date
        self._program = program
        self.entries: list[LedgerEntry] = []
        self._added: set[tuple[RunName, str]] = set()

    def has_added(self, board: Board, entry: Entry) -> bool:
        """Return whether this session has pinned the run under the rubric of the board."""
        return (_name(entry), board.graph.id) in self._added

    def add(self, board: Board, entries: Sequence[Entry]) -> None:
        """Pin the scores of some runs of a board."""
        if not entries:
            return
        cohort = self._cohort(board)
        for entry in sorted(entries, key=lambda entry: entry.run.run_id):
            self._added.add((_name(entry), board.graph.id))
            self.entries.append(_score(entry, cohort, self._date, self._program))

    def _cohort(self, board: Board) -> int:
        """Return the number of the entry that holds the board's cohort as it is, added where absent."""
        wanted = cohort_of(board, self._date)
        for known in reversed(self._ledger.entries):
            if isinstance(known, CohortEntry) and same_cohort(known, wanted):
                return known.entry
        self.entries.append(wanted)
        return self._at + len(self.entries)


def new_pins(
    boards: Sequence[Board],
    ledger: Ledger,
    released: Mapping[str, Release],
    stamp: tuple[str, str],
    at: int,
) -> NewPins:
    """Return what ``score`` adds for the boards of a site.

    ``stamp`` is the day of the entries and the version of the program, ``at`` the number of the last entry. A
    run is new when no entry holds its export under its board's rubric. Withdrawn runs are left alone. Scores
    under a draft, of a changed export or of an ambiguous id are not pinned; the problems say so.
    """
    pinning = Pinning(ledger, at, *stamp)
    problems: list[Problem] = []
    known: set[tuple[RunName, str]] = set()
    doubtful = {name: places for name, places in places_by_name(boards).items() if is_ambiguous(places)}
    problems += [ambiguous(name, places) for name, places in doubtful.items()]
    for board in boards:
        new = []
        for entry in board.entries:
            name = _name(entry)
            if entry.withdrawn is not None or name in doubtful or pinning.has_added(board, entry):
                continue
            if ledger.of(*name).under(board.graph.id, entry.run.digest) is not None:
                known.add((name, board.graph.id))
                continue
            faults = tuple(changed_export(entry.run, ledger.of(*name)))
            problems += faults
            new += [] if faults else [entry]
        if new and not is_released(board.graph, released):
            problems.append(_draft(board, len(new)))
        else:
            pinning.add(board, new)
    return NewPins(tuple(pinning.entries), len(known), tuple(sorted(set(problems))))


def unpinned(boards: Sequence[Board], ledger: Ledger) -> Iterator[Problem]:
    """Yield a note when runs of the boards have no pinned score, and how to pin one."""
    entries = [entry for board in boards for entry in board.entries if entry.withdrawn is None]
    new = [entry for entry in entries if not ledger.of(entry.run.family, entry.run.run_id).scores]
    if not new:
        return
    count = len({(entry.run.family, entry.run.run_id) for entry in new})
    yield Problem(
        file=LEDGER_FILE,
        code="ledger.unpinned" if ledger.entries else "ledger.none",
        message=f"{count} run{' has' if count == 1 else 's have'} no pinned first score."
        if ledger.entries
        else "This site has no ledger, so first scores are not on record.",
        advice="Run `site-builder score` to pin them; nothing else changes.",
        severity="note",
    )


def is_released(graph: Graph, released: Mapping[str, Release]) -> bool:
    """Return whether a rubric is released as it is."""
    release = released.get(graph.id)
    return release is not None and release.digest == graph.digest


def pinned_nodes(graph: Graph) -> Iterator[str]:
    """Yield the nodes whose values are pinned: what the layout names, each once, nothing withheld."""
    for node in dict.fromkeys(layout_nodes(graph.layout)):
        if graph.node(node).withheld is None:
            yield node


def _name(entry: Entry) -> RunName:
    return entry.run.family, entry.run.run_id


def _score(entry: Entry, cohort: int, date: str, program: str) -> ScoreEntry:
    run, graph = entry.run, entry.scored.graph
    headline = graph.layout.headline
    result, withheld = entry.scored[headline], graph.node(headline).withheld is not None
    return ScoreEntry(
        date=date,
        family=run.family,
        run=run.run_id,
        folder=run.folder,
        digest=run.digest,
        rubric=graph.id,
        rubric_digest=graph.digest,
        cohort=cohort,
        tools=run.tools | {"site-builder": program},
        headline=headline,
        values={node: value_of(entry.scored[node]) for node in pinned_nodes(graph)},
        coverage=result.coverage,
        lower=None if withheld else result.lower,
        upper=None if withheld else result.upper,
    )


def _draft(board: Board, count: int) -> Problem:
    return Problem(
        file=LEDGER_FILE,
        code="ledger.draft-rubric",
        message=f"{count} new runs of {board.title} are not pinned: {board.graph.id} is a draft.",
        advice=f"Release it with `site-builder rubric release {board.graph.id}`, then score.",
        severity="warning",
    )
