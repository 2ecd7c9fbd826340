"""Build the graph of a rubric: expand repeats, check every node, order them for evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import msgspec

from site_builder.errors import Problem, RubricError, sentence
from site_builder.records.layout import Layout
from site_builder.records.rubric import Node, Rubric
from site_builder.scoring.named_nodes import input_ids, layout_nodes
from site_builder.scoring.operators import OPERATORS, Operator, signs
from site_builder.scoring.repeats import expanded
from site_builder.scoring.rubric_faults import rubric_faults, shape


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One node, ready to evaluate: inputs as positions, constants as keywords."""

    index: int
    id: str
    node: Node
    operator: Operator | None
    """``None`` for a metric or a cohort median."""
    inputs: tuple[int, ...]
    labels: tuple[str, ...]
    """Names of the inputs for named operators, empty otherwise."""
    weights: tuple[float, ...]
    """Weight of each input; all 1 when the operator takes none."""
    constants: dict[str, Any]
    required: tuple[int, ...]
    rises: tuple[bool, ...]


class Graph:
    """An evaluable rubric: steps in an order in which every input stands before its user."""

    def __init__(
        self,
        rubric: Rubric,
        digest: str,
        operators: Mapping[str, Operator] = OPERATORS,
        variant: str = "",
        *,
        checked: bool = False,
    ) -> None:
        """Check ``rubric`` and order its nodes; ``variant`` marks a graph that is not as its file says.

        Where the same rubric was ``checked`` before, that is not done again, and nodes are put in order when
        somebody asks for them.

        Raises ``RubricError`` with every fault found: unknown operator or input, wrong names or number of
        inputs, unknown, missing or unfit constants, weights that do not sum, cycles.
        """
        self.rubric = rubric
        self.digest = digest
        self.operators = operators
        self.variant = variant
        if not checked:
            faults = [*rubric_faults(rubric, self._nodes, operators, stated=not variant)]
            if faults:
                raise RubricError(_problem(rubric, fault) for fault in faults)
            _ = self.steps  # a node that depends on itself is a fault as well

    @cached_property
    def _nodes(self) -> dict[str, Node]:
        """All nodes by id, those that are written once for many subjects for each of them."""
        return dict(self.rubric.nodes) | dict(expanded(self.rubric.repeat))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The nodes in the order of evaluation. Raises ``RubricError`` for one that depends on itself."""
        return tuple(self._order(self._nodes, self.operators))

    @cached_property
    def position(self) -> dict[str, int]:
        """Id of a node → its place in the order."""
        return {step.id: step.index for step in self.steps}

    @property
    def id(self) -> str:
        """``family/version``, with ``~variant`` behind it where constants were overridden."""
        return f"{self.rubric.id}~{self.variant}" if self.variant else self.rubric.id

    @property
    def layout(self) -> Layout:
        """Which nodes pages show."""
        return self.rubric.layout

    def __contains__(self, node_id: object) -> bool:
        return node_id in self.position

    def node(self, node_id: str) -> Node:
        """Return the node as written. Raises ``KeyError`` for an unknown id."""
        return self.steps[self.position[node_id]].node

    def step(self, node_id: str) -> Step:
        """Return the ordered step. Raises ``KeyError`` for an unknown id."""
        return self.steps[self.position[node_id]]

    @cached_property
    def metrics(self) -> tuple[str, ...]:
        """Ids of the measured nodes, in order."""
        return tuple(step.id for step in self.steps if step.node.op == "metric")

    @cached_property
    def medians(self) -> tuple[Step, ...]:
        """The cohort medians, in order."""
        return tuple(step for step in self.steps if step.node.op == "cohort_median")

    @cached_property
    def withheld(self) -> tuple[bool, ...]:
        """By position: whether the value of a node is never shown."""
        return tuple(step.node.withheld is not None for step in self.steps)

    @cached_property
    def told(self) -> frozenset[str]:
        """Ids of the nodes whose absence may be explained in detail.

        Details quote the values they are about (``3 observed, at least 20 needed``), so that of a withheld
        node, or of one computed from withheld nodes, stays unsaid.
        """
        hidden = self.withheld
        open_ = (s for s in self.steps if not hidden[s.index] and not any(hidden[i] for i in s.inputs))
        return frozenset(step.id for step in open_)

    @cached_property
    def shown(self) -> dict[int, int]:
        """Positions of the nodes that the layout names, in order → where each stands among them."""
        named = sorted({self.position[name] for name in layout_nodes(self.layout)})
        return {index: place for place, index in enumerate(named)}

    @cached_property
    def asked(self) -> tuple[Step, ...]:
        """The values that a standard asks for, in order."""
        return tuple(step for step in self.steps if step.node.requirement is not None)

    @cached_property
    def before_medians(self) -> tuple[Step, ...]:
        """The steps that the cohort medians rest on, in order."""
        wanted = self.below(source for step in self.medians for source in step.inputs)
        return tuple(self.steps[index] for index in sorted(wanted))

    def below(self, positions: Iterable[int]) -> set[int]:
        """Return the positions of everything that some nodes rest on, themselves included."""
        wanted = set(positions)
        for step in reversed(self.steps):
            if step.index in wanted:
                wanted.update(step.inputs)
        return wanted

    def above(self, positions: Iterable[int]) -> set[int]:
        """Return the positions of every node whose value can depend on some nodes, themselves included."""
        reached = set(positions)
        for step in self.steps:
            if not reached.isdisjoint(step.inputs):
                reached.add(step.index)
        return reached

    def descendants(self, node_id: str) -> frozenset[str]:
        """Every node whose value can depend on ``node_id``, itself included."""
        return frozenset(self.steps[index].id for index in self.above([self.position[node_id]]))

    def _order(self, nodes: Mapping[str, Node], operators: Mapping[str, Operator]) -> Iterator[Step]:
        position: dict[str, int] = {}
        open_: set[str] = set()
        ordered: list[str] = []

        def visit(node_id: str) -> None:
            if node_id in position:
                return
            if node_id in open_:
                raise RubricError([_problem(self.rubric, f"node {node_id} depends on itself")])
            open_.add(node_id)
            for source in input_ids(nodes[node_id]):
                visit(source)
            open_.discard(node_id)
            position[node_id] = len(ordered)
            ordered.append(node_id)

        for node_id in nodes:
            visit(node_id)
        for index, node_id in enumerate(ordered):
            yield _step(index, node_id, nodes[node_id], operators, position)


def _step(
    index: int, node_id: str, node: Node, operators: Mapping[str, Operator], position: Mapping[str, int]
) -> Step:
    operator = operators.get(node.op)
    names = input_ids(node)
    constants = dict(node.constants)
    weights = (1.0,) * len(names)
    labels: tuple[str, ...] = ()
    required: tuple[int, ...] = ()
    rises: tuple[bool, ...] = ()
    if operator is not None:
        listed, weighted, named = shape(operator)
        if weighted and isinstance(node.inputs, dict):
            weights = tuple(float(weight) for weight in node.inputs.values())
            constants["weights"] = weights
            required = tuple(names.index(name) for name in constants.pop("required", ()))
        if not listed and isinstance(node.inputs, dict):
            names = [str(node.inputs[name]) for name in named]
            labels = tuple(named)
        rises = tuple(signs(operator, len(names), constants))
    return Step(
        index=index,
        id=node_id,
        node=node,
        operator=operator,
        inputs=tuple(position[name] for name in names),
        labels=labels,
        weights=weights,
        constants=constants,
        required=required,
        rises=rises,
    )


def _problem(rubric: Rubric, fault: str) -> Problem:
    return Problem(
        file=f"rubric_versions/{rubric.family}/{rubric.version}.yaml",
        code="rubric.invalid",
        message=sentence(fault),
        advice="Correct the rubric file; `site-builder schema` writes the JSON Schema that editors check.",
    )
