"""Colours can be read in both themes, and nothing hangs on colour alone (R49)."""

from __future__ import annotations

import re

import pytest

from tests.pages.synthetic import TEMPLATES

STYLE = (TEMPLATES / "assets" / "style.css").read_text("utf-8")
PAIRS = [(text, ground) for text in ("ink", "soft", "accent", "warn") for ground in ("paper", "wash")] + [
    ("ink", "bar"),
    ("soft", "bar"),
]


def themes() -> dict[str, dict[str, str]]:
    blocks = {
        "light": STYLE.split(":root {", 1)[1].split("}", 1)[0],
        "dark by system": STYLE.split(':root:not([data-theme="light"]) {', 1)[1].split("}", 1)[0],
        "dark by choice": STYLE.split(':root[data-theme="dark"] {', 1)[1].split("}", 1)[0],
        "print": STYLE.split("@media print {", 1)[1].split("}", 1)[0],
    }
    return {name: dict(re.findall(r"--([a-z]+): (#[0-9a-f]{3,6});", block)) for name, block in blocks.items()}


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(c * 2 for c in colour[1:])
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", themes())
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_has_enough_contrast(theme: str, text: str, ground: str) -> None:
    """R49: WCAG 2.2 AA, 4.5 to 1, in light, dark and print."""
    colours = themes()[theme]
    assert contrast(colours[text], colours[ground]) >= 4.5


def test_both_ways_into_the_dark_theme_look_the_same() -> None:
    made = themes()
    assert made["dark by system"] == made["dark by choice"]
    assert set(made["light"]) == set(made["dark by choice"]) == set(made["print"])


def test_missing_values_differ_by_text_and_shape_not_only_colour() -> None:
    """R49: words in italics; a missing axis is dashed; a missing bar is a dashed line."""
    assert re.search(r"\.gap \{[^}]*font-style: italic", STYLE)
    assert re.search(r"\.spoke\.absent \{[^}]*stroke-dasharray", STYLE)
    assert re.search(r"\.track\.absent span \{[^}]*dashed", STYLE)


@pytest.mark.parametrize(
    "query",
    ["prefers-color-scheme: dark", "prefers-reduced-motion", "forced-colors: active", "@media print"],
)
def test_settings_of_the_reader_are_respected(query: str) -> None:
    assert query in STYLE


def test_there_is_nothing_decorative() -> None:
    """A gradient only says that a table or the contents of a page go on behind an edge."""
    frames = re.findall(r"^\.contents, \.frame \{[^}]*\}", STYLE, re.MULTILINE)
    assert STYLE.count("gradient") == sum(frame.count("gradient") for frame in frames)
    assert "@font-face" not in STYLE
