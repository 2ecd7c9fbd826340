"""Addresses are safe, stable and never shared (R58)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.pages.addresses import LONGEST, RESERVED, slugs

NASTY = (
    "Run",
    "run",
    "RUN",
    "a/b",
    "a:b",
    "a\\b",
    "..",
    ".",
    "...",
    "../../etc/passwd",
    "",
    " ",
    "a b",
    "a  b",
    "ä",
    "ａ",
    "日本",
    "日本語",
    "🙂",
    "<script>",
    "con",
    "CON",
    "con.txt",
    "nul",
    "com1",
    "index",
    "index.html",
    "x.",
    "x..y",
    "-x",
    "a%2fb",
    "a?b",
    "a#b",
    "a\x00b",
    "a\nb",
    "\u202egnp",
    "a" * 300,
    "A" * 300,
    "é",
    "e\u0301",
    "\ud800",
)


def test_nasty_names_get_distinct_folders_on_a_case_insensitive_file_system() -> None:
    """R58: slashes, colons, dots, spaces, case-only differences and Unicode."""
    made = slugs(NASTY)
    assert len({slug.lower() for slug in made.values()}) == len(set(NASTY))
    for slug in made.values():
        assert re.fullmatch(r"[a-z0-9][a-z0-9._-]*", slug), slug
        assert not slug.endswith(".")
        assert ".." not in slug
        assert len(slug) <= LONGEST
        assert slug.split(".")[0] not in RESERVED


@pytest.mark.parametrize("name", ["circles-aurora-1", "gpt-4.1-run_2", "0"])
def test_a_safe_name_is_its_own_address(name: str) -> None:
    assert slugs([name]) == {name: name}


def test_an_address_depends_on_the_name_alone() -> None:
    assert slugs(["A b", "z", "Ä"])["A b"] == slugs(["A b"])["A b"]


def test_a_safe_name_that_looks_like_a_made_one_keeps_its_address() -> None:
    made = slugs(["A b"])["A b"]
    both = slugs(["A b", made])
    assert both[made] == made
    assert both["A b"] != made


@given(st.lists(st.text(max_size=40), max_size=12))
def test_no_two_names_share_an_address(names: list[str]) -> None:
    made = slugs(names)
    assert set(made) == set(names)
    assert len({slug.lower() for slug in made.values()}) == len(set(names))
