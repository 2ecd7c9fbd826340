"""Changing one fundamental changes exactly the nodes that depend on it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.records.run import NOT_COLLECTED, Metric
from site_builder.scoring.evaluate import Scored, evaluate
from site_builder.sources.importers.scorecrux_fields import FIELDS
from tests.scorecrux.sessions import rubric

VALUES: dict[str, Any] = {
    "duration": st.floats(0.1, 1e5),
    "baseline": st.floats(0.1, 1e6),
    "ratio": st.floats(0, 1),
    "binary": st.sampled_from([0.0, 1.0]),
    "money": st.floats(0, 1e3),
    "count": st.integers(0, 500).map(float),
}
measured = st.fixed_dictionaries(
    {field.metric: st.none() | VALUES[field.kind] for field in FIELDS}
    | {"detect_applies": st.sampled_from([0.0, 1.0])}
)

USUAL = {
    "t_orient_s": 12.5,
    "t_task_s": 640.0,
    "t_human_s": 540000.0,
    "n_tools": 23.0,
    "n_turns": 18.0,
    "n_corrections": 2.0,
    "c_tokens_usd": 0.37,
    "s_gate": 1.0,
    "s_detect": 1.0,
    "r_incident": 1.0,
    "detect_applies": 1.0,
    "c_contradiction": 0.11,
}
"""A session in general position: no value at a limit, every quality high enough to feed what rests on it."""
BASE = {field.metric: USUAL.get(field.metric, 0.83) for field in FIELDS} | {"detect_applies": 1.0}
OTHER = {
    "s_gate": 0.0,
    "s_detect": 0.0,
    "r_incident": 0.0,
    "detect_applies": 0.0,
    "n_corrections": 3.0,
    "n_tools": 40.0,
}


def score(values: dict[str, float | None]) -> Scored:
    return evaluate(rubric(), {k: Metric(v) if v is not None else NOT_COLLECTED for k, v in values.items()})


def changed(one: Scored, other: Scored) -> set[str]:
    return {step.id for step in rubric().steps if one.at(step.index) != other.at(step.index)}


@given(values=measured, name=st.sampled_from([field.metric for field in FIELDS]), data=st.data())
def test_nothing_else_changes(values: dict[str, float | None], name: str, data: st.DataObject) -> None:
    kind = next(field.kind for field in FIELDS if field.metric == name)
    other = data.draw(st.none() | VALUES[kind])
    found = changed(score(values), score({**values, name: other}))
    assert found <= rubric().descendants(name)


@pytest.mark.parametrize("name", sorted(BASE))
def test_everything_that_depends_on_it_changes(name: str) -> None:
    moved = OTHER.get(name, BASE[name] * 1.07)
    found = changed(score(BASE), score({**BASE, name: moved}))
    assert found == rubric().descendants(name)


@pytest.mark.parametrize("name", [field.metric for field in FIELDS if field.nullable])
def test_removing_it_leaves_no_number_that_does_not_say_so(name: str) -> None:
    before, after = score(BASE), score({**BASE, name: None})
    assert changed(before, after) <= rubric().descendants(name)
    assert after[name].absence is not None
    weighed = "q_combined" in rubric().descendants(name)
    if weighed and after.value("cx_em") is not None:
        assert after["cx_em"].coverage < before["cx_em"].coverage
    low, high = after["cx_em"].lower, after["cx_em"].upper
    value = before.value("cx_em")
    assert value is not None
    assert low is None or low <= value
    assert high is None or value <= high


@given(values=measured)
def test_the_score_lies_within_its_bounds_and_never_above_the_minutes_at_stake(
    values: dict[str, float | None],
) -> None:
    result = score(values)["cx_em"]
    if result.value is None:
        assert result.absence is not None
        return
    assert result.lower is not None
    assert result.lower <= result.value
    assert result.upper is None or result.value <= result.upper
    minutes = values["t_human_s"]
    if minutes is None:
        assert result.value == 0
    else:
        assert result.value <= minutes / 60 + 0.005
