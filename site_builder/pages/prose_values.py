"""The values behind the placeholders of prose: all computed, none typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from site_builder.pages.cells import Cell, Link, cell, count
from site_builder.pages.lookup import SiteLookup
from site_builder.scoring.evaluate import Scored
from site_builder.scoring.graph import Graph
from site_builder.site_data import Entry

Value = str | Cell | Link


class RunValues(Mapping[str, Value]):
    """``run.<node>`` for any node of one scored run, made when asked for."""

    def __init__(self, lookup: SiteLookup, entry: Entry, scored: Scored) -> None:
        self._scored = scored
        self._own: dict[str, Value] = {
            "run.id": entry.run.run_id,
            "run.name": lookup.configuration_name(entry.run),
            "run.link": Link(lookup.configuration_name(entry.run), lookup.run_address(entry.run)),
        }

    def __getitem__(self, name: str) -> Value:
        if name in self._own:
            return self._own[name]
        node = name.removeprefix("run.")
        if name == node or node not in self._scored.graph:
            raise KeyError(name)
        return cell(self._scored, node)

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from (f"run.{step.id}" for step in self._scored.graph.steps)

    def __len__(self) -> int:
        return len(self._own) + len(self._scored.graph.steps)


def site_values(lookup: SiteLookup) -> dict[str, Value]:
    """Return the ``site.`` values."""
    data = lookup.data
    return {
        "site.title": data.site.title,
        "site.tagline": data.site.tagline,
        "site.runs": count("site.runs", len(lookup.places)),
        "site.boards": count("site.boards", len(data.boards)),
        "site.configurations": count("site.configurations", len(lookup.repeats)),
        "site.left_out": count("site.left_out", len(data.left_out)),
        "site.data_date": data.provenance.data_date or "unknown",
        "site.digest": data.provenance.digest,
        "site.tool_version": data.provenance.tool_version,
    }


def rubric_values(lookup: SiteLookup, graph: Graph) -> dict[str, Value]:
    """Return the ``rubric.`` values."""
    outline = lookup.outline(graph)
    rubric = graph.rubric
    return {
        "rubric.id": graph.id,
        "rubric.title": rubric.title,
        "rubric.date": rubric.date.isoformat(),
        "rubric.digest": graph.digest,
        "rubric.nodes": count("rubric.nodes", len(graph.steps)),
        "rubric.metrics": count("rubric.metrics", len(graph.metrics)),
        "rubric.minimum_coverage": Cell(
            "rubric.minimum_coverage", rubric.minimum_coverage, 0, form="percent"
        ),
        "rubric.roles": count("rubric.roles", len(outline.roles)),
        "rubric.axes": count("rubric.axes", len(outline.axes)),
        "rubric.role_weight": Cell("rubric.role_weight", sum(role.weight for role in outline.roles)),
    }


def numbers(values: Mapping[str, Value]) -> dict[str, object]:
    """Return the numbers among the values as plain data, in the same order; the others are words."""
    return {name: value.plain() for name, value in values.items() if isinstance(value, Cell)}
