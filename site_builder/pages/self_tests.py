"""What trying a rubric gave, in words: each test, and the values with which it does not hold."""

from __future__ import annotations

from typing import Any

import msgspec

from site_builder.pages.cells import Cell, count
from site_builder.pages.lookup import SiteLookup
from site_builder.records.self_test import SelfTest, SelfTestName
from site_builder.scoring.graph import Graph

WORDS: dict[SelfTestName, tuple[str, str, str]] = {
    "curves": (
        "Curves",
        "What brings a value to 0–1 stays there across its band and beyond it, never turns, and rises where "
        "a higher value is better.",
        "curves, at 101 places each",
    ),
    "means": (
        "Means",
        "Of equal parts a mean is that part. It stays so when a part is missing, and does not depend on the "
        "order of the parts.",
        "means",
    ),
    "nothing": (
        "Nothing measured",
        "A run of which nothing is measured has neither a score nor axes nor roles, and each of them could "
        "be anything in its range.",
        "values",
    ),
    "removed": (
        "One value missing",
        "When one measured value of the sample run is removed, no coverage rises, and the bounds of every "
        "other value still hold what it was.",
        "measured values",
    ),
    "better": (
        "One value better",
        "When one measured value of the sample run gets better and all others stay, the score does not fall.",
        "measured values that can be better",
    ),
}
"""Test → its title, what is tried, and what it is tried with."""


class Exceptional(msgspec.Struct, frozen=True):
    """A value with which a test does not hold."""

    node: str
    title: str
    words: str


class SelfTestView(msgspec.Struct, frozen=True):
    """One test and its outcome."""

    name: SelfTestName
    title: str
    about: str
    of: str
    """What it was tried with, in the plural."""
    tried: Cell
    held: Cell
    exceptions: tuple[Exceptional, ...]

    def plain(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "test": self.name,
            "title": self.title,
            "about": self.about,
            "tried": self.tried.plain(),
            "held": self.held.plain(),
            "exceptions": [{"node": one.node, "what": one.words} for one in self.exceptions],
        }


def tests_of(lookup: SiteLookup, graph: Graph) -> tuple[SelfTestView, ...]:
    """Return the tests of a rubric that had something to try."""
    found = lookup.data.self_tests.get(graph.id)
    return tuple(_view(graph, test) for test in found.tests if test.tried) if found is not None else ()


def sample_of(lookup: SiteLookup, graph: Graph) -> dict[str, Any]:
    """Return the sample run as plain data: whoever evaluates the rubric over it makes the tests again."""
    found = lookup.data.self_tests.get(graph.id)
    parts = ("metrics", "medians", "closed", "improved")
    return {name: getattr(found, name) for name in parts} if found is not None else {}


def _view(graph: Graph, test: SelfTest) -> SelfTestView:
    title, about, of = WORDS[test.name]
    return SelfTestView(
        name=test.name,
        title=title,
        about=about,
        of=of,
        tried=count(f"self_test.{test.name}.tried", test.tried),
        held=count(f"self_test.{test.name}.held", test.held),
        exceptions=tuple(
            Exceptional(one.node, graph.node(one.node).title, one.words) for one in test.counterexamples
        ),
    )
