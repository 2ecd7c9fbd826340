"""The methodology of a family, and the list of families."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from site_builder.pages.differences.listing import Listed, listed_of
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content
from site_builder.pages.prose import Article
from site_builder.pages.prose_values import RunValues, Value, numbers, rubric_values, site_values
from site_builder.pages.versions import VersionRow, versions_of
from site_builder.pages.worked_example import example_for
from site_builder.scoring.graph import Graph


class FamilyCard(msgspec.Struct, frozen=True):
    """One family in the list of methodologies."""

    family: str
    title: str
    address: str
    summary: str
    versions: tuple[VersionRow, ...]


class FamiliesView(msgspec.Struct, frozen=True):
    """What the template of the list of methodologies reads."""

    families: tuple[FamilyCard, ...]


def families_content(lookup: SiteLookup) -> Content:
    """Return the content of the list of methodologies."""
    view = FamiliesView(tuple(_family_card(lookup, family) for family in lookup.families))
    return Content(
        view,
        {"families": [{"family": c.family, "versions": [v.id for v in c.versions]} for c in view.families]},
    )


def _family_card(lookup: SiteLookup, family: str) -> FamilyCard:
    rubric, versions = pinned_of(lookup, family).rubric, versions_of(lookup, family)
    return FamilyCard(family, lookup.family_title(family), f"methodology/{family}/", rubric.summary, versions)


def pinned_of(lookup: SiteLookup, family: str) -> Graph:
    """Return the newest version of a family that a board ranks by; the newest of all where none does."""
    versions = versions_of(lookup, family)
    return lookup.data.graphs[next((row for row in versions if row.current), versions[0]).id]


class FamilyView(msgspec.Struct, frozen=True):
    """What the template of a family reads."""

    article: Article | None
    values: Mapping[str, Value]
    versions: tuple[VersionRow, ...]
    graph: Graph
    """The newest version that a board ranks by; the newest of all where none does."""
    differences: tuple[Listed, ...]
    """Of every two released versions."""


def family_content(family: str, article: Article | None, lookup: SiteLookup) -> Content:
    """Return the content of a family's page."""
    versions = versions_of(lookup, family)
    graph = pinned_of(lookup, family)
    example = example_for(lookup, graph)
    values: dict[str, Value] = site_values(lookup) | rubric_values(lookup, graph)
    if example is not None:
        values |= RunValues(lookup, example.entry, example.sheet.scored)
    view = FamilyView(article, values, versions, graph, listed_of(lookup.differences.of_family(family)))
    return Content(
        view,
        {
            "family": family,
            "versions": [msgspec.to_builtins(row) for row in versions],
            "values": numbers(dict(sorted(values.items()))),
            "differences": [one.plain() for one in view.differences],
        },
        graph.id,
    )
