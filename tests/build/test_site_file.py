"""What ``site.yaml`` may say: a wrong value is refused at its line, with what to write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from site_builder.errors import CannotBuild, Problem
from site_builder.sources.project import load_project
from tests.build.projects import SITE


def problem_of(folder: Path, text: str, code: str = "yaml.invalid-record") -> Problem:
    """Return the one problem of a project with this ``site.yaml``."""
    (folder / "runs").mkdir()
    (folder / "site.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(CannotBuild) as caught:
        load_project(folder)
    (problem,) = caught.value.problems
    assert (problem.file, problem.code) == ("site.yaml", code)
    return problem


@pytest.mark.parametrize("value", [".nan", ".inf", "-.inf"])
@pytest.mark.parametrize("key", ["minimum_coverage", "confidence", "minimum_runs"])
def test_a_number_without_end_is_refused_and_not_taken_as_absent(
    key: str, value: str, tmp_path: Path
) -> None:
    problem = problem_of(tmp_path, f"{SITE}    {key}: {value}\n")
    assert problem.pointer == f"line 7 /boards/0/{key}"
    assert "no finite number" in problem.message


@pytest.mark.parametrize(
    ("written", "cure"),
    [
        ("1e-3", "Write 0.001 without quotes"),
        ('"0.5"', "Write 0.5 without"),
        ("1e-30", "Write 1.0e-30 without"),
    ],
)
def test_a_number_that_yaml_takes_for_text_is_refused_with_how_to_write_it(
    written: str, cure: str, tmp_path: Path
) -> None:
    problem = problem_of(tmp_path, f"{SITE}    confidence: {written}\n")
    assert problem.pointer == "line 7 /boards/0/confidence"
    assert "stands in the place of a number" in problem.message
    assert cure in problem.advice


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ('"a\\u202eb"', "U+202E steers a terminal"),
        ('"\\e[31m"', "U+001B steers a terminal"),
        ('"a\\0"', "U+0000 steers a terminal"),
        ('"a\\nb"', "has 2 lines, and pages show it in one"),
        ('"\\u200b"', "nothing that can be seen"),
        ("'  '", "The text is empty"),
        ("x" * 20_000, "has 20,000 characters, and at most"),
    ],
    ids=lambda value: value[:12],
)
@pytest.mark.parametrize("key", ["title", "tagline"])
def test_a_title_that_pages_cannot_show_in_a_line_is_refused(
    key: str, written: str, words: str, tmp_path: Path
) -> None:
    problem = problem_of(tmp_path, re.sub(f"{key}: .*", lambda _: f"{key}: {written}", SITE))
    assert problem.pointer.endswith(f"/{key}")
    assert words in problem.message


@pytest.mark.parametrize("key", ["title", "tagline"])
@pytest.mark.parametrize(
    "written", [">\n  One line,\n  folded.", "=", "\u0639\u0631\u0628\u200f", "'<<'", "x" * 200], ids=ascii
)
def test_a_title_in_a_line_is_taken_without_blanks_at_its_ends(
    key: str, written: str, tmp_path: Path
) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "site.yaml").write_text(re.sub(f"{key}: .*", f"{key}: {written}", SITE), "utf-8")
    found = getattr(load_project(tmp_path).site, key)
    assert found == found.strip() != ""


def test_a_merge_key_is_refused_in_plain_words(tmp_path: Path) -> None:
    problem = problem_of(tmp_path, f"{SITE}<<: {{a: 1}}\n", "yaml.invalid")
    assert "The merge key << is not allowed here; write the keys out" in problem.message


def test_an_alias_that_shows_nothing_is_refused(tmp_path: Path) -> None:
    assert problem_of(tmp_path, f"{SITE}names: {{m-1: ''}}\n").pointer == "line 7 /names/m-1"


def test_a_word_in_the_place_of_a_number_is_not_called_a_number(tmp_path: Path) -> None:
    assert "valid number" in problem_of(tmp_path, f"{SITE}    confidence: high\n").message


def test_a_number_of_five_thousand_digits_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "site.yaml").write_text(f"{SITE}    confidence: {'9' * 5000}\n", encoding="utf-8")
    with pytest.raises(CannotBuild) as caught:
        load_project(tmp_path)
    assert [problem.code for problem in caught.value.problems] == ["yaml.invalid"]


@pytest.mark.parametrize(
    "address",
    [
        *("foo", "javascript:alert(1)", "http://", "https:///board", "//example.org", "ftp://example.org/"),
        *("https://user:pw@example.org/", "https://example.org:99999/", "https://example.org:0/"),
        *("https://example.org/?q", "https://example.org/#f", 'https://x/"><script>', "https://x/a b"),
        *("https://exämple.org/", "https://x/\\u000a", "https://-/"),
    ],
)
def test_an_address_where_no_site_can_be_served_is_refused_at_its_line(address: str, tmp_path: Path) -> None:
    problem = problem_of(tmp_path, f"{SITE}url: '{address}'\n", "site.address")
    assert problem.pointer == "line 7 /url"


@pytest.mark.parametrize("address", ["javascript:alert(1)", "git@example.org:a/b.git", "https://user:pw@x/"])
def test_sources_are_at_an_address_that_a_page_can_lead_to(address: str, tmp_path: Path) -> None:
    problem = problem_of(tmp_path, f"{SITE}repository: '{address}'\n", "site.address")
    assert problem.pointer == "line 7 /repository"


@pytest.mark.parametrize("address", ["javascript:alert(1)", "mailto:me@x.org", "me@", "a b@x.org", "x.org"])
def test_runs_are_sent_to_a_page_or_a_mailbox(address: str, tmp_path: Path) -> None:
    problem = problem_of(tmp_path, f"{SITE}submit: '{address}'\n", "site.address")
    assert problem.pointer == "line 7 /submit"


@pytest.mark.parametrize(
    "lines",
    [
        "submit: https://example.org/new?template=run",
        "submit: board+runs@example.org",
        "url: ''",
        "url: https://example.org",
        "url: http://localhost:8000/a%20b/",
        "url: https://xn--exmple-cua.org/~me/board_1/",
        "repository: https://example.org/project?tab=readme#top",
    ],
)
def test_an_address_of_the_web_is_taken(lines: str, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "site.yaml").write_text(f"{SITE}{lines}\n", encoding="utf-8")
    assert load_project(tmp_path).site.title == "Small board"


@pytest.mark.parametrize("key", ["title", "tagline"])
@pytest.mark.parametrize("text", ["''", "' '", '"\\n"'])
def test_a_site_without_words_for_its_title_is_refused(key: str, text: str, tmp_path: Path) -> None:
    lines = [line for line in SITE.splitlines() if not line.startswith(key)]
    problem = problem_of(tmp_path, "\n".join([f"{key}: {text}", *lines]))
    assert (problem.pointer, problem.message) == (f"line 1 /{key}", "The text is empty, and pages show it.")
