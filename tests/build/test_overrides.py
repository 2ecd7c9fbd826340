"""A project's own templates and prose take the place of the built-in ones, file by file."""

from __future__ import annotations

import resource
import signal
from pathlib import Path
from typing import Any

import pytest

from site_builder.building import build
from site_builder.errors import CannotBuild
from site_builder.output import render, template_limits, template_names
from tests.build.projects import REPOSITORY, contents, small_project


def own_template(project: Path, name: str, text: str) -> None:
    (project / "templates").mkdir(exist_ok=True)
    (project / "templates" / name).write_text(text, encoding="utf-8")


def test_one_own_template_changes_its_pages_and_no_others(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    build(project, jobs=1)
    before = contents(project / "dist")
    article = (REPOSITORY / "templates/article.html").read_text(encoding="utf-8")
    own_template(project, "article.html", article.replace("</h1>", " (our own)</h1>", 1))
    build(project, jobs=1)
    after = contents(project / "dist")
    assert set(after) == set(before)
    assert b"(our own)" in after["submit/index.html"]
    assert b"(our own)" not in after["index.html"]


LINKED = [
    *("templates", "content", "rubric_versions"),
    *("templates/home.html", "templates/assets", "content/home.md", "rubric_versions/favur/16.yaml"),
]


@pytest.mark.parametrize("place", LINKED)
def test_a_link_in_the_folders_of_a_project_is_refused_and_not_published(place: str, tmp_path: Path) -> None:
    project = small_project(tmp_path / "project")
    outside = tmp_path / "outside"
    outside.mkdir()
    (project / place).parent.mkdir(parents=True, exist_ok=True)
    (project / place).symlink_to(outside)
    with pytest.raises(CannotBuild) as caught:
        build(project, jobs=1)
    assert [(p.file, p.code) for p in caught.value.problems] == [(place, "project.link")]
    assert not (project / "dist").exists()


def test_the_lock_of_an_editor_beside_a_template_stops_no_build(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    (project / "templates").mkdir()
    (project / "templates/.#home.html").symlink_to("somebody@somewhere.1")
    build(project, jobs=1)


def test_own_prose_is_used(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    (project / "content").mkdir()
    (project / "content/submit.md").write_text("# Ours\n\nSend us a card.\n", encoding="utf-8")
    build(project, jobs=1)
    assert b"Send us a card." in (project / "dist/submit/index.html").read_bytes()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{% extends "base.html" %}\n{% block content %}\n{{ nothing.here }}{% endblock %}', "line 3"),
        ('{% extends "base.html" %}\n{% block content %}{% if %}{% endblock %}', "line 2"),
    ],
    ids=["unknown name", "no syntax"],
)
def test_a_broken_template_stops_the_build_and_says_where(text: str, line: str, tmp_path: Path) -> None:
    project = small_project(tmp_path)
    build(project, jobs=1)
    before = contents(project / "dist")
    own_template(project, "article.html", text)
    with pytest.raises(CannotBuild) as caught:
        build(project, jobs=1)
    problem = caught.value.problems[0]
    assert (problem.file, problem.pointer, problem.code) == ("templates/article.html", line, "template.error")
    assert contents(project / "dist") == before


@pytest.mark.parametrize(
    ("name", "text", "line", "words"),
    [
        ("home.html", '{% extends "home.html" %}', "line 1", "extends, includes or calls itself without end"),
        (
            "home.html",
            "{% macro m() %}\n{{ m() }}{% endmacro %}\n{{ m() }}",
            "line 2",
            "calls itself without end",
        ),
        ("home.html", "<p>\n{{ 1 / 0 }}", "line 2", "ZeroDivisionError: division by zero"),
        ("home.html", "<p>\n\n{{ number(3) }}", "line 3", "AttributeError"),
        ("home.html", "<p>\n{{ range(3, [], 1) }}", "line 2", "TypeError"),
        ("base.html", "<p>\n{{ 1 / 0 }}", "line 2", "ZeroDivisionError"),
        ("home.html", b"<p>\n\n\xff", "line 3", "it is not UTF-8"),
        ("unused.html", b"\xff", "line 1", "it is not UTF-8"),
        ("unused.html", "{{ " + "(" * 2000 + "1" + ")" * 2000 + " }}", "", "nests too deeply"),
    ],
)
def test_whatever_a_template_raises_is_its_fault_with_file_and_line(
    name: str, text: str | bytes, line: str, words: str, tmp_path: Path
) -> None:
    project = small_project(tmp_path)
    (project / "templates").mkdir()
    (project / "templates" / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(CannotBuild) as caught:
        build(project, jobs=1)
    for problem in caught.value.problems:
        assert (problem.file, problem.code) == (f"templates/{name}", "template.error")
        assert problem.pointer == line
        assert words in problem.message


@pytest.mark.parametrize(
    ("jobs", "text", "words"),
    [
        (1, '\n{{ "x" * 10**10 }}', "more than 1,024 MiB of memory for one page"),
        (2, "\n{{ range(10**12) | list | length }}", "more than 1,024 MiB of memory for one page"),
        (1, '\n{{ "%10000000000d" | format(1) }}', "more than 1,024 MiB of memory for one page"),
        (2, "\n{% for n in range(10**12) %}{% endfor %}", "does not end within 0.5 seconds"),
        (1, "\n{% for n in range(10**12) %}{{ n }}{% endfor %}", "does not end within 0.5 seconds"),
        (2, "\n{% set n = 10 %}{{ n ** (n ** 9) > 3 }}", "does not end within 0.5 seconds"),
    ],
)
def test_a_template_that_takes_too_much_is_a_fault_with_its_line(
    jobs: int, text: str, words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(template_limits, "SECONDS", 0.5)
    project = small_project(tmp_path)
    own_template(project, "home.html", text)
    limits = resource.getrlimit(resource.RLIMIT_AS)
    with pytest.raises(CannotBuild) as caught:
        build(project, jobs=jobs)
    (problem,) = caught.value.problems
    assert (problem.file, problem.pointer, problem.code) == (
        "templates/home.html",
        "line 2",
        "template.error",
    )
    assert words in problem.message
    assert resource.getrlimit(resource.RLIMIT_AS) == limits
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_the_lines_of_a_template_make_together_can_be_too_much(
    jobs: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Memory ends where the pieces of the page are collected, which is in no line of the template."""
    monkeypatch.setattr(template_limits, "MEMORY", 64 << 20)
    project = small_project(tmp_path)
    own_template(project, "home.html", "\n{% for n in range(10**9) %}x{% endfor %}")
    with pytest.raises(CannotBuild) as caught:
        build(project, jobs=jobs)
    (problem,) = caught.value.problems
    assert (problem.file, problem.code) == ("templates/home.html", "template.error")
    assert "of memory for one page" in problem.message


def test_what_does_not_end_once_is_not_tried_on_every_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(template_limits, "SECONDS", 0.5)
    project = small_project(tmp_path)
    own_template(project, "base.html", "\n{% for n in range(10**12) %}{% endfor %}")
    stop, stopped = template_limits._stop, []

    def counted(*given: Any) -> None:
        stopped.append(given)
        stop()

    monkeypatch.setattr(template_limits, "_stop", counted)
    with pytest.raises(CannotBuild) as caught:
        build(project, jobs=1)
    assert [(p.file, p.pointer) for p in caught.value.problems] == [("templates/base.html", "line 2")]
    assert len(stopped) == 1


def test_a_page_of_a_template_has_a_greatest_length(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("site_builder.output.template_faults.CHARACTERS", 400_000)
    project = small_project(tmp_path)
    own_template(project, "home.html", '{{ "x" * 400_001 }}')
    with pytest.raises(CannotBuild) as caught:
        build(project, jobs=1)
    (problem,) = caught.value.problems
    assert (problem.file, problem.code) == ("templates/home.html", "template.error")
    assert "400,001 characters, and 400,000 are the most" in problem.message


def test_an_error_of_the_program_is_no_fault_of_a_template(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No template of the project's own is at work where one of those that ship with the program fails."""

    def fails(*_: object) -> None:
        raise LookupError("of the program")

    monkeypatch.setattr(render, "FUNCTIONS", {**template_names.FUNCTIONS, "board_rows": fails})
    with pytest.raises(LookupError):
        build(small_project(tmp_path), jobs=1)


@pytest.mark.parametrize(
    ("files", "advice"),
    [
        ({"content/home.md": "![x](https://example.org/x.png)\n"}, "Correct it in content/home.md;"),
        (
            {"content/home.md": "[gone](/nowhere/)\n", "content/data.md": "x"},
            "Correct it in content/home.md;",
        ),
        (
            {"templates/home.html": '<a href="x/">x</a>'},
            "Correct it in templates/home.html;",
        ),
        (
            {
                "content/home.md": "x",
                "templates/home.html": '<a href="x/">x</a>{{ prose(view.article.text, {}, "") }}',
            },
            "Correct it in content/home.md or templates/home.html;",
        ),
    ],
)
def test_what_is_wrong_with_a_page_is_said_of_the_projects_own_files_that_it_is_made_from(
    files: dict[str, str], advice: str, tmp_path: Path
) -> None:
    project = small_project(tmp_path)
    for name, text in files.items():
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    with pytest.raises(CannotBuild) as caught:
        build(project, jobs=1)
    said = [problem.advice for problem in caught.value.problems if problem.file == "index.html"]
    assert said
    assert all(words.startswith(advice) for words in said)


def test_a_dead_link_in_prose_stops_the_build_and_leaves_the_old_site(tmp_path: Path) -> None:
    """R63."""
    project = small_project(tmp_path)
    build(project, jobs=1)
    before = contents(project / "dist")
    (project / "content").mkdir()
    (project / "content/submit.md").write_text("# Ours\n\n[gone](/nowhere/)\n", encoding="utf-8")
    with pytest.raises(CannotBuild) as caught:
        build(project, jobs=1)
    assert [p.code for p in caught.value.problems] == ["page.dead-link"]
    assert contents(project / "dist") == before
