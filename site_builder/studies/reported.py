"""Compare what an export states of its own results with what follows from its measurements."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

import msgspec

from site_builder.errors import Problem
from site_builder.records.run import RunRecord
from site_builder.scoring.evaluate import Scored, evaluate
from site_builder.scoring.explain import exact
from site_builder.scoring.graph import Graph
from site_builder.scoring.variant import reweighted, weights_of

RELATIVE_TOLERANCE = 1e-9
"""Within which two doubles are the same figure: sums taken in another order differ by less."""

Agreement = Literal["same", "rounded", "differs"]


class Comparison(msgspec.Struct, frozen=True):
    """A result that an export states, and the recomputed one."""

    node: str
    title: str
    published: float | None
    """``None`` when the export states null."""
    recomputed: float | None
    agreement: Agreement
    """``rounded``: the same number with fewer digits."""
    graph: str
    """Id of the graph it was recomputed with; not the board's when the export used other weights."""
    pointer: str
    """Where the export states it."""


def comparisons(run: RunRecord, scored: Scored) -> tuple[Comparison, ...]:
    """Compare every result that the export states and the rubric has, in order of the rubric.

    An export that states its own weights is recomputed with those. Empty for an export that states nothing.
    """
    if not run.reported:
        return ()
    with_its_weights = _under_stated_weights(run, scored)
    found = []
    for step in scored.graph.steps:
        stated = run.reported.get(step.id)
        if stated is None:
            continue
        recomputed = with_its_weights.value(step.id)
        found.append(
            Comparison(
                node=step.id,
                title=step.node.title,
                published=stated.value,
                recomputed=recomputed,
                agreement=agreement(stated.value, recomputed),
                graph=with_its_weights.graph.id,
                pointer=stated.evidence[0].pointer if stated.evidence else "",
            )
        )
    return tuple(found)


def agreement(published: float | None, recomputed: float | None) -> Agreement:
    """Say whether two figures are the same: to 1e-9, or to the digits with which the first is written."""
    if published is None or recomputed is None:
        return "same" if published is recomputed else "differs"
    if math.isclose(published, recomputed, rel_tol=RELATIVE_TOLERANCE, abs_tol=1e-12):
        return "same"
    decimals = len(repr(published).partition(".")[2]) if "e" not in repr(published) else 0
    within = abs(published - recomputed) <= 0.5 * 10.0**-decimals * (1 + RELATIVE_TOLERANCE)
    return "rounded" if decimals and within else "differs"


def problems(run: RunRecord, scored: Scored) -> Iterator[Problem]:
    """Yield a warning for every stated result that is another number, and a note for a rounded one."""
    for item in comparisons(run, scored):
        if item.agreement == "same":
            continue
        name = item.title.split(" · ", maxsplit=1)[0]
        stated = f"{name}: published {_words(item.published)}, recomputed {_words(item.recomputed)}"
        weights = item.graph.removeprefix(scored.graph.id).lstrip("~")
        under = f" under the weights that it states ({weights})" if weights else ""
        differs = item.agreement == "differs"
        yield Problem(
            file=run.folder,
            pointer=item.pointer,
            code=f"{run.family}.reported-{item.agreement}",
            message=f"{stated}{under}.",
            advice="The recomputed value is shown; correct the export or its measurements."
            if differs
            else "Nothing to do; state the figure at full precision to have it confirmed.",
            severity="warning" if differs else "note",
            run=run.run_id,
        )


def weighing_node(graph: Graph, inputs: frozenset[str]) -> str | None:
    """Return the node whose weighted inputs are exactly these, ``None`` when there is none."""
    for step in graph.steps:
        if "weights" in step.constants and {graph.steps[index].id for index in step.inputs} == inputs:
            return step.id
    return None


def _under_stated_weights(run: RunRecord, scored: Scored) -> Scored:
    node_id = weighing_node(scored.graph, frozenset(run.reported_weights))
    if node_id is None or run.reported_weights == weights_of(scored.graph, node_id):
        return scored
    return evaluate(reweighted(scored.graph, node_id, run.reported_weights), run.metrics)


def _words(value: float | None) -> str:
    return "nothing" if value is None else exact(value)
