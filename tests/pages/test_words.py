"""Words inside sentences."""

from __future__ import annotations

import pytest

from site_builder.pages.words import opening


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("A run is scored 0–100. What is missing drops out.", "A run is scored 0–100."),
        ("Version 1.3 of the standard.", "Version 1.3 of the standard."),
        ("no stop", "no stop"),
        ("", ""),
    ],
)
def test_the_opening_of_a_text_is_its_first_sentence(text: str, first: str) -> None:
    assert opening(text) == first
