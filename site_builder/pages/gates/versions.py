"""What two versions of the rubric decide differently, and why: rules, arithmetic, and every run."""

from __future__ import annotations

import msgspec

from site_builder.pages.atlas import Atlas, methodology_address
from site_builder.pages.gates.parts import Crumb, as_data
from site_builder.pages.gates.shelf import GateRun
from site_builder.pages.gates.verdict import WORDS
from site_builder.pages.page import Content
from site_builder.records.rubric import Comparison, Rubric
from site_builder.scoring.explain import exact
from site_builder.scoring.graph import Graph
from site_builder.studies.blueprint.judgement import Judgement
from site_builder.studies.blueprint.versions import (
    ParameterDifference,
    VersionDifference,
    parameter_differences,
    version_differences,
)

MOST_LISTED = 40
"""Differences listed for a run; the rest are counted."""


class CheckPair(msgspec.Struct, frozen=True):
    """One check of the gate in both versions."""

    title: str
    first: str
    second: str
    first_about: str
    second_about: str


class NodePair(msgspec.Struct, frozen=True):
    """A value that only one version has, or that the versions compute differently."""

    title: str
    first: str
    second: str


class RunDifferences(msgspec.Struct, frozen=True):
    """What the versions see differently about one run."""

    run_id: str
    address: str
    first: str
    second: str
    decides: bool
    listed: tuple[tuple[VersionDifference, int], ...]
    """What they see, each with how many more there are of the same kind and cause."""
    more: int


class VersionsView(msgspec.Struct, frozen=True):
    """What the template of a difference reads."""

    first: str
    second: str
    first_address: str
    second_address: str
    crumbs: tuple[Crumb, ...]
    parameters: tuple[ParameterDifference, ...]
    checks: tuple[CheckPair, ...]
    nodes: tuple[NodePair, ...]
    runs: tuple[RunDifferences, ...]
    differing: int
    """Runs with another outcome."""


def versions_content(first: str, second: str, atlas: Atlas) -> Content:
    """Return the content of the page on two rubric versions."""
    graphs = atlas.data.graphs[first], atlas.data.graphs[second]
    rubrics = graphs[0].rubric, graphs[1].rubric
    runs = tuple(
        _run(run, sides, rubrics)
        for run in atlas.gates.runs.values()
        if (sides := _sides(run, first, second)) is not None
    )
    family = rubrics[0].family
    view = VersionsView(
        first=first,
        second=second,
        first_address=methodology_address(graphs[0]),
        second_address=methodology_address(graphs[1]),
        crumbs=(Crumb(f"Methodology: {atlas.family_title(family)}", f"methodology/{family}/"),),
        parameters=tuple(parameter_differences(*rubrics)),
        checks=tuple(_checks(*rubrics)),
        nodes=_nodes(*graphs),
        runs=runs,
        differing=sum(run.decides for run in runs),
    )
    return Content(view, as_data(view))


def _sides(run: GateRun, first: str, second: str) -> tuple[Judgement, Judgement] | None:
    by_rubric = {judgement.settings.rubric: judgement for judgement in run.judgements}
    if first in by_rubric and second in by_rubric:
        return by_rubric[first], by_rubric[second]
    return None


def _run(run: GateRun, sides: tuple[Judgement, Judgement], rubrics: tuple[Rubric, Rubric]) -> RunDifferences:
    found = tuple(version_differences(*sides, rubrics))
    shown = tuple(one for one in found if one.kind != "outcome")
    kinds: dict[tuple[str, ...], list[VersionDifference]] = {}
    for one in sorted(shown, key=lambda one: not one.decides):
        kinds.setdefault((one.kind, one.code, one.first, one.second, one.why), []).append(one)
    unique = [(found[0], len(found) - 1) for found in kinds.values()]
    return RunDifferences(
        run_id=run.pinned.run_id,
        address=run.address,
        first=WORDS[sides[0].outcome],
        second=WORDS[sides[1].outcome],
        decides=sides[0].outcome != sides[1].outcome,
        listed=tuple(unique[:MOST_LISTED]),
        more=max(0, len(unique) - MOST_LISTED),
    )


def _checks(first: Rubric, second: Rubric) -> list[CheckPair]:
    pairs = []
    for code, before in first.checks.items():
        after = second.checks.get(code)
        if after is not None:
            pairs.append(
                CheckPair(
                    before.title, comparison(before), comparison(after), before.description, after.description
                )
            )
    return pairs


def comparison(asked: Comparison) -> str:
    """Return a check as a formula in words."""
    bound = "≥" if asked.comparison == "at_least" else "≤"
    if asked.baseline is None:
        limit = exact(asked.limit or 0.0)
    else:
        limit = f"{'' if asked.factor == 1 else f'{exact(asked.factor)} × '}{asked.required}"
    tolerance = f", {exact(asked.tolerance)} beyond it still passes" if asked.tolerance else ""
    above = f", and {asked.above_zero} above 0" if asked.above_zero else ""
    return f"{asked.candidate}.{asked.metric} {bound} {limit}{tolerance}{above}"


def _nodes(first: Graph, second: Graph) -> tuple[NodePair, ...]:
    """Return the repeated values that the versions compute differently, written once for all conditions."""
    sides = [
        {key: node for repeat in g.rubric.repeat for key, node in repeat.nodes.items()}
        for g in (first, second)
    ]
    pairs = []
    for key in dict.fromkeys([*sides[0], *sides[1]]):
        nodes = [side.get(key) for side in sides]
        words = [
            "not there"
            if node is None
            else f"{node.op} of {', '.join(_inputs(node.inputs))}"
            if node.inputs
            else node.op
            for node in nodes
        ]
        if words[0] != words[1]:
            title = next(node.title for node in nodes if node is not None)
            pairs.append(NodePair(title.rpartition(" · ")[2], words[0], words[1]))
    return tuple(pairs)


def _inputs(inputs: object) -> list[str]:
    found = inputs.values() if isinstance(inputs, dict) else inputs
    return [str(name).removeprefix("{condition}.") for name in found]  # type: ignore[attr-defined]
