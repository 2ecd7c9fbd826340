"""How a run's score is made up: its parts, axes with components, roles with terms, completion."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from site_builder.pages.cells import Cell, Sheet, as_read
from site_builder.pages.outline import Axis, Outline, Part, Role, top_of
from site_builder.scoring.operators import total

Addition = tuple[float | None, float | None]
"""Share of the weight, and points added; both ``None`` where there is nothing to say."""

NOTHING: Addition = (None, None)

THIN = 0.5
"""Coverage below which a score is marked as measured for its smaller part."""


class Headline(msgspec.Struct, frozen=True):
    """The score of a run, how far it is known, and the parts whose sum it is."""

    score: Cell
    lower: Cell
    """The score with every missing part at its worst."""
    upper: Cell
    """The score with every missing part at its best."""
    coverage: Cell
    """Share of its weight that is measured, 0–1."""
    top: float | None
    """Greatest possible score; ``None`` where it is open."""
    scale: str
    """What follows the score: ``of 100``, else its unit."""
    parts: tuple[tuple[str, Cell, float], ...]
    """(title, points, most points); empty for a score that is no sum."""

    @property
    def is_thin(self) -> bool:
        """Whether less than half of its weight is measured, so that it needs a mark."""
        return is_thin(self.score, self.coverage)


class Weighed(msgspec.Struct, frozen=True, gc=False):
    """One component of an axis, or one term of a role, in one run."""

    part: Part
    sheet: Sheet
    share: float | None
    """Weight after renormalisation over what is present, 0–1."""
    adds: float | None
    """Points that it adds to the axis or to the role."""

    @property
    def raw(self) -> Cell:
        """The value before normalisation."""
        return as_read(self.sheet.cell(self.part.raw))

    @property
    def normal(self) -> Cell:
        """The value that is weighed."""
        return self.sheet.cell(self.part.node)

    @property
    def contribution(self) -> Cell:
        """The points as shown."""
        normal = self.normal
        return Cell(self.part.contribution, self.adds, 2, "points", normal.reason, normal.detail)


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
    top: float
    coverage: Cell
    components: tuple[tuple[str, Cell], ...]
    """(title, value) of each component."""
    bottleneck: tuple[str, ...]
    """Titles of the components that share the least value, when that is below 1."""


def is_thin(score: Cell, coverage: Cell) -> bool:
    """Return whether there is a score of whose weight less than half is measured."""
    return score.value is not None and (coverage.value or 0.0) < THIN


def headline_of(outline: Outline, sheet: Sheet) -> Headline:
    """Return the score of a run as its pages head with it; its cells are missing where it has none."""
    graph = outline.graph
    lower, upper = sheet.bounds(outline.headline)
    return Headline(
        score=sheet.cell(outline.headline),
        lower=lower,
        upper=upper,
        coverage=sheet.coverage(outline.headline),
        top=outline.top,
        scale=outline.scale,
        parts=tuple(
            (graph.node(part).title, sheet.cell(part), top_of(graph, part) or 1.0)
            for part in graph.layout.parts
        ),
    )


def axes_of(outline: Outline, sheet: Sheet) -> tuple[AxisScore, ...]:
    """Return every axis of the layout, missing ones included, in its order."""
    return tuple(_axis(axis, sheet) for axis in outline.axes)


def roles_of(
    outline: Outline, sheet: Sheet, models: Mapping[str, str] = MappingProxyType({})
) -> tuple[RoleScore, ...]:
    """Return every role of the layout in its order; ``models`` maps the last word of a role id to a model."""
    if outline.role_weighing is None:
        return ()
    adds = _additions(sheet, outline.role_weighing, outline.role_factor)
    return tuple(_role(role, sheet, adds.get(role.node, NOTHING), models) for role in outline.roles)


def scored_roles(roles: tuple[RoleScore, ...]) -> tuple[RoleScore, ...]:
    """Return the roles that have a score."""
    return tuple(role for role in roles if role.score.value is not None)


def scored_weight(roles: tuple[RoleScore, ...]) -> float:
    """Return the weight of the roles that have a score, in the unit of the rubric's weights."""
    return total(*(role.role.weight for role in scored_roles(roles)))


def completion_of(outline: Outline, sheet: Sheet) -> Completion | None:
    """Return the completion part, ``None`` for rubrics without one."""
    layout = outline.graph.layout
    if layout.completion is None:
        return None
    components = tuple((outline.graph.node(n).title, sheet.cell(n)) for n in layout.completion_components)
    present = [shown.value for _, shown in components if shown.value is not None]
    least = min(present, default=1.0)
    return Completion(
        score=sheet.cell(layout.completion),
        top=top_of(outline.graph, layout.completion) or 1.0,
        coverage=sheet.coverage(layout.completion),
        components=components,
        bottleneck=tuple(title for title, shown in components if least < 1 and shown.value == least),
    )


def _axis(axis: Axis, sheet: Sheet) -> AxisScore:
    points = sheet.cell(axis.points)
    return AxisScore(
        axis=axis,
        points=points,
        share=None if points.value is None else points.value / axis.top,
        coverage=sheet.coverage(axis.node),
        parts=_weighed(sheet, axis.weighing, axis.parts, axis.factor),
    )


def _role(role: Role, sheet: Sheet, addition: Addition, models: Mapping[str, str]) -> RoleScore:
    score = sheet.cell(role.node)
    took_part = score.reason != "not_applicable"
    return RoleScore(
        role=role,
        score=score,
        contribution=Cell(f"{role.node}#contribution", addition[1], 1, "points", score.reason, score.detail),
        coverage=sheet.coverage(role.node),
        took_part=took_part,
        model=models.get(role.node.rsplit(".", 1)[-1], ""),
        terms=_weighed(sheet, role.weighing, role.terms, 1.0) if took_part else (),
    )


def _weighed(sheet: Sheet, weighing: str, parts: tuple[Part, ...], factor: float) -> tuple[Weighed, ...]:
    if not parts:
        return ()
    additions = _additions(sheet, weighing, factor)
    return tuple([Weighed(part, sheet, *additions.get(part.node, NOTHING)) for part in parts])


def _additions(sheet: Sheet, weighing: str, factor: float) -> dict[str, Addition]:
    """Return, for each input of a weighing node, its share of the weight and the points that it adds.

    The same as ``scoring.explain.terms_of`` says, which a test holds it to, at a tenth of the time.
    """
    step = sheet.graph.step(weighing)
    values = [sheet.values[index] for index in step.inputs]
    whole = total(*[w for w, value in zip(step.weights, values, strict=True) if value is not None])
    scale = factor * step.constants.get("scale", 1.0) / whole if whole else 0.0
    weighted = "weights" in step.constants
    return {
        sheet.graph.steps[index].id: (
            (weight / whole if value is not None and whole else 0.0) if weighted else None,
            None if value is None else scale * weight * value,
        )
        for index, weight, value in zip(step.inputs, step.weights, values, strict=True)
    }
