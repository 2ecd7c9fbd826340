"""What pages publish so that anyone can recompute them: nodes, medians, and what decides ranks."""

from __future__ import annotations

from typing import Any

import msgspec

from site_builder.boards import barred_of
from site_builder.pages.cells import Sheet
from site_builder.scoring.evaluate import Scored
from site_builder.scoring.graph import Graph, Step
from site_builder.site_data import Board


class NodeValue(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One node in a run's ``index.json``."""

    value: float | None = None
    coverage: float | None = None
    """Left out when it is 1 and the bounds are the value itself; for a missing one, when it is 0 or when the
    node is not applicable."""
    lower: float | None = None
    upper: float | None = None
    missing: str = ""
    """Reason, for a missing value."""
    detail: str = ""


def absence_of(graph: Graph, absent_roles: frozenset[str]) -> frozenset[int]:
    """Return the positions of roles that did not run and of the metrics that say so; they stay published."""
    roles = [graph.step(name) for name in absent_roles]
    conditions = {i for role in roles for i in role.inputs if graph.steps[i].operator is None}
    return frozenset(conditions | {role.index for role in roles})


def other_inputs(scored: Scored, nodes: dict[str, NodeValue]) -> dict[str, NodeValue]:
    """Return what a recomputation under another rubric starts from, where the page's ``nodes`` differ."""
    sheet = Sheet(scored)
    steps = [step for step in scored.graph.steps if rests_on_nothing_published(sheet.graph, step)]
    found = {step.id: node_value(sheet, step.index) for step in steps}
    return {name: value for name, value in found.items() if nodes.get(name) != value}


def rests_on_nothing_published(graph: Graph, step: Step) -> bool:
    """Return whether recomputation begins at a node: measured, of the cohort, or made from the withheld."""
    if step.node.withheld is not None:
        return False
    return step.operator is None or any(graph.steps[i].node.withheld is not None for i in step.inputs)


def node_values(sheet: Sheet, hidden: frozenset[int] = frozenset()) -> dict[str, NodeValue]:
    """Return node → what the JSON says of it, without those at the ``hidden`` positions."""
    values = sheet.values
    return {
        step.id: NodeValue(values[index]) if sure else node_value(sheet, index)
        for index, (step, sure) in enumerate(zip(sheet.graph.steps, sheet.sure, strict=True))
        if index not in hidden
    }


def node_value(sheet: Sheet, index: int) -> NodeValue:
    """Return one node as its JSON has it: value, coverage and bounds, or the reason why it is missing."""
    value, coverage = sheet.values[index], sheet.coverages[index]
    if value is None or sheet.graph.withheld[index]:
        reason, detail = sheet.gap(index)
        unsaid = reason in ("withheld", "not_applicable")
        return NodeValue(missing=reason, detail=detail, coverage=None if unsaid else coverage or None)
    if coverage == 1.0 and sheet.lower[index] == sheet.upper[index] == value:
        return NodeValue(value)
    return NodeValue(value, coverage, sheet.lower[index], sheet.upper[index])


def rubric_of(graph: Graph, released: bool) -> dict[str, Any]:
    """Return which rubric stands behind a page's numbers; one that is not released is a draft."""
    return {"id": graph.id, "digest": graph.digest, "released": released}


def ranking_of(board: Board) -> dict[str, Any]:
    """Return what decides ranks beside scores: nobody has to guess the board's rules to order it again."""
    return {
        "minimum_runs": board.config.minimum_runs,
        "minimum_coverage": board.config.minimum_coverage,
        "unmeasured_gate_may_lead": board.config.unmeasured_gate_may_lead,
        "barred": dict(sorted(barred_of(board).items())),
    }


def medians_of(board: Board) -> dict[str, Any]:
    """Return rubric → node → published cohort median with the number of runs that have the value."""
    graphs = [(board.graph, board.medians)]
    graphs += [
        (scored.graph, board.other_medians[rubric])
        for rubric, scored in (board.entries[0].others.items() if board.entries else ())
    ]
    return {
        graph.id: {
            step.id: {"value": medians[step.id].value, "runs": len(medians[step.id].runs)}
            for step in graph.medians
            if step.node.withheld is None
        }
        for graph, medians in graphs
    }
