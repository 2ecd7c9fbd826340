from __future__ import annotations

from typing import Any

import pytest

from site_builder.studies.ruhroh.cohorts import Terms, cohorts
from site_builder.studies.ruhroh.pairs import Pair, below_shown, pairs
from tests.ruhroh.samples import MODEL, SETTINGS, cohort_samples, target


def pair(
    first: tuple[int, int],
    second: tuple[int, int],
    one: dict[str, Any] | None = None,
    two: dict[str, Any] | None = None,
    minimum: int = 5,
) -> Pair:
    samples = [
        *cohort_samples(*first, name="alpha", **(one or {})),
        *cohort_samples(*second, name="beta", **(two or {})),
    ]
    found = cohorts(samples, Terms(settings=SETTINGS, minimum_runs=minimum))
    (only,) = pairs(found, SETTINGS)
    return only


@pytest.mark.parametrize(
    ("first", "second", "verdict", "direction", "disagree"),
    [
        ((5, 10), (7, 10), "inconclusive", "inconclusive", False),
        ((2, 10), (9, 10), "conclusive", "contender_higher", False),
        ((9, 10), (2, 10), "conclusive", "baseline_higher", False),
        ((5, 10), (9, 10), "directional", "contender_higher", True),
        ((0, 1), (1, 1), "directional", "contender_higher", True),
        ((6, 16), (1, 16), "directional", "baseline_higher", True),
        ((4, 4), (0, 4), "directional", "baseline_higher", False),
        ((5, 5), (5, 5), "inconclusive", "inconclusive", False),
    ],
)
def test_a_verdict_needs_interval_test_and_enough_samples(
    first: tuple[int, int], second: tuple[int, int], verdict: str, direction: str, disagree: bool
) -> None:
    found = pair(first, second)
    assert (found.verdict, found.direction, found.disagree) == (verdict, direction, disagree)
    assert found.conclusive == (verdict == "conclusive")


@pytest.mark.parametrize(
    ("p_value", "decimals", "words"),
    [(0.0, 4, "< 0.0001"), (0.0000999, 4, "< 0.0001"), (0.0001, 4, ""), (0.0000999, 6, ""), (1.0, 4, "")],
)
def test_what_decimals_cannot_tell_from_zero_is_said_to_be_below_them(
    p_value: float, decimals: int, words: str
) -> None:
    assert below_shown(p_value, decimals) == words


def test_one_pass_against_one_failure_is_never_conclusive() -> None:
    found = pair((0, 1), (1, 1))
    assert (found.difference.interval.lower, found.difference.interval.upper) == (1.0, 1.0)
    assert [check.code for check in found.checks] == [
        "pair-runs-below-minimum",
        "pair-runs-below-minimum",
        "pair-not-significant",
    ]


def test_every_pair_of_a_scenario_is_made_with_the_earlier_name_as_baseline() -> None:
    samples = [s for name in ("c", "B", "a") for s in cohort_samples(1, 2, name=name)]
    samples += cohort_samples(1, 2, "other", "z")
    found = pairs(cohorts(samples, Terms(settings=SETTINGS, minimum_runs=2)), SETTINGS)
    assert [item.id for item in found] == ["task/B vs a", "task/c vs a", "task/c vs B"]


def test_doubts_about_one_side_are_doubts_about_the_pair() -> None:
    found = pair((2, 10), (9, 10), two={"runManifest__effectiveBudgetSha256": ...})
    assert [(check.code, check.observed) for check in found.checks] == [
        ("pair-unstated-budgets", "beta: no sample states it")
    ]


def stream(name: str, **changes: Any) -> dict[str, Any]:
    return {"runManifest__benchmarkTarget": target(stream=name, **changes)}


def agent_model(**changes: Any) -> dict[str, Any]:
    return {"runManifest__runAgent__model": MODEL | changes}


ELSEWHERE = {"runManifest__environment__fingerprint__sha256": "f" * 64}
OTHER_MODEL = agent_model(model="m-2", canonicalId="lab/m-2")


def sided(changes: dict[str, Any], name: str) -> dict[str, Any]:
    made = dict(changes)
    if "runManifest__benchmarkTarget" in made:
        made["runManifest__benchmarkTarget"] = made["runManifest__benchmarkTarget"] | {"targetId": name}
    return made


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        (stream("native-stack"), stream("custom"), ["pair-streams-differ"]),
        (stream("custom"), stream("custom") | ELSEWHERE, ["pair-not-controlled"]),
        (stream("harness-controlled"), stream("harness-controlled"), []),
        (stream("harness-controlled"), stream("harness-controlled") | OTHER_MODEL, ["pair-not-controlled"]),
        (
            stream("harness-controlled"),
            stream("harness-controlled", providerPath="other"),
            ["pair-not-controlled"],
        ),
        (stream("native-stack"), stream("native-stack") | OTHER_MODEL, []),
        (stream("model-controlled"), stream("model-controlled") | OTHER_MODEL, []),
        (stream("model-controlled"), stream("model-controlled"), ["pair-not-varied"]),
        (
            stream("model-controlled"),
            stream("model-controlled", harness={"name": "h2", "version": "1"}) | OTHER_MODEL,
            ["pair-not-controlled"],
        ),
        (
            stream("model-controlled"),
            stream("model-controlled") | agent_model(canonicalId="lab/m-2", promptVersion="p2"),
            ["pair-not-controlled"],
        ),
    ],
)
def test_a_stream_says_what_has_to_be_equal(
    one: dict[str, Any], two: dict[str, Any], expected: list[str]
) -> None:
    found = pair((2, 10), (9, 10), sided(one, "alpha"), sided(two, "beta"))
    assert [check.code for check in found.checks] == expected


def test_variables_say_what_varied_was_held_constant_or_is_unknown() -> None:
    one = sided(stream("custom", harness={"name": "h1"}), "alpha")
    two = sided(stream("custom", harness={"name": "h2"}, providerPath=None), "beta")
    states = {variable.name: variable.state for variable in pair((1, 2), (1, 2), one, two).variables}
    assert states == {
        "streams": "controlled",
        "harnesses": "varied",
        "provider-paths": "unknown",
        "canonical-models": "controlled",
        "agent-prompts": "controlled",
        "environments": "controlled",
    }
