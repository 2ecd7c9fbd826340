"""Produced test code: functions, classes, parameters, fixtures, markers and expectations of failure."""

from __future__ import annotations

from exports.chance import Chance
from exports.source_code import Block, filled


def _plain(c: Chance) -> str:
    name, noun = c.function(), c.noun()
    return f"""def test_{name}():
    {noun} = {c.verb()}_{c.noun()}({c.whole(1, 99)}, {c.fraction()})
    assert {noun}.{c.field()} == {c.fraction()}
    assert {noun} is not None and len({noun}.{c.field()}s) == {c.whole(0, 30)}
"""


def _parametrized(c: Chance) -> str:
    rows = "".join(
        f'        ("{c.noun()}", {c.whole(0, 99)}, {c.fraction()}),\n' for _ in range(c.whole(2, 6))
    )
    return f"""@pytest.mark.parametrize(
    ("name", "count", "expected"),
    [
{rows}    ],
)
def test_{c.function()}(name, count, expected, {c.pick(("board", "folder"))}):
    result = {c.verb()}_{c.noun()}(name, count)
    assert result == pytest.approx(expected, rel={c.fraction()}e-6)
"""


def _failure(c: Chance) -> str:
    return f'''def test_{c.function()}_is_refused(board):
    board.{c.verb()}("{c.noun()}", {c.whole(-99, -1)})
    with pytest.raises(ValueError, match="{c.noun()}"):
        {c.verb()}_{c.noun()}(board, {c.whole(100, 999)})
'''


def _class(c: Chance) -> str:
    tests = "".join(
        f"""
    def test_{c.function()}(self, board):
        for value in range({c.whole(2, 20)}):
            board.{c.verb()}(value * {c.fraction()})
        assert board.{c.field()} >= {c.whole(0, 9)}
"""
        for _ in range(c.whole(2, 4))
    )
    return f'''class Test{c.class_name()}:
    """What a {c.noun()} promises."""
{tests}'''


def _marked(c: Chance) -> str:
    return f'''@pytest.mark.{c.pick(("slow", "network", "regression"))}
def test_{c.function()}(folder):
    path = folder / "{c.noun()}-{c.whole(1, 999)}.json"
    path.write_text('{{"{c.field()}": {c.fraction()}}}')
    found = load_{c.noun()}(path)
    assert found["{c.field()}"] > {c.fraction()}, "the {c.noun()} was lost"
    assert set(found) <= {{"{c.field()}", "{c.field()}", "{c.field()}"}}
'''


_BLOCKS: tuple[Block, ...] = (_plain, _plain, _plain, _parametrized, _failure, _class, _marked)


def test_file(chance: Chance, lines: int) -> str:
    """Return one test module of exactly ``lines`` lines (at least 20)."""
    package = chance.noun()
    head = f'"""Tests of the {package}."""\n\nimport pytest\n\nfrom product.{package} import *\n'
    return filled(chance, [head], _BLOCKS, lines)


def conftest(chance: Chance, lines: int) -> str:
    """Return the shared fixtures, in exactly ``lines`` lines (at least 20)."""
    head = f'''"""Fixtures of the tests."""

import pytest


@pytest.fixture
def board():
    return {chance.class_name()}({chance.whole(1, 99)}, "{chance.noun()}")


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("{chance.noun()}")
'''
    return filled(chance, [head], (_plain,), lines)
