"""Numbers that are remembered are those that were worked out, to the last bit."""

from __future__ import annotations

import math

import pytest

from site_builder.pages.sensitivity import MOST
from site_builder.studies import random_weights
from site_builder.studies.random_weights import draw_orders
from site_builder.studies.remembered_numbers import RememberedNumbers
from site_builder.studies.reweighing import varied_nodes
from tests.pages.synthetic import site


def never() -> list[float]:
    raise AssertionError


def test_what_was_made_is_taken_over_and_what_follows_from_another_source_is_made() -> None:
    made = [0.1 + 0.2, -0.0, -math.inf, 5e-324]
    first = RememberedNumbers()
    assert repr(first.get_or_make(("a", [1.0]), lambda: made)) == repr(made)
    second = RememberedNumbers(first.used)
    assert repr(second.get_or_make(("a", [1.0]), never)) == repr(made)
    assert second.get_or_make(("a", [2.0]), lambda: [3.0]) == [3.0]
    assert second.used.keys() > first.used.keys()


def test_an_order_from_memory_is_the_one_that_was_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    board = site(14).boards[0]
    ranked = [(entry.run, entry.scored) for entry in board.ranked[:MOST]]
    nodes = varied_nodes(board.graph)
    memory = RememberedNumbers()
    drawn = draw_orders(ranked, nodes, memory=memory)
    assert drawn == draw_orders(ranked, nodes)
    known = RememberedNumbers(memory.used)
    monkeypatch.setattr(random_weights, "Reweighing", never)
    assert draw_orders(ranked, nodes, memory=known) == drawn
