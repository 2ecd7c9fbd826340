"""Form the boards: group runs into cohorts, score them under the pinned rubric, order them. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from site_builder.errors import Problem
from site_builder.records.layout import Layout
from site_builder.records.ledger import NO_LEDGER, Ledger, Withdrawal, why_of
from site_builder.records.rubric_diff import Outcome
from site_builder.records.run import RunRecord
from site_builder.records.site import SITE_FILE, Site
from site_builder.records.site import Board as BoardConfig
from site_builder.scoring.evaluate import Median, Scored
from site_builder.scoring.graph import Graph
from site_builder.scoring.rank import Candidate, Standing, rank
from site_builder.scoring.result_cache import Deferred, brief_all, medians_digest
from site_builder.scoring.run_cache import NO_CACHE, RunCache
from site_builder.site_data import Board, Entry, MedianChange, Withdrawn
from site_builder.slugs import free_slug, short_slug

EXCLUDED = "excluded from this board: "
"""What the reason for an unranked run begins with when ``site.yaml`` excludes it."""

UNMEASURED_GATE = "its gate was not measured, and such a run may not lead this board"
"""Why a run that would have rank 1 has none when the rubric's gate is missing in it."""


def form_boards(
    config: BoardConfig,
    runs: Sequence[RunRecord],
    graphs: Mapping[str, Graph],
    taken: set[str],
    cache: RunCache = NO_CACHE,
    *,
    ledger: Ledger = NO_LEDGER,
) -> Iterator[Board]:
    """Yield the boards of one entry of ``site.yaml``, in the order of their cohort keys.

    With ``cohort`` it is exactly one, even without runs; else one for every cohort found. ``taken`` holds the
    board ids in use and gets those of the new boards. Runs that the ledger says are withdrawn have no rank
    and are out of the medians. All runs are scored in one go, whatever board they are on.
    """
    planned = [
        _planned(board_id, key, members, config, graphs=graphs, cache=cache, ledger=ledger)
        for board_id, key, members in cohorts_of(config, runs, taken)
    ]
    brief_all(cache.results, [result for plan in planned for result in plan.every_result])
    yield from (_board(plan, config, graphs, cache) for plan in planned)


def cohorts_of(
    config: BoardConfig, runs: Sequence[RunRecord], taken: set[str]
) -> Iterator[tuple[str, str, list[RunRecord]]]:
    """Yield (board id, cohort key, runs by their ids) for the boards of one entry of ``site.yaml``.

    Of several cohorts that would have one address, it goes to the key that is written like it, else to the
    larger cohort: a single run with ``Circles`` does not take the place of the board of ``circles``.
    """
    cohorts: dict[str, list[RunRecord]] = {config.cohort: []} if config.cohort is not None else {}
    for run in sorted(runs, key=lambda run: run.run_id):
        if config.cohort in (None, run.cohort):
            cohorts.setdefault(run.cohort, []).append(run)
    ids: dict[str, str] = {}
    for key in sorted(cohorts, key=lambda key: (short_slug(key) != key, -len(cohorts[key]), key)):
        ids[key] = config.id or free_slug(key, taken, config.rubric)
        taken.add(ids[key])
    yield from ((ids[key], key, cohorts[key]) for key in sorted(cohorts))


def board_faults(site: Site, runs: Mapping[int, Sequence[RunRecord]]) -> Iterator[Problem]:
    """Yield what is suspicious about the boards of ``site.yaml``, given the runs that each of them gets."""
    for index, config in enumerate(site.boards):
        yield from _faults(config, f"/boards/{index}", runs[index])


class _Planned(NamedTuple):
    """A board whose runs are about to be scored."""

    id: str
    cohort_key: str
    runs: list[RunRecord]
    """In the order of their ids."""
    cohort: list[RunRecord]
    """Those that medians are taken over."""
    withdrawn: Mapping[str, Withdrawal]
    barred: Mapping[str, str]
    """Run id → why it is in no median and has no rank."""
    medians: Mapping[str, Mapping[str, Median]]
    """Rubric id → its medians over the others; the board's own rubric first."""
    scored: Mapping[str, Mapping[str, Deferred]]
    """Rubric id → run id → results."""

    @property
    def every_result(self) -> Iterator[Deferred]:
        """What has to be scored, under all rubrics."""
        for results in self.scored.values():
            yield from results.values()


def _planned(
    board_id: str,
    cohort_key: str,
    runs: list[RunRecord],
    config: BoardConfig,
    *,
    graphs: Mapping[str, Graph],
    cache: RunCache,
    ledger: Ledger,
) -> _Planned:
    names = [run.run_id for run in runs]
    withdrawn = withdrawn_on(config, names, ledger)
    barred = _barred(config, names, withdrawn)
    cohort = [run for run in runs if run.run_id not in barred]
    rubrics = (config.rubric, *config.also)
    medians = {rubric: cache.medians(graphs[rubric], cohort) for rubric in rubrics}
    scored = {rubric: _deferred(graphs[rubric], runs, medians[rubric], cache) for rubric in rubrics}
    return _Planned(board_id, cohort_key, runs, cohort, withdrawn, barred, medians, scored)


def _deferred(
    graph: Graph, runs: Sequence[RunRecord], medians: Mapping[str, Median], cache: RunCache
) -> dict[str, Deferred]:
    digest = medians_digest(medians)
    return {run.run_id: cache.deferred(graph, run, medians, digest) for run in runs}


def _board(plan: _Planned, config: BoardConfig, graphs: Mapping[str, Graph], cache: RunCache) -> Board:
    graph, medians, scored = graphs[config.rubric], plan.medians[config.rubric], plan.scored[config.rubric]
    by_id = {run.run_id: run for run in plan.runs}
    outcomes = {name: outcome(result) for name, result in scored.items()}
    entries = tuple(
        Entry(
            run=by_id[standing.run_id],
            scored=scored[standing.run_id],
            standing=standing,
            others={rubric: plan.scored[rubric][standing.run_id] for rubric in config.also},
            withdrawn=plan.withdrawn.get(standing.run_id),
        )
        for standing in standings(config, graph, outcomes, plan.barred)
    )
    title = config.title or next((run.cohort_title for run in plan.runs if run.cohort_title), plan.cohort_key)
    excluded = {exclusion.run for exclusion in config.exclude}
    withdrawals = sorted(plan.withdrawn.values(), key=lambda entry: entry.entry)
    effects = tuple(
        Withdrawn(entry, _changes(medians, cache.medians(graph, [*plan.cohort, by_id[entry.run]])))
        if entry.run not in excluded
        else Withdrawn(entry, ())
        for entry in withdrawals
    )
    floor = least_coverage(config, graph)
    others = {rubric: plan.medians[rubric] for rubric in config.also}
    return Board(plan.id, title, config, plan.cohort_key, graph, medians, entries, floor, others, effects)


def _withdrawn_words(entry: Withdrawal) -> str:
    """Return why a withdrawn run has no rank, as a clause."""
    return f"withdrawn on {entry.date}: {why_of(entry)}"


def _changes(after: Mapping[str, Median], before: Mapping[str, Median]) -> tuple[MedianChange, ...]:
    """Return the medians that are another number with a run than without it."""
    pairs = [(name, before[name].value, median.value) for name, median in after.items()]
    return tuple(MedianChange(name, old, new) for name, old, new in pairs if old != new)


def barred_on(config: BoardConfig, runs: Collection[str], ledger: Ledger) -> dict[str, str]:
    """Return run id → why a run of the board is in no median and has no rank, as a clause for the reader.

    Those that ``site.yaml`` excludes, and those that the ledger says are withdrawn; ``runs`` are ids.
    """
    return _barred(config, runs, withdrawn_on(config, runs, ledger))


def barred_of(board: Board) -> dict[str, str]:
    """Return the same of a board that was formed."""
    withdrawn = {e.run.run_id: e.withdrawn for e in board.entries if e.withdrawn is not None}
    return _barred(board.config, [entry.run.run_id for entry in board.entries], withdrawn)


def _barred(
    config: BoardConfig, runs: Collection[str], withdrawn: Mapping[str, Withdrawal]
) -> dict[str, str]:
    excluded = {exclusion.run: EXCLUDED + exclusion.reason for exclusion in config.exclude}
    barred = {name: excluded[name] for name in runs if name in excluded}
    return barred | {name: _withdrawn_words(entry) for name, entry in withdrawn.items()}


def withdrawn_on(config: BoardConfig, runs: Collection[str], ledger: Ledger) -> dict[str, Withdrawal]:
    """Return run id → the withdrawal in force, for those of some runs that have one."""
    withdrawn = ((name, ledger.of(config.family, name).withdrawn) for name in runs)
    return {name: entry for name, entry in withdrawn if entry is not None}


def least_coverage(config: BoardConfig, graph: Graph) -> float:
    """Return the coverage (0–1) below which the board does not rank: its own, or else the rubric's."""
    own = config.minimum_coverage
    return own if own is not None else graph.rubric.minimum_coverage


def outcome(scored: Scored) -> Outcome:
    """Return what ranking reads of a run's results."""
    layout = scored.graph.layout
    headline = scored[layout.headline]
    gate = scored.value(layout.gate) if layout.gate is not None else None
    detail = headline.absence.detail if headline.absence is not None else ""
    return Outcome(headline.value, headline.coverage, gate, detail)


def standings(
    config: BoardConfig, graph: Graph, outcomes: Mapping[str, Outcome], barred: Mapping[str, str]
) -> list[Standing]:
    """Return where the runs of a board stand under a rubric, in their order; the board's terms apply."""
    candidates = (
        _candidate(config, graph.layout, name, result, barred.get(name, ""))
        for name, result in outcomes.items()
    )
    return rank(candidates, least_coverage(config, graph), config.minimum_runs)


def _candidate(config: BoardConfig, layout: Layout, run_id: str, result: Outcome, barred: str) -> Candidate:
    gated = layout.gate is not None
    unmeasured = gated and result.gate is None and not config.unmeasured_gate_may_lead
    return Candidate(
        run_id,
        result.score,
        result.coverage,
        barred=barred or layout.unranked,
        without_score=f"it has no score: {result.detail}" if result.score is None else "",
        last=gated and result.gate == 0,
        may_not_lead=UNMEASURED_GATE if unmeasured else "",
    )


def _faults(config: BoardConfig, pointer: str, runs: Sequence[RunRecord]) -> Iterator[Problem]:
    if config.cohort is not None and not any(run.cohort == config.cohort for run in runs):
        yield _warning(
            f"{pointer}/cohort",
            "site.empty-board",
            f"No run of {config.runs} belongs to the cohort {config.cohort}.",
            "Correct the cohort key, or add runs; the board is published empty.",
        )
    alike: dict[str, set[str]] = {}
    for run in runs if config.cohort is None else ():
        alike.setdefault(re.sub(r"[\W_]+", "", run.cohort.casefold()), set()).add(run.cohort)
    for keys in (sorted(keys) for letters, keys in sorted(alike.items()) if letters and len(keys) > 1):
        yield _warning(
            pointer,
            "site.cohorts-alike",
            f"The cohorts {' and '.join(keys)} of {config.runs} differ in case or punctuation only.",
            "Each has a board of its own; if they are one, correct the key in the exports.",
        )
    known = {run.run_id for run in runs}
    for index, exclusion in enumerate(config.exclude):
        if exclusion.run not in known:
            yield _warning(
                f"{pointer}/exclude/{index}/run",
                "site.unknown-exclusion",
                f"The excluded run {exclusion.run} is not among the runs of {config.runs}.",
                "Correct the run id, or drop the exclusion.",
            )
    for index, code in enumerate(config.quarantine):
        if not code.startswith(f"{config.family}."):
            yield _warning(
                f"{pointer}/quarantine/{index}",
                "site.foreign-quarantine",
                f"No export of {config.family} is ever reported with {code}, so it excludes no run.",
                f"Name a code that begins with `{config.family}.`; `site-builder docs problems` lists them.",
            )


def _warning(pointer: str, code: str, message: str, advice: str) -> Problem:
    return Problem(
        file=SITE_FILE, pointer=pointer, code=code, message=message, advice=advice, severity="warning"
    )
