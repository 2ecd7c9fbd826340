"""Cached results of scoring runs: by the digest of a run's record, of the rubric, and of the medians."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import partial
from typing import NamedTuple

from site_builder.records.run import RunRecord
from site_builder.scoring.evaluate import Median, median_inputs, medians_of
from site_builder.scoring.graph import Graph
from site_builder.scoring.result_cache import Deferred, ResultCache

Row = tuple[str, list[float | None]]
"""(run id, what it adds to each cohort median, in the order of the graph's medians)."""


class RunCache(NamedTuple):
    """Results of runs: a cache of results, and the digests of the runs' records that its keys begin with."""

    results: ResultCache
    record_digests: Mapping[tuple[str, str], str]
    """(folder, run id) → digest of the run's record; a run without one is always scored anew."""

    def key(self, run: RunRecord, *parts: str) -> str:
        """Return the key of a result of a run, empty when there can be none."""
        known = self.record_digests.get((run.folder, run.run_id))
        return hashlib.sha256("\n".join((known, run.run_id, *parts)).encode()).hexdigest() if known else ""

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


NO_CACHE = RunCache(ResultCache(), {})
