"""What a rubric's pages look like before any run: axes with components, roles with terms, groups of nodes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import msgspec

from site_builder.pages.weighing import CONDITIONAL, factor_of, weighing_of
from site_builder.pages.words import listing, scale
from site_builder.records.layout import Subject
from site_builder.records.rubric import Repeat
from site_builder.scoring.graph import Graph, Step
from site_builder.scoring.variant import weights_of


class Part(msgspec.Struct, frozen=True):
    """One weighted input of an axis or a role."""

    node: str
    title: str
    weight: float
    raw: str
    """The node that was normalised into this one (itself when nothing was)."""
    contribution: str
    """Name of what it adds to the node that weighs it."""
    group: str = ""
    """Heading under which a role's term stands, when the rubric groups them."""


class Axis(msgspec.Struct, frozen=True):
    """A named part of the score with its components, as the layout of the rubric lists it."""

    node: str
    points: str
    """Node with the value in points; the node itself where there is none."""
    title: str
    short: str
    about: str
    limits: str
    top: float
    """Most that is possible."""
    scale: str
    """``of 15`` in points; empty for an axis from 0 to 1."""
    factor: float
    """Points that one unit of the weighed value is worth."""
    weighing: str
    """The node in which the components are weighed."""
    parts: tuple[Part, ...]


class Role(msgspec.Struct, frozen=True):
    """A role with its weight in the whole and its terms."""

    node: str
    title: str
    about: str
    weight: float
    terms: tuple[Part, ...]
    weighing: str
    """The node in which the terms are weighed."""


class Group(msgspec.Struct, frozen=True):
    """Nodes listed together at the end of a run page."""

    title: str
    indices: tuple[int, ...]
    role: str = ""
    """Node of the role the group belongs to; such a group is left out when the role did not run."""


class SheetRow(msgspec.Struct, frozen=True):
    """One value that every subject of a repeat has."""

    key: str
    """The node id with ``_`` for the subject: anchor of the row."""
    title: str
    unit: str
    indices: tuple[int, ...]
    """Position of the node of each subject, in order of the subjects."""


class Worksheet(msgspec.Struct, frozen=True):
    """Values that a rubric writes once for many subjects: a row for each value, a column for each subject."""

    title: str
    subjects: tuple[tuple[str, str], ...]
    """(id part, title)."""
    roles: tuple[str, ...]
    """Node of the role that each subject is, or empty."""
    rows: tuple[SheetRow, ...]


class Outline:
    """The static side of every page about one rubric; made once per graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        layout = graph.layout
        self._only_of: dict[frozenset[str], frozenset[int]] = {}
        self.headline = layout.headline
        self.top = top_of(graph, layout.headline)
        self.scale = scale(self.top, graph.node(layout.headline).unit)
        self.axes = tuple(_axis(graph, subject) for subject in layout.axes)
        self.role_weighing = weighing_of(graph, layout.roles_root) if layout.roles_root else None
        self.role_factor = factor_of(graph, layout.roles_root, self.role_weighing)
        self.roles = tuple(_role(graph, subject, self.role_weighing) for subject in layout.roles)

    @cached_property
    def axes_words(self) -> str:
        """Which axes are no part of the score, in a sentence; empty where all of them are."""
        graph = self.graph
        beside = [axis for axis in self.axes if self.headline not in graph.descendants(axis.node)]
        if not beside:
            return ""
        titles = listing([axis.title for axis in beside])
        verbs = "stands beside the score and is" if len(beside) == 1 else "stand beside the score and are"
        rest = " The other axes enter it." if len(beside) < len(self.axes) else ""
        return f"{titles} {verbs} no part of it.{rest}"

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Every node that is in no worksheet, each once, in groups from the whole to the measured.

        Where the rubric has headings of its own, those are the groups, the last one first.
        """
        headings = dict.fromkeys(node.group for node in self.graph.rubric.nodes.values() if node.group)
        if headings:
            return tuple(self._headed(heading) for heading in reversed(headings))
        names: dict[str, str] = {"whole": "Composite and completion"}
        names |= {axis.node: axis.title for axis in self.axes}
        names |= {role.node: f"Role: {role.title}" for role in self.roles}
        names |= {"between": "Figures in between", "cohort": "Medians of the cohort", "measured": "Measured"}
        members: dict[str, list[int]] = {key: [] for key in names}
        repeated = {index for sheet in self.worksheets for row in sheet.rows for index in row.indices}
        for step in self.graph.steps:
            if step.index in repeated:
                continue
            members[self._group(step)].append(step.index)
        roles = {role.node for role in self.roles}
        return tuple(
            Group(names[key], tuple(reversed(indices)), key if key in roles else "")
            for key, indices in members.items()
            if indices
        )

    def _headed(self, heading: str) -> Group:
        found = [step.index for step in self.graph.steps if step.node.group == heading]
        return Group(heading, tuple(reversed(found)))

    @cached_property
    def leaves(self) -> tuple[int, ...]:
        """Positions of what is measured of a run or of its cohort, not computed."""
        return tuple(step.index for step in self.graph.steps if step.operator is None)

    def only_of(self, roles: frozenset[str]) -> frozenset[int]:
        """Return the positions of the nodes that belong to these roles alone."""
        if roles not in self._only_of:
            marks = tuple(f"{role}." for role in roles)
            self._only_of[roles] = frozenset(
                step.index for step in self.graph.steps if step.id in roles or step.id.startswith(marks)
            )
        return self._only_of[roles]

    @cached_property
    def worksheets(self) -> tuple[Worksheet, ...]:
        """The repeats of the rubric."""
        return tuple(self._worksheet(repeat) for repeat in self.graph.rubric.repeat)

    def _worksheet(self, repeat: Repeat) -> Worksheet:
        mark, title_mark = f"{{{repeat.name}}}", f"{{{repeat.name}.title}}"
        by_last = {role.node.rsplit(".", 1)[-1]: role.node for role in self.roles}
        rows = []
        for pattern, node in repeat.nodes.items():
            ids = [pattern.replace(mark, value) for value in repeat.values]
            title = node.title.replace(f"{title_mark}: ", "").replace(title_mark, "").strip()
            indices = tuple(self.graph.position[node_id] for node_id in ids)
            rows.append(SheetRow(pattern.replace(mark, "_"), title, node.unit, indices))
        return Worksheet(
            title=f"Every {repeat.name}, side by side",
            subjects=tuple(repeat.values.items()),
            roles=tuple(by_last.get(value, "") for value in repeat.values),
            rows=tuple(rows),
        )

    def _group(self, step: Step) -> str:
        for role in self.roles:
            if step.id == role.node or step.id.startswith(f"{role.node}."):
                return role.node
        if step.node.op == "cohort_median":
            return "cohort"
        if step.node.op == "metric":
            return "measured"
        for axis in self.axes:
            if step.id in (axis.node, axis.points) or step.id.startswith(f"{axis.node}."):
                return axis.node
            if any(part.node == step.id for part in axis.parts):
                return axis.node
        return "whole" if step.id in self._whole else "between"

    @cached_property
    def _whole(self) -> frozenset[str]:
        layout = self.graph.layout
        first = [layout.headline, layout.roles_root, layout.completion, self.role_weighing, *layout.parts]
        named = {name for name in first if name}
        below = {self.graph.steps[i].id for name in named for i in self.graph.step(name).inputs}
        return frozenset(named | {name for name in below if name.startswith(f"{layout.completion}.")})


def raw_of(graph: Graph, node_id: str) -> str:
    """Return the node whose value was normalised into ``node_id``; itself when it is no normalisation."""
    step = graph.step(node_id)
    while (operator := step.operator) is not None:
        if step.node.op in CONDITIONAL:
            step = graph.steps[step.inputs[1]]
        elif operator.unit_range and len(step.inputs) == 1:
            step = graph.steps[step.inputs[0]]
        else:
            break
    return step.id


def term_title(title: str) -> str:
    """Return a term's title without the subject it is repeated for."""
    words = title.split(": ", 1)[-1]
    return words[:1].upper() + words[1:]


def top_of(graph: Graph, node_id: str) -> float | None:
    """Return the greatest possible value of a node, ``None`` where it is open."""
    step = graph.step(node_id)
    if step.node.range is not None:
        return step.node.range[1]
    return 1.0 if step.operator is not None and step.operator.unit_range else None


def _top(graph: Graph, node_id: str) -> float:
    return top_of(graph, node_id) or 1.0


def _axis(graph: Graph, subject: Subject) -> Axis:
    node, points = graph.node(subject.node), subject.points or subject.node
    weighing = weighing_of(graph, subject.node)
    return Axis(
        node=subject.node,
        points=points,
        title=node.name,
        short=subject.short or node.name,
        about=subject.about or node.description,
        limits=subject.limits,
        top=_top(graph, points),
        scale=scale(_top(graph, points), graph.node(points).unit),
        factor=factor_of(graph, points, weighing),
        weighing=weighing or subject.node,
        parts=tuple(_parts(graph, weighing)) if weighing else (),
    )


def _role(graph: Graph, subject: Subject, whole: str | None) -> Role:
    weighing = weighing_of(graph, subject.node)
    weights = {} if whole is None else weights_of(graph, whole)
    return Role(
        node=subject.node,
        title=subject.short or graph.node(subject.node).title,
        about=subject.about or graph.node(subject.node).description,
        weight=weights.get(subject.node, 0.0),
        terms=tuple(_parts(graph, weighing)) if weighing else (),
        weighing=weighing or subject.node,
    )


def _parts(graph: Graph, weighing: str) -> Iterator[Part]:
    groups = graph.layout.term_groups
    rest = next((title for title, names in groups.items() if not names), "")
    for node_id, weight in weights_of(graph, weighing).items():
        node = graph.node(node_id)
        last = node_id.rsplit(".", 1)[-1]
        group = next((title for title, names in groups.items() if last in names), rest)
        adds = f"{weighing}/{node_id}"
        yield Part(node_id, node.title, weight, raw_of(graph, node_id), adds, group)
