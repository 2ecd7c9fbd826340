from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.studies.ruhroh.order import collated


@pytest.mark.parametrize(
    "names",
    [
        ["a", "A", "b", "B"],
        ["10", "2", "a"],
        ["task_a", "task-a", "taska"],
        ["_x", "-x", ".x", "(x", "#x", "$x", "0x", "ax"],
        ["run 1", "run-1", "run1"],
        ["ab", "aB", "Ab", "AB", "abc"],
        ["z", "ä"],
    ],
)
def test_names_stand_in_collation_order(names: list[str]) -> None:
    assert sorted(names[::-1], key=collated) == names


@given(st.lists(st.text(max_size=5)))
def test_the_order_depends_on_the_names_alone(names: list[str]) -> None:
    assert [collated(name) for name in sorted(names, key=collated)] == sorted(map(collated, names))
