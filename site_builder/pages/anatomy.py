"""How a score that is a product is made up: its factors in order, and the values that they rest on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from site_builder.pages.cells import Cell, Sheet, count
from site_builder.records.run import RunRecord
from site_builder.scoring.graph import Graph, Step
from site_builder.studies.factors import Factor, factors
from site_builder.studies.reported import Agreement, comparisons

Kind = Literal["amount", "share"]

AGREEMENT_WORDS: dict[Agreement, str] = {
    "same": "the same",
    "rounded": "the same, with fewer digits",
    "differs": "another number",
}

SYMBOLS = {"seconds": "s", "minutes": "min", "0–1": "", "0 or 1": "", "US dollars": "US$"}
"""Unit of a rubric → its symbol; SI and the units used with it, nothing for what has no dimension."""

BETTER = {"higher": "higher", "lower": "lower", "neutral": "context only"}


class Stage(msgspec.Struct, frozen=True):
    """One factor in the walk from the whole amount to the score."""

    node: str
    title: str
    kind: Kind
    value: Cell
    """The amount, or the share that remains."""
    coverage: Cell
    left: Cell
    """What is left after this factor, in the headline's unit."""
    lost: Cell
    """What this factor takes away; missing for the amount."""
    missing: tuple[tuple[str, str, str], ...]
    """(node, title, detail) of every measured value below the factor that is not there."""


class FigureGroup(msgspec.Struct, frozen=True):
    """Values that a standard asks for, under one heading."""

    title: str
    indices: tuple[int, ...]
    present: Cell
    """How many of them have a value."""


class Stated(msgspec.Struct, frozen=True):
    """A result that the export states, and the recomputed one."""

    title: str
    published: Cell
    recomputed: Cell
    agreement: Agreement
    under: str
    """Id of the graph it was recomputed with, where that is not the board's rubric."""

    @property
    def words(self) -> str:
        """How the two compare."""
        return AGREEMENT_WORDS[self.agreement]


class Anatomy(msgspec.Struct, frozen=True):
    """The parts of a run's page that rest on factors, named figures and stated results."""

    stages: tuple[Stage, ...]
    unit: str
    """Of the headline."""
    unrounded: str
    """Node that multiplies the factors; empty where the headline is the product itself."""
    derived: tuple[int, ...]
    figures: tuple[FigureGroup, ...]
    stated: tuple[Stated, ...]

    @property
    def differing(self) -> tuple[Stated, ...]:
        """The stated results that are another number."""
        return tuple(one for one in self.stated if one.agreement == "differs")


def anatomy_of(run: RunRecord, sheet: Sheet) -> Anatomy:
    """Return the anatomy of a run; empty in all parts for rubrics that declare none of them."""
    graph = sheet.graph
    layout = graph.layout
    headline = graph.step(layout.headline)
    product = [graph.steps[index] for index in headline.inputs] if layout.factors else []
    return Anatomy(
        stages=tuple(_stages(sheet)),
        unit=headline.node.unit,
        unrounded=product[0].id if len(product) == 1 else "",
        derived=tuple(graph.position[name] for name in layout.derived),
        figures=figure_groups(graph, sheet),
        stated=tuple(_stated(run, sheet)),
    )


def figure_groups(graph: Graph, sheet: Sheet | None = None) -> tuple[FigureGroup, ...]:
    """Return what the rubric asks for by its headings; without a sheet nothing is counted as present."""
    if not graph.asked:
        return ()
    found: dict[str, list[Step]] = {}
    for step in graph.asked:
        found.setdefault(step.node.group or "Measured", []).append(step)
    order = list(dict.fromkeys(node.group for node in graph.rubric.nodes.values()))
    place = {name: number for number, name in enumerate(graph.rubric.nodes)}
    groups = []
    for title in [name for name in order if name in found] + [name for name in found if name not in order]:
        steps = found[title]
        steps.sort(key=lambda step: place.get(step.id, 0))
        present = sum(sheet.values[step.index] is not None for step in steps) if sheet else 0
        indices = tuple(step.index for step in steps)
        groups.append(FigureGroup(title, indices, count(f"group.{title.lower()}", present)))
    return tuple(groups)


def range_words(step: Step) -> str:
    """Return the possible values of a node: ``0–1``, ``0 or 1``, ``from 0``, or a dash."""
    if step.node.unit == "0 or 1":
        return "0 or 1"
    low, high = step.node.range or (None, None)
    if low is not None and high is not None:
        return f"{low:g}–{high:g}"
    return f"from {low:g}" if low is not None else "open"


def unit_symbol(unit: str) -> str:
    """Return the symbol of a unit: nothing where there is no dimension, else as the rubric writes it."""
    return SYMBOLS.get(unit, unit)


def _stages(sheet: Sheet) -> Iterator[Stage]:
    graph = sheet.graph
    headline = graph.node(graph.layout.headline)
    for number, factor in enumerate(factors(sheet.scored)):
        shown = sheet.cell(factor.node)
        yield Stage(
            node=factor.node,
            title=graph.node(factor.node).name,
            kind="share" if number else "amount",
            value=shown,
            coverage=sheet.coverage(factor.node),
            left=_amount(factor, "left", factor.left, headline.decimals, headline.unit),
            lost=_amount(factor, "lost", factor.lost, headline.decimals, headline.unit),
            missing=tuple((item.node, item.title, item.absence.detail) for item in factor.unmeasured),
        )


def _amount(factor: Factor, name: str, value: float | None, decimals: int, unit: str) -> Cell:
    return Cell(f"{factor.node}#{name}", value, decimals, unit, "" if value is not None else "none")


def _stated(run: RunRecord, sheet: Sheet) -> Iterator[Stated]:
    for item in comparisons(run, sheet.scored):
        node = sheet.graph.node(item.node)
        published = Cell(
            f"{item.node}#published",
            item.published,
            _written(item.published, node.decimals),
            node.unit,
            "none",
            "stated as null",
        )
        recomputed = Cell(f"{item.node}#recomputed", item.recomputed, node.decimals, node.unit, "none")
        under = "" if item.graph == sheet.graph.id else item.graph
        yield Stated(node.title, published, recomputed, item.agreement, under)


def _written(published: float | None, usual: int) -> int:
    """Return the decimals a figure was written with where these are fewer than six, else the usual ones."""
    text = "" if published is None else repr(published)
    decimals = len(text.partition(".")[2].rstrip("0"))
    return decimals if text and "e" not in text and decimals < 6 else usual


def payload(anatomy: Anatomy) -> dict[str, Any]:
    """Return the anatomy as plain data, without what the nodes of the page say already."""
    return {
        "walk": [
            {
                "node": stage.node,
                "value": stage.value.plain(),
                "coverage": stage.coverage.value,
                "left": stage.left.plain(),
                "lost": stage.lost.plain(),
                "not_measured": [node for node, _, _ in stage.missing],
            }
            for stage in anatomy.stages
        ],
        "measured_by_group": {group.title: group.present.plain() for group in anatomy.figures},
        "stated": [
            {
                "node": one.published.node.partition("#")[0],
                "published": one.published.plain(),
                "recomputed": one.recomputed.plain(),
                "agreement": one.agreement,
                "under": one.under,
            }
            for one in anatomy.stated
        ],
    }
