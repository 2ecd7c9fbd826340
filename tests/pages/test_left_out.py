"""The ledger of what has no rank: complete, and its counts add up (R35)."""

from __future__ import annotations

from site_builder.pages import left_out
from site_builder.pages.atlas import Atlas
from tests.pages.synthetic import run, site_of


def test_counts_balance_to_the_inputs() -> None:
    """R35: every export found is ranked, unranked, or left out."""
    atlas = Atlas(site_of([run("a"), run("b"), run("c")], exclude=[("b", "test")]))
    payload = left_out.content(None, atlas).payload
    assert payload is not None
    inputs = payload["inputs"]
    assert inputs["found"] == inputs["ranked"] + inputs["unranked"] + inputs["left_out"] == 4
    assert [item["run_id"] for item in payload["unranked"]] == ["b"]


def test_an_export_that_is_left_out_comes_with_its_problems() -> None:
    payload = left_out.content(None, Atlas(site_of([run("a")]))).payload
    assert payload is not None
    item = payload["left_out"][0]
    assert item["reason"] == "meta.json is not JSON."
    assert item["details"][0]["code"] == "json.invalid"
    assert item["details"][0]["pointer"] == "line 3"
