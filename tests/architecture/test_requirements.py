"""Every requirement that the site holds itself to is named by the test that covers it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
HELD = range(1, 66)
"""Numbers of the requirements drawn from other leaderboards' trackers that this version keeps."""


def _named() -> dict[int, set[str]]:
    named: dict[int, set[str]] = {}
    for path in TESTS.rglob("test_*.py"):
        if path == Path(__file__):
            continue
        for number in re.findall(r"\bR(\d{1,2})\b", path.read_text("utf-8")):
            named.setdefault(int(number), set()).add(path.name)
    return named


@pytest.mark.parametrize("number", HELD)
def test_a_requirement_is_named_where_it_is_tested(number: int) -> None:
    assert _named().get(number), f"no test names R{number}"
