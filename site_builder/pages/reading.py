"""How to read a run before its numbers: its labels, its badges, and the words for its score."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

import msgspec

from site_builder.pages.cells import Cell, count
from site_builder.pages.lookup import SiteLookup
from site_builder.records.layout import Badge
from site_builder.records.run import RunRecord
from site_builder.scoring.evaluate import Scored
from site_builder.scoring.graph import Graph
from site_builder.scoring.interpret import interpretation
from site_builder.studies.factors import measured
from site_builder.studies.groups import label


class Label(msgspec.Struct, frozen=True):
    """One thing that a run is called by."""

    name: str
    """``arm``; the heading is the same with a capital."""
    text: str
    """The shown name; empty where the run does not state it."""


class Reading(msgspec.Struct, frozen=True):
    """What stands beside the score of a run in words."""

    title: str
    """``Significant``; empty for rubrics without interpretations."""
    about: str
    labels: tuple[Label, ...]
    further: tuple[Label, ...]
    """What else the run is identified by, in order of name; on its own page only."""
    badges: tuple[Badge, ...]
    measured: Cell | None
    """How many of the values that the rubric asks for were measured; ``None`` where it does not say so."""
    asked: Cell | None

    @property
    def called(self) -> str:
        """The labels after the first, in one line."""
        return " · ".join(one.text for one in self.labels[1:] if one.text)

    def plain(self) -> dict[str, Any]:
        """Return it as plain data, without what the rubric does not have."""
        data: dict[str, Any] = {}
        if self.labels:
            data["labels"] = {one.name: one.text for one in self.labels}
        if self.title:
            data["reading"] = self.title
        if self.measured is not None and self.asked is not None:
            data["measured"] = {"count": self.measured.plain(), "of": self.asked.plain()}
        if self.badges:
            data["badges"] = [badge.title for badge in self.badges]
        return data


def reading_of(lookup: SiteLookup, run: RunRecord, scored: Scored) -> Reading:
    """Return how to read one run on one board."""
    graph = scored.graph
    words = interpretation(scored)
    counted = measured(scored) if graph.asked else None
    return Reading(
        title=words.title if words else "",
        about=words.about if words else "",
        labels=labels_of(lookup, run, graph),
        further=tuple(
            Label(name.replace("_", " "), lookup.name(text))
            for name, text in sorted(run.labels.items())
            if graph.layout.labels and name not in graph.layout.labels
        ),
        badges=badges_of(scored, {problem.code for problem in lookup.problems(run.run_id)}),
        measured=count("run.measured", counted.count) if counted else None,
        asked=count("run.asked", counted.total) if counted else None,
    )


def doubts_of(lookup: SiteLookup, run: RunRecord, graph: Graph) -> dict[str, Badge]:
    """Return measured node → the badge that says why its stated value is doubtful.

    A mark that reading the export told of is about the value that was read where the problem lies; a cost of
    0 that is marked as unpriced is one. The arithmetic uses the value as stated; where it would be a number
    of its own, its mark stands instead.
    """
    badges = {badge.code: badge for badge in graph.layout.badges if badge.node is None}
    if not badges:
        return {}
    told = {
        problem.pointer.rpartition(" ")[2]: badges[problem.code]
        for problem in lookup.problems(run.run_id)
        if problem.code in badges and problem.pointer
    }
    return {
        name: told[evidence.pointer]
        for name, metric in (run.metrics.items() if told else ())
        for evidence in metric.evidence
        if metric.value is not None and evidence.pointer in told
    }


def doubted(shown: Cell, doubts: Mapping[str, Badge]) -> Cell:
    """Return a value as shown, or the mark in its place where it is doubtful."""
    badge = doubts.get(shown.node)
    if badge is None or shown.value is None:
        return shown
    return shown._replace(value=None, reason="none", detail=badge.about, text=badge.title)


def labels_of(lookup: SiteLookup, run: RunRecord, graph: Graph) -> tuple[Label, ...]:
    """Return the labels that the rubric shows, under their shown names."""
    return tuple(Label(name, lookup.name(label(run, name))) for name in graph.layout.labels)


def badges_of(scored: Scored, codes: Set[str]) -> tuple[Badge, ...]:
    """Return the marks of the rubric that apply to a run; ``codes`` are those of its problems."""
    return tuple(badge for badge in scored.graph.layout.badges if _applies(badge, scored, codes))


def _applies(badge: Badge, scored: Scored, codes: Set[str]) -> bool:
    if badge.node is None:
        return badge.code in codes
    value = scored.value(badge.node)
    if badge.when == "missing":
        return value is None
    graph = scored.graph
    if value is None or (graph.layout.gate is not None and scored.value(graph.layout.gate) != 1):
        return False
    return all(scored.at(index).value is None for index in graph.step(badge.node).inputs)
