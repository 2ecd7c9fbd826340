"""R22: every change of rank is published. Crossings against their definition, pair by pair."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from site_builder.studies.rubric_diff.ranks import MOST_NAMED, crossings

RANKS = st.dictionaries(st.sampled_from([f"r{n:02d}" for n in range(14)]), st.integers(1, 9))


@given(RANKS, RANKS)
def test_a_run_passed_those_that_stood_above_and_stand_below(
    before: dict[str, int], after: dict[str, int]
) -> None:
    both = before.keys() & after.keys()
    found = crossings(before, after)
    assert found.keys() == both
    for one in both:
        passed = {o for o in both if before[o] < before[one] and after[o] > after[one]}
        by = {o for o in both if before[o] > before[one] and after[o] < after[one]}
        assert (set(found[one].passed), found[one].passes) == (passed, len(passed))
        assert (set(found[one].passed_by), found[one].passes_by) == (by, len(by))
        near = [after[o] for o in found[one].passed]
        assert near == sorted(near)


def test_no_more_than_a_number_are_named_and_all_are_counted() -> None:
    names = [f"r{n:03d}" for n in range(120)]
    before = {name: n for n, name in enumerate(names, start=1)}
    after = {name: 121 - n for name, n in before.items()}
    last = crossings(before, after)["r119"]
    assert (len(last.passed), last.passes, last.passes_by) == (MOST_NAMED, 119, 0)
    assert last.passed[0] == "r118"
