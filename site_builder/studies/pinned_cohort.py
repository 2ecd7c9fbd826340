"""The cohort that scores are pinned with: written down for the ledger, and its medians taken again later.

A median that the rubric withholds is in no ledger. It is taken again from the runs of the cohort, while their
exports are those of that day; a digest over them says whether they are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

import msgspec

from site_builder.records.ledger import CohortEntry, Ledger, PinnedMedian
from site_builder.records.run import RunRecord
from site_builder.scoring.evaluate import Median
from site_builder.scoring.graph import Graph
from site_builder.scoring.run_cache import RunCache
from site_builder.site_data import Board


def members_of(board: Board) -> tuple[RunRecord, ...]:
    """Return the runs that a board's medians are taken over, in order of their ids."""
    excluded = {exclusion.run for exclusion in board.config.exclude}
    runs = (e.run for e in board.entries if e.withdrawn is None and e.run.run_id not in excluded)
    return tuple(sorted(runs, key=lambda run: run.run_id))


def cohort_of(board: Board, date: str) -> CohortEntry:
    """Return the cohort of a board as it is, for the ledger."""
    members = members_of(board)
    runs = tuple(run.run_id for run in members)
    return CohortEntry(
        date=date,
        family=board.config.family,
        cohort=board.cohort_key,
        rubric=board.graph.id,
        rubric_digest=board.graph.digest,
        runs=runs,
        exports=exports_digest(members),
        medians={node: _pinned(board.graph, node, median, runs) for node, median in board.medians.items()},
    )


def exports_digest(runs: Iterable[RunRecord]) -> str:
    """Return ``sha256:`` over the ids and export digests of runs, a line each, in order of their ids."""
    return _over((run.run_id, run.digest) for run in runs)


def _over(exports: Iterable[tuple[str, str]]) -> str:
    lines = sorted(f"{run_id} {digest}\n" for run_id, digest in exports)
    return f"sha256:{hashlib.sha256(''.join(lines).encode()).hexdigest()}"


def same_cohort(known: CohortEntry, wanted: CohortEntry) -> bool:
    """Return whether two entries are about the same runs, with the same exports, rubric and medians."""
    as_known = {"entry": known.entry, "previous": known.previous, "seal": known.seal, "date": known.date}
    return known == msgspec.structs.replace(wanted, **as_known)


def medians_again(
    cohort: CohortEntry, graph: Graph, runs: Mapping[str, RunRecord], cache: RunCache
) -> dict[str, Median] | None:
    """Return the medians of a pinned cohort.

    ``runs`` holds the runs on the boards of the family by id. While they are those of the cohort, its medians
    are taken anew; else they are as pinned, and ``None`` where the rubric withholds one of them.
    """
    members = [runs[name] for name in cohort.runs if name in runs]
    if len(members) == len(cohort.runs) and exports_digest(members) == cohort.exports:
        return cache.medians(graph, members)
    if any(median.withheld for median in cohort.medians.values()):
        return None
    return {
        node: Median(median.value, tuple(run for run in cohort.runs if run not in set(median.lacking)))
        for node, median in cohort.medians.items()
    }


def corrected_since(cohort: CohortEntry, runs: Mapping[str, RunRecord], ledger: Ledger) -> bool:
    """Return whether corrections in the ledger alone explain that a cohort has other exports now.

    ``runs`` is as for ``medians_again``.
    """
    if not all(name in runs for name in cohort.runs):
        return False
    then = {name: runs[name].digest for name in cohort.runs}
    for name in cohort.runs:
        corrections = ledger.of(cohort.family, name).corrections
        then[name] = next((one.old for one in corrections if one.entry > cohort.entry), then[name])
    return _over(then.items()) == cohort.exports


def differing_medians(cohort: CohortEntry, medians: Mapping[str, Median]) -> list[str]:
    """Return the nodes whose medians are not as pinned."""
    return [
        node
        for node, pinned in cohort.medians.items()
        if node not in medians
        or (not pinned.withheld and medians[node].value != pinned.value)
        or len(medians[node].runs) != len(cohort.runs) - len(pinned.lacking)
    ]


def _pinned(graph: Graph, node: str, median: Median, runs: tuple[str, ...]) -> PinnedMedian:
    lacking = tuple(sorted(set(runs) - set(median.runs)))
    if graph.node(node).withheld is not None:
        return PinnedMedian(None, lacking, withheld=True)
    return PinnedMedian(median.value, lacking)
