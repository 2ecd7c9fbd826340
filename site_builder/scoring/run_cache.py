"""Cached results of scoring runs: by the digest of a run's record, of the rubric, and of the medians."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial

from site_builder.records.run import RunRecord
from site_builder.scoring.evaluate import Median
from site_builder.scoring.graph import Graph
from site_builder.scoring.medians import median_inputs, medians_of
from site_builder.scoring.result_cache import Deferred, ResultCache

Row = tuple[str, list[float | None]]
"""(run id, what it adds to each cohort median, in the order of the graph's medians)."""


class RunCache:
    """Results of runs: a cache of results, and the digests of the runs' records that its keys begin with."""

    def __init__(
        self, results: ResultCache, record_digests: Mapping[tuple[str, str], str], program: str = ""
    ) -> None:
        """``record_digests`` maps (folder, run id) → digest of the run's record.

        A run without one is always scored anew. ``program`` stands for what computes the results; without it
        those that rest on no run are made anew.
        """
        self.results = results
        self._record_digests = record_digests
        self._program = program
        self._beginnings: dict[tuple[str, str], str] = {}

    def key(self, run: RunRecord, *parts: str) -> str:
        """Return the key of a result of a run, empty when there can be none."""
        place = (run.folder, run.run_id)
        beginning = self._beginnings.get(place)
        if beginning is None:
            known = self._record_digests.get(place)
            beginning = _short_digest(self._program, known, run.run_id) if known else ""
            self._beginnings[place] = beginning
        return f"{beginning}{_short_digest(*parts)}" if beginning else ""

    def key_of(self, *parts: str) -> str:
        """Return the key of a result that rests on no run, empty when there can be none."""
        return _short_digest(self._program, *parts) if self._program else ""

    def row_key(self, graph: Graph, run: RunRecord) -> str:
        """Return the key of what a run adds to the medians of a graph."""
        return self.key(run, "medians", graph.digest)

    def rows(self, graph: Graph, cohort: Iterable[RunRecord]) -> list[Row]:
        """Return what each run of a cohort adds to the medians of a graph; nothing where it takes none."""
        if not graph.medians:
            return []
        return [
            (
                run.run_id,
                self.results.get_or_make(
                    self.row_key(graph, run),
                    list[float | None],
                    partial(median_inputs, graph, run.metrics),
                ),
            )
            for run in cohort
        ]

    def medians(self, graph: Graph, cohort: Iterable[RunRecord]) -> dict[str, Median]:
        """Return the medians that a graph takes over a cohort."""
        return medians_of(graph, self.rows(graph, cohort))

    def deferred(self, graph: Graph, run: RunRecord, medians: Mapping[str, Median], digest: str) -> Deferred:
        """Return the results of a run, not settled yet (``brief_all``); ``digest`` is that of ``medians``."""
        return Deferred(graph, run.metrics, medians, self.key(run, "brief", graph.digest, digest))


@lru_cache(4096)
def _short_digest(*parts: str) -> str:
    """Return a digest of some words; the same few are in the keys of hundreds of runs."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


NO_CACHE = RunCache(ResultCache(), {})
