"""Build the graph of a rubric: expand repeats, check every node, order them for evaluation."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from typing import Any

import msgspec

from site_builder.errors import Problem, RubricError
from site_builder.records.layout import Layout
from site_builder.records.rubric import Node, Rubric
from site_builder.scoring.constants import EXTREME, constant_faults, fits, usable
from site_builder.scoring.operators import OPERATORS, Operator, signs
from site_builder.scoring.repeats import expanded, written_twice


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
        self, rubric: Rubric, digest: str, operators: Mapping[str, Operator] = OPERATORS, variant: str = ""
    ) -> None:
        """Check ``rubric`` and order its nodes; ``variant`` marks a graph that is not as its file says.

        Raises ``RubricError`` with every fault found: unknown operator or input, wrong names or number of
        inputs, unknown, missing or unfit constants, weights that do not sum, cycles.
        """
        self.rubric = rubric
        self.digest = digest
        self.operators = operators
        self.variant = variant
        nodes = dict(rubric.nodes) | dict(expanded(rubric.repeat))
        faults = [fault for item in nodes.items() for fault in _faults(*item, nodes, operators)]
        faults += [
            f"layout names the unknown node {name}"
            for name in layout_nodes(rubric.layout)
            if name not in nodes
        ]
        faults += [
            f"check {name} names the unknown node {node_id}"
            for name, check in rubric.checks.items()
            for node_id in (check.observed, check.required, check.above_zero)
            if node_id is not None and node_id not in nodes
        ]
        faults += written_twice(rubric)
        if not variant:  # weights of a variant come from a run, which may state what it likes
            faults += [fault for item in nodes.items() for fault in _extreme_weights(*item)]
        if faults:
            raise RubricError(_problem(rubric, fault) for fault in faults)
        self.steps = tuple(self._order(nodes, operators))
        self.position = {step.id: step.index for step in self.steps}

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
    def asked(self) -> tuple[Step, ...]:
        """The values that a standard asks for, in order."""
        return tuple(step for step in self.steps if step.node.requirement is not None)

    @cached_property
    def before_medians(self) -> tuple[Step, ...]:
        """The steps that the cohort medians rest on, in order."""
        wanted: set[int] = set()
        todo = [source for step in self.medians for source in step.inputs]
        while todo:
            index = todo.pop()
            if index not in wanted:
                wanted.add(index)
                todo.extend(self.steps[index].inputs)
        return tuple(self.steps[index] for index in sorted(wanted))

    def descendants(self, node_id: str) -> frozenset[str]:
        """Every node whose value can depend on ``node_id``, itself included."""
        reached = {self.position[node_id]}
        for step in self.steps:
            if reached.intersection(step.inputs):
                reached.add(step.index)
        return frozenset(self.steps[index].id for index in reached)

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


def input_ids(node: Node) -> list[str]:
    """Return the ids of a node's inputs, in order."""
    if isinstance(node.inputs, list):
        return node.inputs
    return [value if isinstance(value, str) else key for key, value in node.inputs.items()]


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
        listed, weighted, named = _shape(operator)
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


def _shape(operator: Operator) -> tuple[bool, bool, list[str]]:
    """Return (takes a list, takes weights, names of its inputs) from the operator's signature."""
    parameters = _parameters(operator.function)
    listed = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    weighted = any(p.name == "weights" for p in parameters)
    return listed, weighted, [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]


@cache
def _parameters(function: Callable[..., Any]) -> tuple[inspect.Parameter, ...]:
    return tuple(inspect.signature(function).parameters.values())


def _faults(
    node_id: str, node: Node, nodes: Mapping[str, Node], operators: Mapping[str, Operator]
) -> Iterator[str]:
    for name in input_ids(node):
        if name not in nodes:
            yield f"node {node_id} has the unknown input {name}"
    if node.op == "metric":
        if node.inputs or node.constants:
            yield f"node {node_id} is a metric and takes neither inputs nor constants"
        return
    if node.op == "cohort_median":
        if len(input_ids(node)) != 1 or not _counts_runs(node.constants):
            yield f"node {node_id} needs one input and a whole number of runs from 1 up as constant `minimum`"
        return
    operator = operators.get(node.op)
    if operator is None:
        yield f"node {node_id} uses the unknown operator {node.op}; known: {', '.join(sorted(operators))}"
        return
    yield from (f"node {node_id} ({node.op}): {fault}" for fault in _operator_faults(node, operator))


def _operator_faults(node: Node, operator: Operator) -> Iterator[str]:
    yield from _input_faults(node, operator)
    allowed = {
        p.name: p for p in _parameters(operator.function) if p.kind is p.KEYWORD_ONLY and p.name != "weights"
    }
    for name in sorted(set(node.constants) - set(allowed)):
        yield f"unknown constant {name}; allowed: {', '.join(sorted(allowed)) or 'none'}"
    for name, parameter in allowed.items():
        if parameter.default is parameter.empty and name not in node.constants:
            yield f"constant {name} is missing"
    yield from constant_faults(operator, node.constants, input_ids(node))


def _input_faults(node: Node, operator: Operator) -> Iterator[str]:
    listed, weighted, named = _shape(operator)
    if weighted:
        if not isinstance(node.inputs, dict) or any(isinstance(w, str) for w in node.inputs.values()):
            yield "inputs must map each node to its weight, a number and no text (1.0e-3, not 1e-3)"
        elif any(float(w) < 0 for w in node.inputs.values()) or not any(map(float, node.inputs.values())):
            yield "weights must not be negative nor all zero"
    elif listed:
        if not isinstance(node.inputs, list) or len(node.inputs) <= operator.covers:
            yield f"inputs must be a list of nodes, at least {operator.covers + 1}"
    elif not isinstance(node.inputs, dict) or set(node.inputs) != set(named):
        yield f"inputs must name exactly {', '.join(named)}"


def _extreme_weights(node_id: str, node: Node) -> Iterator[str]:
    for name, weight in node.inputs.items() if isinstance(node.inputs, dict) else ():
        if not isinstance(weight, str) and not usable(weight):
            yield f"node {node_id}: the weight of {name} is not 0 and {EXTREME}"


def _counts_runs(constants: Mapping[str, Any]) -> bool:
    least = constants["minimum"] if set(constants) == {"minimum"} else 0
    return bool(fits(least, int) and least >= 1 and usable(least))


def layout_nodes(layout: Layout) -> list[str]:
    """Return the ids that a layout names, in its order; one may be there twice."""
    subjects = [*layout.axes, *layout.roles]
    named = [layout.headline, layout.gate, layout.roles_root, layout.completion, *layout.factors]
    named += [subject.node for subject in subjects] + [subject.points for subject in subjects]
    named += [*layout.parts, *layout.completion_components, *layout.columns, *layout.facts, *layout.derived]
    named += [badge.node for badge in layout.badges if badge.node is not None]
    named += layout.groupings.nodes if layout.groupings else []
    named += [layout.varied.weights, layout.varied.amount] if layout.varied else []
    return [name for name in named if name is not None]


def _problem(rubric: Rubric, fault: str) -> Problem:
    return Problem(
        file=f"rubric_versions/{rubric.family}/{rubric.version}.yaml",
        code="rubric.invalid",
        message=f"{fault[0].upper()}{fault[1:]}.",
        advice="Correct the rubric file; `site-builder schema` writes the JSON Schema that editors check.",
    )
