"""Words are counted as the published rule says, whatever the text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.studies.blueprint.words import count_words, readable

RULE = re.compile(r"\b[\w'-]+\b")
TEXTS = st.one_of(
    st.text(max_size=80),
    st.text(alphabet="ab_1'- .\n\x1cé模\u0301", max_size=40),
    st.text(alphabet=[chr(code) for code in range(128)], max_size=60),
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("one", 1),
        ("don't", 1),
        ("well-known fact", 2),
        ("-- - '", 0),
        ("'quoted' -x-", 2),
        ("a.b", 2),
    ],
)
def test_examples(text: str, words: int) -> None:
    assert count_words(text) == words


@given(TEXTS)
def test_the_count_is_that_of_the_rule_as_stated(text: str) -> None:
    assert count_words(text) == len(RULE.findall(text))


def test_half_a_surrogate_pair_is_replaced_and_the_rest_kept() -> None:
    assert readable("a\ud800b") == "a\ufffdb"
    assert readable("é😀") == "é😀"
