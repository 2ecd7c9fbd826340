"""The worked example: one real run of the site, scored step by step under one rubric."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import msgspec

from site_builder.pages.breakdown import (
    AxisScore,
    Completion,
    Headline,
    RoleScore,
    axes_of,
    completion_of,
    headline_of,
    roles_of,
    scored_roles,
    scored_weight,
)
from site_builder.pages.cells import Cell, Sentence, Sheet, count
from site_builder.pages.lookup import SiteLookup, board_address
from site_builder.pages.outline import Outline, top_of
from site_builder.pages.published import node_value
from site_builder.pages.verdict import completion_sentence
from site_builder.scoring.evaluate import Median, Result, Scored
from site_builder.scoring.graph import Graph
from site_builder.site_data import Board, Entry

RULE = (
    "the run with the highest coverage of its score; of equal ones the one with the narrowest bounds, then "
    "with the higher score, then by id"
)


class Example(msgspec.Struct, frozen=True):
    """What the worked example shows."""

    run_id: str
    configuration: str
    address: str
    board: Board
    board_address: str
    graph: Graph
    entry: Entry
    sheet: Sheet
    medians: dict[str, Median]
    rule: str
    chosen_from: Cell
    headline: Headline
    roles: tuple[RoleScore, ...]
    role_points: Cell | None
    role_top: float
    role_weight: Cell
    axes: tuple[AxisScore, ...]
    opened: AxisScore | None
    """The axis shown completely: the best covered one with most components."""
    opened_nodes: tuple[int, ...]
    """Positions of the opened axis and of everything it rests on, the axis first."""
    completion: Completion | None
    completion_nodes: tuple[int, ...]
    completion_sentence: Sentence
    score_nodes: tuple[int, ...]
    """Positions of the headline and of what lies between it and axes, roles and completion."""
    whole_nodes: tuple[int, ...]
    """For a score that is a product: everything it rests on, the measured first, the headline last."""


class Chosen(NamedTuple):
    """The run of a worked example."""

    board: Board
    entry: Entry
    scored: Scored
    chosen_from: int
    """Runs with a score under the rubric."""


def chosen_for(lookup: SiteLookup, graph: Graph) -> Chosen | None:
    """Return the run of the worked example for a rubric; ``None`` when no run was scored under it."""
    headline = graph.position[graph.layout.headline]
    found = list(lookup.scored_under(graph.id))
    present = [one for one in found if one[2].at(headline).value is not None]
    if not present:
        return None
    first = min(present, key=lambda one: _preferred(one[2].at(headline), one[1].run.run_id))
    return Chosen(*first, len(present))


def example_for(lookup: SiteLookup, graph: Graph) -> Example | None:
    """Return the worked example for a rubric; ``None`` when no run was scored under it."""
    chosen = chosen_for(lookup, graph)
    return _example(lookup, *chosen) if chosen is not None else None


def _preferred(result: Result, run_id: str) -> tuple[float, float, float, str]:
    open_ = result.lower is None or result.upper is None
    width = math.inf if open_ else (result.upper or 0.0) - (result.lower or 0.0)
    return -result.coverage, width, -(result.value or 0.0), run_id


def _example(lookup: SiteLookup, board: Board, entry: Entry, scored: Scored, chosen_from: int) -> Example:
    graph, layout = scored.graph, scored.graph.layout
    outline = lookup.outline(graph)
    medians = board.medians if board.graph.id == graph.id else board.other_medians.get(graph.id, {})
    sheet = Sheet(scored)
    axes = axes_of(outline, sheet)
    roles = scored_roles(roles_of(outline, sheet))
    completion = completion_of(outline, sheet)
    known = [axis for axis in axes if axis.points.value is not None]
    opened = max(known, key=lambda a: (a.coverage.value or 0, len(a.parts)), default=None)
    return Example(
        run_id=entry.run.run_id,
        configuration=lookup.configuration_name(entry.run),
        address=lookup.run_address(entry.run),
        board=board,
        board_address=board_address(board),
        graph=graph,
        entry=entry,
        sheet=sheet,
        medians=dict(medians),
        rule=RULE,
        chosen_from=count("example.chosen_from", chosen_from),
        headline=headline_of(outline, sheet),
        roles=roles,
        role_points=sheet.cell(layout.roles_root) if layout.roles_root else None,
        role_top=(top_of(graph, layout.roles_root) or 1.0) if layout.roles_root else 0.0,
        role_weight=Cell("example.role_weight", scored_weight(roles)),
        axes=axes,
        opened=opened,
        opened_nodes=_below(graph, opened.axis.points) if opened else (),
        completion=completion,
        completion_nodes=_below(graph, layout.completion) if layout.completion else (),
        completion_sentence=completion_sentence(completion) if completion else (),
        score_nodes=_between(graph, outline),
        whole_nodes=tuple(sorted(_below(graph, layout.headline))) if layout.factors else (),
    )


def _between(graph: Graph, outline: Outline) -> tuple[int, ...]:
    """Return the headline and what it rests on, down to the subjects that are shown on their own."""
    subjects = {role.node for role in outline.roles} | {axis.node for axis in outline.axes}
    subjects |= {axis.points for axis in outline.axes} | {graph.layout.completion or ""}
    return _below(graph, outline.headline, frozenset(subjects))


def _below(graph: Graph, node_id: str, without: frozenset[str] = frozenset()) -> tuple[int, ...]:
    """Return a node and everything it rests on, each once, in the order of a reading from the top.

    Nodes in ``without`` are left out, with whatever is reached through them alone.
    """
    seen: list[int] = []
    todo = [graph.position[node_id]]
    while todo:
        index = todo.pop()
        if index not in seen and graph.steps[index].id not in without:
            seen.append(index)
            todo.extend(reversed(graph.steps[index].inputs))
    return tuple(seen)


def payload(example: Example) -> dict[str, Any]:
    """Return the example as plain data: every value that it shows."""
    indices = sorted(
        {*example.opened_nodes, *example.completion_nodes, *example.score_nodes, *example.whole_nodes}
    )
    weighed = [part for axis in example.axes for part in axis.parts]
    return {
        "run": example.run_id,
        "board": example.board.id,
        "rule": example.rule,
        "chosen_from": example.chosen_from.plain(),
        "score": example.headline.score.plain(),
        "coverage": example.headline.coverage.plain(),
        "lower": example.headline.lower.plain(),
        "upper": example.headline.upper.plain(),
        "role_weight": example.role_weight.plain(),
        "roles": [
            {
                "node": role.role.node,
                "score": role.score.plain(),
                "weight": role.role.weight,
                "contribution": role.contribution.plain(),
                "coverage": role.coverage.plain(),
            }
            for role in example.roles
        ],
        "axes": {
            a.points.node: {"points": a.points.plain(), "coverage": a.coverage.plain()} for a in example.axes
        },
        "contributions": {w.contribution.node: w.contribution.plain() for w in weighed},
        "parts": {shown.node: shown.plain() for _, shown, _ in example.headline.parts},
        "completion": {
            shown.node: shown.plain()
            for _, shown in (example.completion.components if example.completion else ())
        },
        "nodes": {example.graph.steps[i].id: node_value(example.sheet, i) for i in indices},
    }
