"""Methodology pages: each generated from its rubric, so that prose cannot contradict the arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from site_builder.pages.campaigns.rules import RulesView, rules_of
from site_builder.pages.cells import Cell, as_data, count
from site_builder.pages.differences.listing import Listed, listed_of
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.normalisation import curve_step, normalisation
from site_builder.pages.outline import Axis, Group, Outline, Part, Role
from site_builder.pages.page import Content
from site_builder.pages.prose import Article
from site_builder.pages.prose_values import RunValues, Value, numbers, rubric_values, site_values
from site_builder.pages.self_tests import SelfTestView, sample_of, tests_of
from site_builder.pages.versions import VersionRow, versions_of
from site_builder.pages.words import quiet
from site_builder.pages.worked_example import Example, example_for
from site_builder.pages.worked_example import payload as example_payload
from site_builder.records.rubric import Basis, Node
from site_builder.scoring.explain import exact, formula
from site_builder.scoring.graph import Graph, Step

BASIS_WORDS = {"published": "published", "inferred": "inferred here", "reconstructed": "reconstructed"}


class ComponentMethod(msgspec.Struct, frozen=True):
    """A component of an axis as the rubric defines it."""

    part: Part
    node: Node
    raw: Node
    raw_id: str
    normalisation: str
    step: Step | None
    """The step to draw as a curve."""

    def plain(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "node": self.part.node,
            "weight": self.part.weight,
            "raw": self.raw_id,
            "normalisation": self.normalisation,
            "basis": self.node.basis.kind,
        }


class AxisMethod(msgspec.Struct, frozen=True):
    """An axis with its formula."""

    axis: Axis
    node: Node
    formula: str
    components: tuple[ComponentMethod, ...]

    def plain(self) -> dict[str, Any]:
        """Return it as plain data, its components within."""
        return {
            "node": self.axis.node,
            "most": self.axis.top,
            "formula": self.formula,
            "components": [component.plain() for component in self.components],
        }


class RoleMethod(msgspec.Struct, frozen=True):
    """A role with its terms by group."""

    role: Role
    groups: tuple[tuple[str, tuple[Part, ...]], ...]
    """(title of a group, its terms); most rubrics have one group."""
    basis: Basis

    def plain(self) -> dict[str, Any]:
        """Return it as plain data: its terms by node, with their weights."""
        terms = {part.node: part.weight for _, parts in self.groups for part in parts}
        return {"node": self.role.node, "weight": self.role.weight, "terms": terms}


class MethodologyView(msgspec.Struct, frozen=True):
    """What the template of a rubric version reads."""

    graph: Graph
    article: Article | None
    values: Mapping[str, Value]
    family_address: str
    versions: tuple[VersionRow, ...]
    current: VersionRow
    headline: Node
    factor_formulas: tuple[str, ...]
    """For a score that is a product: the product before it is rounded, and each computed factor."""
    axes: tuple[AxisMethod, ...]
    axes_words: str
    """Which axes are no part of the score."""
    roles: tuple[RoleMethod, ...]
    role_groups: tuple[str, ...]
    role_weight: Cell
    completion: Node | None
    completion_components: tuple[tuple[str, Node], ...]
    medians: tuple[Step, ...]
    minimums: tuple[tuple[Step, str], ...]
    """Rates that need a least number of observations: (step, what is counted)."""
    basis_counts: tuple[tuple[str, Cell], ...]
    inferred: tuple[Step, ...]
    withheld: tuple[Step, ...]
    groups: tuple[Group, ...]
    repeated: tuple[str, ...]
    """Titles of the subjects for which the repeated nodes are written once."""
    anchors: dict[str, str]
    example: Example | None
    conduct: RulesView | None
    """Rules of conduct, for a family that has them."""
    tests: tuple[SelfTestView, ...]
    """What trying the rubric gave; tests that have nothing to try in it are left out."""
    sample: dict[str, Any]
    """The run that some of them were made with."""
    differences: tuple[Listed, ...]
    """Of this version and every other released one."""
    supersedes: str
    """Id of the version that this one replaces; empty where none is stated."""
    difference: str
    """Address of the page about what the two do differently; empty where there is none."""


def version_content(rubric_id: str, article: Article | None, lookup: SiteLookup) -> Content:
    """Return the content of a rubric version's page."""
    graph = lookup.data.graphs[rubric_id]
    outline = lookup.outline(graph)
    example = example_for(lookup, graph)
    versions = versions_of(lookup, graph.rubric.family)
    layout = graph.layout
    older = f"{graph.rubric.family}/{graph.rubric.supersedes}" if graph.rubric.supersedes else ""
    anchors, shown = _repeats_once(graph, outline)
    own = [step for step in graph.steps if anchors[step.id] == step.id]
    view = MethodologyView(
        graph=graph,
        article=article,
        values=_values(lookup, graph, example),
        family_address=f"methodology/{graph.rubric.family}/",
        versions=versions,
        current=next(row for row in versions if row.id == graph.id),
        headline=graph.node(layout.headline),
        factor_formulas=tuple(_factor_formulas(graph)),
        axes=tuple(_axis(graph, axis) for axis in outline.axes),
        axes_words=outline.axes_words,
        roles=tuple(_role(graph, role) for role in outline.roles),
        role_groups=tuple(layout.term_groups) or ("Terms",),
        role_weight=Cell("rubric.role_weight", sum(role.weight for role in outline.roles)),
        completion=graph.node(layout.completion) if layout.completion else None,
        completion_components=tuple((n, graph.node(n)) for n in layout.completion_components),
        medians=tuple(step for step in graph.medians if anchors[step.id] == step.id),
        minimums=tuple(_minimums(graph, own)),
        basis_counts=tuple(_basis_counts(graph)),
        inferred=tuple(step for step in own if step.node.basis.kind != "published"),
        withheld=tuple(step for step in own if step.node.withheld),
        groups=shown,
        repeated=tuple(title for repeat in graph.rubric.repeat for title in repeat.values.values()),
        anchors=anchors,
        example=example,
        conduct=rules_of(lookup, graph),
        tests=tests_of(lookup, graph),
        sample=sample_of(lookup, graph),
        differences=listed_of(lookup.differences.with_version(graph.id)),
        supersedes=older,
        difference=lookup.differences.address(older, graph.id) if older else "",
    )
    return Content(view, version_payload(view), graph.id)


def _values(lookup: SiteLookup, graph: Graph, example: Example | None) -> dict[str, Value]:
    """Return what the prose of the page may name: of the site, of the rubric, and of the example's run."""
    values: dict[str, Value] = site_values(lookup) | rubric_values(lookup, graph)
    if example is not None:
        values |= RunValues(lookup, example.entry, example.sheet.scored)
    return values


def _basis_counts(graph: Graph) -> Iterator[tuple[str, Cell]]:
    """Yield (words, how many nodes rest on it) for each basis that a node can have."""
    for kind, words in BASIS_WORDS.items():
        yield words, count(f"rubric.basis.{kind}", sum(step.node.basis.kind == kind for step in graph.steps))


def _factor_formulas(graph: Graph) -> Iterator[str]:
    layout = graph.layout
    if layout.factors:
        inputs = graph.step(layout.headline).inputs
        below = [graph.steps[index].id for index in inputs] if len(inputs) == 1 else []
        yield from (name for name in [*below, *layout.factors] if name not in graph.metrics)


def _axis(graph: Graph, axis: Axis) -> AxisMethod:
    return AxisMethod(
        axis=axis,
        node=graph.node(axis.node),
        formula=_axis_formula(graph, axis),
        components=tuple(
            ComponentMethod(
                part=part,
                node=graph.node(part.node),
                raw=graph.node(part.raw),
                raw_id=part.raw,
                normalisation=normalisation(graph, part.node),
                step=curve_step(graph, part.node),
            )
            for part in axis.parts
        ),
    )


def _role(graph: Graph, role: Role) -> RoleMethod:
    names = tuple(graph.layout.term_groups) or ("Terms",)
    grouped = tuple(
        (name, tuple(part for part in role.terms if (part.group or names[0]) == name)) for name in names
    )
    return RoleMethod(role, grouped, graph.node(role.weighing).basis)


def _repeats_once(graph: Graph, outline: Outline) -> tuple[dict[str, str], tuple[Group, ...]]:
    """Return node → node under whose row it is described, and the groups with repeats written once."""
    anchors = {step.id: step.id for step in graph.steps}
    for repeat in graph.rubric.repeat:
        first, *rest = repeat.values
        mark = f"{{{repeat.name}}}"
        for pattern in repeat.nodes:
            for value in rest:
                anchors[pattern.replace(mark, value)] = pattern.replace(mark, first)
    groups = []
    for group in outline.groups:
        kept = tuple(i for i in group.indices if anchors[graph.steps[i].id] == graph.steps[i].id)
        if kept:
            groups.append(msgspec.structs.replace(group, indices=kept))
    for sheet in outline.worksheets:
        groups.append(Group(sheet.title, tuple(row.indices[0] for row in sheet.rows)))
    return anchors, tuple(groups)


def _minimums(graph: Graph, steps: Iterable[Step]) -> Iterator[tuple[Step, str]]:
    for step in steps:
        if step.node.op == "ratio" and step.constants.get("minimum"):
            yield step, graph.steps[step.inputs[1]].node.title


def _axis_formula(graph: Graph, axis: Axis) -> str:
    """Return an axis' formula: points × (weight × component + …) where its weights sum to one."""
    if (
        graph.step(axis.weighing).node.op == "weighted_mean"
        and abs(sum(p.weight for p in axis.parts) - 1) < 1e-9
    ):
        terms = " + ".join(f"{exact(part.weight)} × {quiet(part.title)}" for part in axis.parts)
        return f"{exact(axis.factor)} × ({terms})"
    words = formula(graph, axis.node)
    return words if axis.factor == 1 else f"{exact(axis.factor)} × ({words})"


def version_payload(view: MethodologyView) -> dict[str, Any]:
    """Return a rubric version as plain data: the rubric itself, what it weighs, and the example."""
    return {
        "rubric": {"id": view.graph.id, "digest": view.graph.digest, "date": view.current.date}
        | {"released": view.current.released or None, "supersedes": view.supersedes or None},
        "title": view.graph.rubric.title,
        "summary": view.graph.rubric.summary,
        "axes": [axis.plain() for axis in view.axes],
        "roles": [role.plain() for role in view.roles],
        "role_weight": view.role_weight.plain(),
        "basis": {words: shown.plain() for words, shown in view.basis_counts},
        "counts": {"nodes": len(view.graph.steps), "metrics": len(view.graph.metrics)},
        "values": numbers({n: v for n, v in sorted(view.values.items()) if not n.startswith("run.")}),
        "example": example_payload(view.example) if view.example else None,
        "not_measured": list(view.graph.rubric.not_measured),
        "changes": [change.model_dump() for change in view.graph.rubric.changes],
        "self_tests": [test.plain() for test in view.tests],
        "sample": view.sample,
        "differences": [one.plain() for one in view.differences],
        **({"conduct": as_data(view.conduct)} if view.conduct else {}),
    }
