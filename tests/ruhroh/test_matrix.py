from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.studies.ruhroh.matrix import (
    Shard,
    environment,
    parse_shard,
    plan_samples,
    sample_id,
    sample_seed,
)
from site_builder.studies.ruhroh.plan_document import adapter_id


def test_ids_and_seeds_are_as_published() -> None:
    assert sample_id("task-a", "alpha", 3, 10) == "task-a/alpha/03-of-10"
    assert sample_id("task-a", "alpha", 3, 9) == "task-a/alpha/3-of-9"
    assert sample_seed("task-a", "agent-a", 7, 7) == "0577f69026c8f9d6"


def test_the_order_is_target_then_repeat_then_scenario() -> None:
    found = plan_samples(["b", "a"], [("y", None), ("x", None)], 2)
    assert [sample.label for sample in found] == [
        "y:b#1/2", "y:a#1/2", "y:b#2/2", "y:a#2/2", "x:b#1/2", "x:a#1/2", "x:b#2/2", "x:a#2/2",
    ]  # fmt: skip


@given(st.integers(1, 5), st.integers(1, 4), st.integers(1, 6), st.integers(1, 9))
def test_shards_are_disjoint_and_together_the_whole(
    scenarios: int, targets: int, runs: int, total: int
) -> None:
    whole = plan_samples([f"s{i}" for i in range(scenarios)], [(f"t{i}", None) for i in range(targets)], runs)
    parts = [Shard(index, total).take(whole) for index in range(1, total + 1)]
    assert sorted(sample.sample_id for part in parts for sample in part) == sorted(s.sample_id for s in whole)
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    assert len({sample.sample_id for sample in whole}) == len(whole)


@pytest.mark.parametrize(
    "words", ["", "1", "0/3", "4/3", "01/3", "1/03", "-1/3", "1/3/5", "a/b", "1 /3", "١/٣"]
)
def test_a_shard_is_written_as_part_and_number_of_parts(words: str) -> None:
    with pytest.raises(ValueError, match=r"part|shard"):
        parse_shard(words)


def test_a_shard_of_more_parts_than_samples_may_be_empty() -> None:
    assert parse_shard("9/9").take(plan_samples(["a"], [("x", None)], 4)) == ()


def test_a_plan_needs_a_repeat() -> None:
    with pytest.raises(ValueError, match="repeats"):
        plan_samples(["a"], [("x", None)], 0)


def test_a_runner_is_told_which_sample_it_collects() -> None:
    (sample,) = plan_samples(["a"], [("x", None)], 1)
    assert environment(sample) == {
        "RUHROH_SAMPLE_ID": "a/x/1-of-1",
        "RUHROH_SAMPLE_SEED": sample.seed,
        "RUHROH_SAMPLE_WEIGHT": "1",
        "RUHROH_RUN_INDEX": "1",
        "RUHROH_RUN_COUNT": "1",
        "RUHROH_RUN_SEED": sample.seed,
    }


@pytest.mark.parametrize(
    ("name", "expected"),
    [("alpha", "alpha"), ("./a/run.sh", "run.sh"), ("x/agent.ts", "agent"), ("a.mjs", "a"), (".js", ".js")],
)
def test_an_adapter_given_as_a_path_has_its_base_name_as_id(name: str, expected: str) -> None:
    assert adapter_id(name) == expected
