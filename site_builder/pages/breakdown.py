"""How a run's score is made up: axes with components, roles with terms, completion with its bottleneck."""

from __future__ import annotations

import msgspec

from site_builder.pages.cells import Cell, cell, coverage_of
from site_builder.pages.outline import Axis, Outline, Part, Role, top_of
from site_builder.scoring.evaluate import Scored
from site_builder.scoring.explain import Term, terms_of


class Weighed(msgspec.Struct, frozen=True):
    """One component of an axis, or one term of a role, in one run."""

    part: Part
    raw: Cell
    """The value before normalisation."""
    normal: Cell
    share: float | None
    """Weight after renormalisation over what is present, 0–1."""
    contribution: Cell
    """Points that it adds to the axis or to the role."""


class AxisScore(msgspec.Struct, frozen=True):
    """One axis of a run."""

    axis: Axis
    points: Cell
    share: float | None
    """Points ÷ most points, 0–1; ``None`` when the axis is missing."""
    coverage: Cell
    parts: tuple[Weighed, ...]


class RoleScore(msgspec.Struct, frozen=True):
    """One role of a run."""

    role: Role
    score: Cell
    contribution: Cell
    coverage: Cell
    took_part: bool
    model: str
    terms: tuple[Weighed, ...]


class Completion(msgspec.Struct, frozen=True):
    """Completion with the component that limits it."""

    score: Cell
    points: Cell | None
    top: float
    coverage: Cell
    components: tuple[tuple[str, Cell], ...]
    """(title, value) of each component."""
    bottleneck: tuple[str, ...]
    """Titles of the components that share the least value, when that is below 1."""


def axes_of(outline: Outline, scored: Scored) -> tuple[AxisScore, ...]:
    """Return every axis of the layout, missing ones included, in its order."""
    return tuple(_axis(axis, scored) for axis in outline.axes)


def roles_of(outline: Outline, scored: Scored, models: dict[str, str]) -> tuple[RoleScore, ...]:
    """Return every role of the layout in its order; ``models`` maps the last word of a role id to a model."""
    if outline.role_weighing is None:
        return ()
    terms = {term.node: term for term in terms_of(scored, outline.role_weighing)}
    return tuple(_role(outline, role, scored, terms, models) for role in outline.roles)


def completion_of(outline: Outline, scored: Scored) -> Completion | None:
    """Return the completion part, ``None`` for rubrics without one."""
    layout = outline.graph.layout
    if layout.completion is None:
        return None
    components = tuple((outline.graph.node(n).title, cell(scored, n)) for n in layout.completion_components)
    present = [shown.value for _, shown in components if shown.value is not None]
    least = min(present, default=1.0)
    points = [part for part in layout.parts if _rests_on(outline, part, layout.completion)]
    return Completion(
        score=cell(scored, layout.completion),
        points=cell(scored, points[0]) if points else None,
        top=top_of(outline.graph, layout.completion) or 1.0,
        coverage=coverage_of(scored, layout.completion),
        components=components,
        bottleneck=tuple(title for title, shown in components if least < 1 and shown.value == least),
    )


def _rests_on(outline: Outline, node_id: str, wanted: str) -> bool:
    graph = outline.graph
    return any(graph.steps[index].id == wanted for index in graph.step(node_id).inputs)


def _axis(axis: Axis, scored: Scored) -> AxisScore:
    points = cell(scored, axis.points)
    return AxisScore(
        axis=axis,
        points=points,
        share=None if points.value is None else points.value / axis.top,
        coverage=coverage_of(scored, axis.node),
        parts=_weighed(scored, axis.weighing, axis.parts, axis.factor, 2),
    )


def _role(
    outline: Outline, role: Role, scored: Scored, terms: dict[str, Term], models: dict[str, str]
) -> RoleScore:
    score = cell(scored, role.node)
    term = terms.get(role.node)
    adds = term.contribution if term is not None else None
    contribution = Cell(
        f"{role.node}#contribution",
        None if adds is None else adds * outline.role_factor,
        1,
        "points",
        score.reason,
        score.detail,
    )
    took_part = score.reason != "not_applicable"
    return RoleScore(
        role=role,
        score=score,
        contribution=contribution,
        coverage=coverage_of(scored, role.node),
        took_part=took_part,
        model=models.get(role.node.rsplit(".", 1)[-1], ""),
        terms=_weighed(scored, role.weighing, role.terms, 1.0, 2) if took_part else (),
    )


def _weighed(
    scored: Scored, weighing: str, parts: tuple[Part, ...], factor: float, decimals: int
) -> tuple[Weighed, ...]:
    if not parts:
        return ()
    return tuple(
        Weighed(
            part=part,
            raw=cell(scored, part.raw),
            normal=(normal := cell(scored, part.node)),
            share=term.share,
            contribution=Cell(
                f"{weighing}<{part.node}",
                None if term.contribution is None else term.contribution * factor,
                decimals,
                "points",
                normal.reason,
                normal.detail,
            ),
        )
        for part, term in zip(parts, terms_of(scored, weighing), strict=True)
    )
