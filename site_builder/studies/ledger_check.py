"""Check the ledger against today's boards: changed exports, rubrics and values are found and named.

A pinned value is recomputed from the run's metrics, the pinned rubric and the medians of the pinned cohort,
and has to be the very same number. Where the board's rubric and medians are still those, its own results are
looked at and nothing is computed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from site_builder.errors import Problem
from site_builder.records.ledger import LEDGER_FILE, CohortEntry, History, Ledger, RunName, ScoreEntry, Value
from site_builder.records.run import RunRecord
from site_builder.scoring.evaluate import Median, Result, Scored
from site_builder.scoring.explain import exact
from site_builder.scoring.graph import Graph
from site_builder.scoring.result_cache import Deferred, brief_all, medians_digest
from site_builder.scoring.run_cache import RunCache
from site_builder.site_data import Board, Entry
from site_builder.studies.pinned_cohort import (
    cohort_of,
    corrected_since,
    differing_medians,
    medians_again,
    same_cohort,
)

Places = Sequence[tuple[Board, Entry]]


class LedgerCheck(NamedTuple):
    """What checking the ledger against today's boards gave."""

    problems: tuple[Problem, ...] = ()
    """A problem for each entry that disagrees, with what to do about it."""
    lost_cohorts: frozenset[int] = frozenset()
    """Numbers of cohort entries of which a withheld median can no longer be computed; scores pinned with
    them stand."""


def check_ledger(
    ledger: Ledger, boards: Sequence[Board], graphs: Mapping[str, Graph], cache: RunCache
) -> LedgerCheck:
    """Return where ledger and boards disagree, and which pinned scores cannot be computed again."""
    if not ledger.entries:
        return LedgerCheck()
    recomputing = _Recomputing(ledger, boards, graphs, cache)
    problems = (*_rubric_faults(ledger, graphs), *_entry_faults(ledger, boards, recomputing, cache))
    lost = recomputing.lost
    unexplained = [cohort for cohort in lost if not recomputing.corrected(cohort)]
    notes = (_unchecked(unexplained),) if unexplained else ()
    return LedgerCheck((*problems, *notes), frozenset(cohort.entry for cohort in lost))


def _entry_faults(
    ledger: Ledger, boards: Sequence[Board], recomputing: _Recomputing, cache: RunCache
) -> Iterator[Problem]:
    """Yield a problem for each entry about a run that does not agree with what follows today."""
    listed = places_by_name(boards)
    held: list[tuple[ScoreEntry, Scored | None, RunRecord]] = []
    for name, history in ledger.by_run.items():
        places = listed.get(name, [])
        if not places:
            yield from _gone(name, history)
        elif is_ambiguous(places):
            yield ambiguous(name, places)
        else:
            run = places[0][1].run
            yield from changed_export(run, history)
            pins = (pinned for pinned in history.scores if pinned.digest == run.digest)
            held += [(pinned, recomputing.scored(pinned, places), run) for pinned in pins]
    brief_all(cache.results, recomputing.made)
    for pin in held:
        yield from _differences(*pin)
    yield from recomputing.problems


def places_by_name(boards: Sequence[Board]) -> dict[RunName, list[tuple[Board, Entry]]]:
    """Return (family, run id) → every board that lists it, with its entry there."""
    found: dict[RunName, list[tuple[Board, Entry]]] = {}
    for board in boards:
        for entry in board.entries:
            found.setdefault((entry.run.family, entry.run.run_id), []).append((board, entry))
    return found


def is_ambiguous(places: Places) -> bool:
    """Return whether different exports of one family share a run id."""
    return len({entry.run.digest for _, entry in places}) > 1


def changed_export(run: RunRecord, history: History) -> Iterator[Problem]:
    """Yield a problem when an export is not the one that was pinned, or corrected to, under its id."""
    if not history.digest or history.digest == run.digest:
        return
    source = history.corrections[-1] if history.corrections else history.scores[0]
    yield _problem(
        source.entry,
        "ledger.changed-export",
        f"Entry {source.entry} holds {run.run_id} with the export {history.digest[7:19]}; "
        f"{run.folder} now is {run.digest[7:19]}.",
        f"Restore the export, or accept the change: `site-builder correct {run.run_id} --why …`.",
        run.run_id,
    )


def ambiguous(name: RunName, places: Places) -> Problem:
    """Return the problem of a run id that different exports of a family share."""
    folders = ", ".join(sorted({entry.run.folder for _, entry in places}))
    message = f"{name[1]} is the id of different exports of {name[0]} ({folders}); no score of it is pinned."
    return Problem(
        file=LEDGER_FILE,
        code="ledger.ambiguous-run",
        message=message,
        advice="Give each run an id of its own.",
        severity="warning",
        run=name[1],
    )


def value_of(result: Result) -> Value:
    """Return a result as a ledger holds it: the value, or the reason why there is none."""
    if result.value is None:
        assert result.absence is not None
        return result.absence.reason
    return result.value


class _Recomputing:
    """Computes pinned scores again, reusing the results of the boards wherever the cohort is the same."""

    def __init__(
        self, ledger: Ledger, boards: Sequence[Board], graphs: Mapping[str, Graph], cache: RunCache
    ) -> None:
        self._ledger = ledger
        self._graphs = graphs
        self._cache = cache
        self._current = {board.id: cohort_of(board, "") for board in boards}
        self._runs: dict[str, dict[str, RunRecord]] = {}
        for board in boards:
            known = self._runs.setdefault(board.config.family, {})
            known |= {entry.run.run_id: entry.run for entry in board.entries}
        self._medians: dict[int, tuple[dict[str, Median], str] | None] = {}
        self.problems: list[Problem] = []
        """About the cohorts that were asked for."""
        self.lost: list[CohortEntry] = []
        """Of them, those of which a withheld median cannot be taken again."""
        self.made: list[Deferred] = []
        """Results that were asked for and are on no board; not settled yet."""

    def scored(self, pinned: ScoreEntry, places: Places) -> Scored | None:
        """Return the results of a run as they were pinned; ``None`` where they cannot be computed."""
        graph, cohort = self._graphs.get(pinned.rubric), self._ledger.cohort_of(pinned)
        if graph is None or graph.digest != pinned.rubric_digest or cohort is None:
            return None
        for board, entry in places:
            if same_cohort(cohort, self._current[board.id]):
                return entry.scored
        if cohort.entry not in self._medians:
            self._medians[cohort.entry] = self._taken(cohort, graph)
        known = self._medians[cohort.entry]
        if known is None:
            return None
        run = places[0][1].run
        scored = self._cache.deferred(graph, run, *known)
        self.made.append(scored)
        return scored

    def corrected(self, cohort: CohortEntry) -> bool:
        """Return whether the ledger says by which corrections a cohort has other exports now."""
        return corrected_since(cohort, self._runs.get(cohort.family, {}), self._ledger)

    def _taken(self, cohort: CohortEntry, graph: Graph) -> tuple[dict[str, Median], str] | None:
        """Return the medians of a cohort with their digest, and note what is wrong with them."""
        medians = medians_again(cohort, graph, self._runs.get(cohort.family, {}), self._cache)
        if medians is None:
            self.lost.append(cohort)
            return None
        differing = differing_medians(cohort, medians)
        if differing:
            self.problems.append(_median_differs(cohort, differing))
        return medians, medians_digest(medians)


def _differences(pinned: ScoreEntry, scored: Scored | None, run: RunRecord) -> Iterator[Problem]:
    """Yield one problem for an entry of which values do not recompute, naming the first and their number."""
    if scored is None:
        return
    found: list[tuple[str, Value | None, Value | None]] = [
        (node, value, again)
        for node, value in pinned.values.items()
        if (again := value_of(scored[node]) if node in scored.graph.position else "not_collected") != value
    ]
    if pinned.headline in scored.graph.position:
        result = scored[pinned.headline]
        pairs = [("coverage", pinned.coverage, result.coverage)]
        bounds = [("lower", pinned.lower, result.lower), ("upper", pinned.upper, result.upper)]
        if scored.graph.node(pinned.headline).withheld is None:
            found += [bound for bound in bounds if bound[1] != bound[2]]
        found += [pair for pair in pairs if pair[1] != pair[2]]
    if not found:
        return
    node, was, now = found[0]
    more = f", and {len(found) - 1} more values differ" if len(found) > 1 else ""
    yield _problem(
        pinned.entry,
        "ledger.value-differs",
        f"Entry {pinned.entry} pins {node} of {pinned.run} under {pinned.rubric} as {_words(was)}; "
        f"recomputed it is {_words(now)}{more}.{_other_tools(pinned, run)}",
        "Measure with the tools of the entry; with the same ones, report it as a fault of the program.",
        pinned.run,
    )


def _other_tools(pinned: ScoreEntry, run: RunRecord) -> str:
    pairs = [(tool, version, run.tools.get(tool, version)) for tool, version in sorted(pinned.tools.items())]
    words = [f"{tool} {now} in the place of {was}" for tool, was, now in pairs if was != now]
    return f" It was measured with {', '.join(words)} now, which may be why." if words else ""


def _rubric_faults(ledger: Ledger, graphs: Mapping[str, Graph]) -> Iterator[Problem]:
    """Yield a problem for each pinned rubric that is gone or has another digest, naming its first entry."""
    pinned: dict[tuple[str, str], list[int]] = {}
    for entry in ledger.entries:
        if isinstance(entry, ScoreEntry):
            pinned.setdefault((entry.rubric, entry.rubric_digest), []).append(entry.entry)
    for (rubric, digest), entries in pinned.items():
        more = f" and {len(entries) - 1} more" if len(entries) > 1 else ""
        if rubric not in graphs:
            yield _problem(
                entries[0],
                "ledger.rubric-gone",
                f"Entry {entries[0]}{more} pinned scores under {rubric}, of which there is no file.",
                f"Put rubric_versions/{rubric}.yaml back, so that they can be recomputed.",
            )
        elif graphs[rubric].digest != digest:
            yield _problem(
                entries[0],
                "ledger.rubric-changed",
                f"Entry {entries[0]}{more} pinned scores under {rubric} {digest[7:19]}; "
                f"the file now is {graphs[rubric].digest[7:19]}.",
                "Restore the file as it was released, and make the change a new version.",
            )


def _unchecked(cohorts: Sequence[CohortEntry]) -> Problem:
    first = min(cohort.entry for cohort in cohorts)
    of = f"entry {first}" if len(cohorts) == 1 else f"entry {first} and {len(cohorts) - 1} more"
    message = f"Scores pinned with the cohort of {of} cannot be recomputed: a median of it is withheld, and "
    message += "not all of its exports are as they were."
    return Problem(
        file=LEDGER_FILE,
        pointer=f"line {first}",
        code="ledger.not-recomputable",
        message=message,
        advice="Put the exports back as they were; where one was changed on purpose, `site-builder correct` "
        "says so, and this note goes.",
        severity="note",
    )


def _median_differs(cohort: CohortEntry, nodes: Sequence[str]) -> Problem:
    return _problem(
        cohort.entry,
        "ledger.median-differs",
        f"Entry {cohort.entry} pins {nodes[0]} of {cohort.cohort} otherwise than its runs give it"
        f"{f', and {len(nodes) - 1} more medians' if len(nodes) > 1 else ''}.",
        "Measure with the tools of that day; with the same ones, report it as a fault of the program.",
    )


def _gone(name: RunName, history: History) -> Iterator[Problem]:
    entries = sorted(entry.entry for entry in (*history.scores, *history.notices))
    yield Problem(
        file=LEDGER_FILE,
        pointer=f"line {entries[0]}",
        code="ledger.run-gone",
        message=f"Entry {entries[0]} is about {name[1]} of {name[0]}, which no board of this site lists.",
        advice="Put its export back; a run that should not rank is withdrawn, and its page stays.",
        severity="warning",
        run=name[1],
    )


def _words(value: object) -> str:
    if isinstance(value, float):
        return exact(value)
    return "nothing" if value is None else f"missing ({value})"


def _problem(entry: int, code: str, message: str, advice: str, run: str = "") -> Problem:
    return Problem(
        file=LEDGER_FILE, pointer=f"line {entry}", code=code, message=message, advice=advice, run=run
    )
