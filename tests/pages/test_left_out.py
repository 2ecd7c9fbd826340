"""The ledger of what has no rank: complete, and its counts add up (R35)."""

from __future__ import annotations

import dataclasses
import json

from hypothesis import given
from hypothesis import strategies as st

from site_builder.errors import Problem
from site_builder.pages import left_out
from site_builder.pages.lookup import SiteLookup
from site_builder.records.run import LeftOut
from tests.output.conftest import rendered
from tests.pages.synthetic import run, site_of


def test_counts_balance_to_the_inputs() -> None:
    """R35: every export found is ranked, unranked, or left out."""
    lookup = SiteLookup(site_of([run("a"), run("b"), run("c")], exclude=[("b", "test")]))
    payload = left_out.content(None, lookup).payload
    assert payload is not None
    inputs = payload["inputs"]
    assert inputs["found"] == inputs["ranked"] + inputs["unranked"] + inputs["left_out"] == 4
    assert [item["run_id"] for item in payload["unranked"]] == ["b"]


def test_an_export_that_is_left_out_comes_with_its_problems() -> None:
    payload = left_out.content(None, SiteLookup(site_of([run("a")]))).payload
    assert payload is not None
    item = payload["left_out"][0]
    assert item["reason"] == "meta.json is not JSON."
    assert item["details"][0]["code"] == "json.invalid"
    assert item["details"][0]["pointer"] == "line 3"


def test_the_reason_stands_on_the_page_also_where_no_problem_says_it() -> None:
    problem = Problem(file="a", code="x.note", message="Its publisher left it out.", advice="None.", run="a")
    whole = LeftOut(folder="a", run_id="a", reason="The same answers under three ids.")
    short = LeftOut(folder="a", run_id="a", reason="Its publisher left it out (2 more faults).")
    assert [left_out.LeftOutItem(item, (problem,)).told for item in (whole, short)] == [False, True]
    assert not left_out.LeftOutItem(whole, ()).told
    data = dataclasses.replace(site_of([run("b")]), left_out=(whole,), problems=(problem,))
    page = rendered(data)["data/left-out/index.html"].decode("utf-8")
    assert page.count(whole.reason) == page.count(problem.message) == 1


NAMES = st.sampled_from(["", "a", "b", "runs", "line 3", "line 31"])
PATHS = st.lists(st.sampled_from(["runs", "a", "b"]), min_size=1, max_size=3).map("/".join)
POINTERS = st.sampled_from(["", "line 3", "line 3 /a", "line 31", "/a"])
ITEMS = st.builds(LeftOut, folder=PATHS, run_id=NAMES, reason=st.just(""), place=POINTERS)
PROBLEMS = st.builds(
    Problem, file=PATHS, pointer=POINTERS, code=st.just("c"), message=NAMES, advice=st.just(""), run=NAMES
)


@given(st.lists(ITEMS, max_size=4), st.lists(PROBLEMS, max_size=8))
def test_each_export_gets_the_problems_that_concern_it_in_their_order(
    items: list[LeftOut], problems: list[Problem]
) -> None:
    found = list(left_out.problems_of_each(items, problems))
    assert found == [tuple(p for p in problems if item.concerned_by(p)) for item in items]


def test_a_long_list_is_begun_on_the_page_and_whole_in_the_data() -> None:
    many = left_out.MOST_LISTED + 1
    data = site_of([run("a"), run("b")], exclude=[("b", "test")])
    items = tuple(LeftOut(folder=f"runs/x{n}", run_id="", reason="It is empty.") for n in range(many))
    files = rendered(dataclasses.replace(data, left_out=items))
    page = files["data/left-out/index.html"].decode()
    assert page.count('class="left-out"') == left_out.MOST_LISTED
    assert page.count(f"The first {left_out.MOST_LISTED} of {many}; all are in") == 1
    assert len(json.loads(files["data/excluded.json"])["left_out"]) == many
    assert "The first" not in rendered(data)["data/left-out/index.html"].decode()
