"""Whether readers can rank a board under weights of their own, and what that takes of its runs."""

from __future__ import annotations

from site_builder.scoring.graph import Graph, Step
from site_builder.scoring.operators import OPERATORS
from site_builder.site_data import Board
from site_builder.studies.reweighing import steps_between, varied_nodes


def can_be_reweighed(board: Board) -> bool:
    """Return whether a board has an order and weights it rests on, and the way up is one that is published.

    Not where something withheld enters between the weights and the headline, whose value is on no page, nor
    where an operator from outside does, which the script of pages does not know.
    """
    graph = board.graph
    steps = steps_between(graph, varied_nodes(graph))
    return len(board.ranked) > 1 and bool(steps) and all(_known(graph, step) for step in steps)


def given_nodes(graph: Graph) -> tuple[str, ...]:
    """Return the nodes whose values other weights leave as they are and scores under them rest on."""
    steps = steps_between(graph, varied_nodes(graph))
    made = {step.index for step in steps}
    wanted = {index for step in steps for index in step.inputs} - made
    return tuple(graph.steps[index].id for index in sorted(wanted))


def _known(graph: Graph, step: Step) -> bool:
    own = step.operator is OPERATORS.get(step.node.op)
    withheld = any(graph.steps[index].node.withheld is not None for index in (step.index, *step.inputs))
    return own and not withheld
