"""Two versions over the boards of a family: every run's score and rank under both, and what moved it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import NamedTuple

import msgspec

from site_builder.boards import barred_of, standings
from site_builder.records.rubric_diff import (
    BoardDifference,
    Clause,
    MedianDifference,
    Outcome,
    Place,
    RubricDifference,
    RunDifference,
)
from site_builder.records.run import RunRecord
from site_builder.records.site import Board as BoardConfig
from site_builder.scoring.evaluate import Median
from site_builder.scoring.graph import Graph
from site_builder.scoring.result_cache import medians_digest
from site_builder.scoring.run_cache import NO_CACHE, RunCache
from site_builder.site_data import Board
from site_builder.studies.rubric_diff.attribution import Attributor, Telescope
from site_builder.studies.rubric_diff.clauses import NO_FILES, clauses
from site_builder.studies.rubric_diff.hybrids import Hybrids, companions, pair_digest
from site_builder.studies.rubric_diff.ranks import Crossings, crossings, place

NO_CROSSINGS = Crossings()


class Cohort(NamedTuple):
    """The runs of one board, which need not be scored."""

    id: str
    """Address of the board."""
    config: BoardConfig
    runs: tuple[RunRecord, ...]
    barred: Mapping[str, str]
    """Run id → why it is in no median and has no rank."""


class _Compared(msgspec.Struct, frozen=True, array_like=True):
    """One board under both versions, as it is remembered."""

    difference: BoardDifference
    rests_on: tuple[str, ...]
    """Keys of what its runs gave, which serve again when only some of them change."""


class _Said(msgspec.Struct, frozen=True, array_like=True):
    """What is said of two versions whatever the runs, as it is remembered."""

    clauses: tuple[Clause, ...]
    order: tuple[tuple[str, ...], ...]


class Comparison:
    """Compares one pair of versions on any number of boards; what nobody asks for is not made."""

    def __init__(
        self,
        older: Graph,
        newer: Graph,
        between: Sequence[Graph] = (),
        files: Mapping[str, Mapping[str, bytes]] = NO_FILES,
    ) -> None:
        """``between`` are the versions between the two; the notes on their changes are included.

        ``files`` maps rubric ids to the files beside the rubrics, by name.
        """
        self.older, self.newer = older, newer
        self._between, self._files = between, files
        self._digest = pair_digest(older, newer)

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """In what the versions differ."""
        return clauses(self.older, self.newer, self._between, self._files)

    @cached_property
    def hybrids(self) -> Hybrids:
        """Both versions and everything between them as one graph."""
        return Hybrids(self.older, self.newer)

    @cached_property
    def attributor(self) -> Attributor:
        """What attributes the changes of runs."""
        return Attributor(self.hybrids)

    def over(self, boards: Iterable[Board], cache: RunCache = NO_CACHE) -> RubricDifference:
        """Compare on every board; of boards with the same runs under the same terms on the first one.

        A board with the runs and the terms that it had before is not compared again. Runs that have to be
        evaluated are so in one go.
        """
        unique = tuple(reversed({_terms(board): board for board in reversed(list(boards))}.values()))
        keys = [self._key(board, cache) for board in unique]
        found = [cache.results.get(key, _Compared) for key in keys]
        new = [index for index, known in enumerate(found) if known is None]
        for index, made in zip(new, self._on([_cohort(unique[index]) for index in new], cache), strict=True):
            found[index] = cache.results.put(keys[index], _Compared, made)
        compared = [one for one in found if one is not None]
        cache.results.keep(key for one in compared for key in one.rests_on)
        said = self._said(cache)
        return RubricDifference(
            older=self.older.id,
            newer=self.newer.id,
            clauses=said.clauses,
            order=said.order,
            boards=tuple(one.difference for one in compared),
        )

    def of_cohorts(self, cohorts: Sequence[Cohort], cache: RunCache = NO_CACHE) -> Iterator[BoardDifference]:
        """Yield what cohorts are under both versions; all their runs are evaluated in one go."""
        return (one.difference for one in self._on(cohorts, cache))

    @property
    def order(self) -> tuple[tuple[str, ...], ...]:
        """The steps of the attribution, each the ids of the clauses that count with it."""
        with_it = companions(self.hybrids)
        steps: list[tuple[str, ...]] = [(name, *with_it[name]) for name in self.hybrids.swapped]
        if self.hybrids.renamed:
            steps.append(("layout.headline", *with_it[""]))
        return tuple(steps)

    def _said(self, cache: RunCache) -> _Said:
        given = (
            f"{graph.id} {name}"
            for graph in (self.older, self.newer)
            for name in self._files.get(graph.id, ())
        )
        between = (graph.digest for graph in self._between)
        key = cache.key_of("clauses", self._digest, *between, *sorted(given))
        return cache.results.get_or_make(key, _Said, lambda: _Said(self.clauses, self.order))

    def _on(self, cohorts: Sequence[Cohort], cache: RunCache) -> Iterator[_Compared]:
        medians = [
            cache.medians(self.hybrids, [run for run in one.runs if run.run_id not in one.barred])
            for one in cohorts
        ]
        wanted = [
            [self._telescope(run, taken, digest, cache) for run in one.runs]
            for one, taken in zip(cohorts, medians, strict=True)
            for digest in (medians_digest(taken),)
        ]
        telescopes = iter(cache.results.get_or_make_all(Telescope, [one for some in wanted for one in some]))
        for one, taken, some in zip(cohorts, medians, wanted, strict=True):
            found = {run.run_id: next(telescopes) for run in one.runs}
            difference = BoardDifference(
                board=one.id,
                runs=tuple(self._differences(one, found)),
                medians=tuple(self._median_differences(taken)),
            )
            rows = (cache.row_key(self.hybrids, run) for run in one.runs)
            yield _Compared(difference, (*rows, *(key for key, _ in some)))

    def _differences(self, cohort: Cohort, found: Mapping[str, Telescope]) -> Iterator[RunDifference]:
        """Yield the runs in the order under the newer version, with ranks under both."""
        sides = (
            (self.older, {name: one.before for name, one in found.items()}),
            (self.newer, {name: one.after for name, one in found.items()}),
        )
        before, after = (_places(cohort, graph, outcomes) for graph, outcomes in sides)
        crossed = crossings(*(_ranks(places) for places in (before, after)))
        for name, stands in after.items():
            one, passing = found[name], crossed.get(name, NO_CROSSINGS)
            yield RunDifference(
                run=name,
                before=one.before,
                after=one.after,
                moves=self.attributor.moves(one),
                place_before=before[name],
                place_after=stands,
                passed=passing.passed,
                passed_by=passing.passed_by,
                passes=passing.passes,
                passes_by=passing.passes_by,
            )

    def _median_differences(self, medians: Mapping[str, Median]) -> Iterator[MedianDifference]:
        """Yield the cohort medians that only one version takes, or that have another value in each."""
        older, newer = (self._medians_of(end, medians) for end in (0, 1))
        for name in dict.fromkeys([*newer, *older]):
            old, new = older.get(name), newer.get(name)
            before, after = (m.value if m is not None else None for m in (old, new))
            if before != after or (old is None) != (new is None):
                counts = [len(m.runs) if m is not None else 0 for m in (old, new)]
                yield MedianDifference(name, before, after, *counts)

    def _medians_of(self, end: int, medians: Mapping[str, Median]) -> dict[str, Median]:
        """Return the medians that one version's headline rests on, by their id in that version."""
        hybrids = self.hybrids
        wanted = hybrids.below([hybrids.ends[end][0]])
        return {
            hybrids.names[step.index]: medians[step.id] for step in hybrids.medians if step.index in wanted
        }

    def _telescope(
        self, run: RunRecord, medians: Mapping[str, Median], digest: str, cache: RunCache
    ) -> tuple[str, Callable[[], Telescope]]:
        """Return the key of a run under both versions, and what evaluates it."""
        key = cache.key(run, "telescope", self._digest, digest)
        return key, partial(self.attributor.telescope, run.metrics, medians)

    def _key(self, board: Board, cache: RunCache) -> str:
        """Return the key of a board under both versions, empty where its runs have none."""
        runs = [cache.key(entry.run) for entry in board.entries]
        said = (self._digest, board.id, *map(repr, _terms(board)), *runs)
        return hashlib.sha256("\n".join(said).encode()).hexdigest() if all(runs) else ""


def pairs(graphs: Mapping[str, Graph], released: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield (older, newer) for every two released versions of a family.

    ``graphs`` is in the order of versions.
    """
    known = set(released)
    versions: dict[str, list[str]] = {}
    for name, graph in graphs.items():
        if name in known:
            versions.setdefault(graph.rubric.family, []).append(name)
    for family in versions.values():
        yield from ((older, newer) for n, older in enumerate(family) for newer in family[n + 1 :])


def compare_all(
    graphs: Mapping[str, Graph],
    released: Iterable[str],
    boards: Sequence[Board],
    files: Mapping[str, Mapping[str, bytes]] = NO_FILES,
    cache: RunCache = NO_CACHE,
) -> Iterator[RubricDifference]:
    """Yield the difference of every pair of released versions, over the boards of its family.

    ``graphs`` is in the order of versions. A family without boards has differences without runs.
    """
    known = frozenset(released)
    for older, newer in pairs(graphs, known):
        family = graphs[newer].rubric.family
        own = [board for board in boards if board.config.family == family and board.entries]
        within = between(graphs, known, older, newer)
        yield Comparison(graphs[older], graphs[newer], within, files).over(own, cache)


def between(
    graphs: Mapping[str, Graph], released: Collection[str], older: str, newer: str
) -> tuple[Graph, ...]:
    """Return the released versions between two, in their order; ``graphs`` is in the order of versions."""
    order = list(graphs)
    if older not in graphs or newer not in graphs:
        return ()
    within = order[order.index(older) + 1 : order.index(newer)]
    return tuple(graphs[name] for name in within if name in released)


def _cohort(board: Board) -> Cohort:
    return Cohort(board.id, board.config, tuple(entry.run for entry in board.entries), barred_of(board))


def _places(cohort: Cohort, graph: Graph, outcomes: Mapping[str, Outcome]) -> dict[str, Place]:
    return {s.run_id: place(s) for s in standings(cohort.config, graph, outcomes, cohort.barred)}


def _ranks(places: Mapping[str, Place]) -> dict[str, int]:
    return {name: place.rank for name, place in places.items() if place.rank is not None}


def _terms(board: Board) -> tuple[object, ...]:
    config = board.config
    terms = (config.minimum_coverage, config.minimum_runs, config.unmeasured_gate_may_lead)
    return (config.runs, board.cohort_key, *terms, tuple(sorted(barred_of(board).items())))
