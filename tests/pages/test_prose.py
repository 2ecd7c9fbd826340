"""Prose uses computed values and types no number by hand (R15)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from site_builder.pages.prose import load_prose
from tests.pages.synthetic import CONTENT, TEMPLATES

NOUNS = (
    "runs?|boards?|roles?|axes|axis|components?|configurations?|tasks?|subjects?|metrics?|values?|versions?"
)
COUNTED = re.compile(rf"\b\d[\d,.]*\s+(?:[a-z]+\s+)?(?:{NOUNS})\b", re.IGNORECASE)
WORDS = "three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
SPELLED = re.compile(rf"\b(?:{WORDS})\s+(?:[a-z]+\s+)?(?:{NOUNS})\b", re.IGNORECASE)


@pytest.mark.parametrize("path", sorted(CONTENT.rglob("*.md")), ids=lambda p: p.name)
def test_no_count_is_typed_into_prose(path: Path) -> None:
    """R15: counts in prose come from data."""
    text = re.sub(r"`[^`]*`", "", path.read_text("utf-8"))
    assert not COUNTED.findall(text)
    assert not SPELLED.findall(text)


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda p: p.name)
def test_no_count_is_typed_into_a_template(path: Path) -> None:
    """R15, R46: neither counts nor dates."""
    text = re.sub(r"{[{%].*?[%}]}", "", path.read_text("utf-8"))
    text = re.sub(r"<[^>]*>", " ", text)
    assert not COUNTED.findall(text)
    assert not re.findall(r"\b20\d\d\b", text)


def test_shipped_prose_uses_only_known_names() -> None:
    loaded = load_prose([CONTENT])
    assert loaded.problems == ()
    assert loaded.value is not None
    assert "home" in loaded.value.names()
    assert "README" not in loaded.value.names()


def test_an_unknown_name_is_a_problem_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "home.md").write_text("one\n\n{{ site.runs }} and {{ os.environ }}\n", "utf-8")
    loaded = load_prose([tmp_path])
    assert [(p.code, p.pointer) for p in loaded.problems] == [("content.placeholder", "line 3")]
    assert loaded.value is not None
    assert loaded.value.get("home") is not None


def test_a_file_of_the_project_takes_the_place_of_its_namesake(tmp_path: Path) -> None:
    (tmp_path / "home.md").write_text("mine", "utf-8")
    loaded = load_prose([tmp_path, CONTENT])
    assert loaded.value is not None
    home = loaded.value.get("home")
    assert home is not None
    assert home.text == "mine"
    assert loaded.value.get("verify") is not None


def test_unreadable_prose_is_a_problem_and_the_rest_is_used(tmp_path: Path) -> None:
    (tmp_path / "home.md").write_bytes(b"\xff\xfe")
    (tmp_path / "data.md").write_text("fine", "utf-8")
    loaded = load_prose([tmp_path])
    assert [problem.code for problem in loaded.problems] == ["content.unreadable"]
    assert loaded.value is not None
    assert loaded.value.names() == ("data",)
