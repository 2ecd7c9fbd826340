"""What the documents say is true of the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from site_builder.cli.commands import app
from tests.architecture.test_layers import LAYERS
from tests.build.projects import REPOSITORY, in_this_process
from tests.build.python_version import OF_PYTHON

DOCUMENTS = sorted([*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")])
MADE = ("docs/performance.md",)
"""Written by `make bench`."""
CODE = re.compile(r"[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*")
MAKES_PROBLEMS = re.compile("fault|problem|report|refused|invalid|warning|broken")
"""Names of functions that take the code of a problem by position."""


def codes_in(tree: ast.AST) -> Iterator[str]:
    """Yield what is written as the code of a problem: ``code="…"``, or in a call that makes problems."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = ast.unparse(call.func).rpartition(".")[2]
        given = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
        given += call.args if MAKES_PROBLEMS.search(name) else []
        for value in given:
            if isinstance(value, ast.Constant) and CODE.fullmatch(str(value.value)):
                yield str(value.value)


def test_every_problem_has_its_entry() -> None:
    documented = "".join(path.read_text(encoding="utf-8") for path in (REPOSITORY / "docs").glob("*.md"))
    codes = {
        code
        for path in (REPOSITORY / "site_builder").rglob("*.py")
        for code in codes_in(ast.parse(path.read_text(encoding="utf-8")))
    }
    check = (REPOSITORY / "site_builder/output/check.py").read_text(encoding="utf-8")
    codes |= set(re.findall(r'"(page\.[a-z-]+)"', check))
    assert {"site.unfit-rubric", "ledger.blank-line", "page.dead-link", "scenario.asset-missing"} <= codes
    assert sorted(code for code in codes if f"`{code}`" not in documented) == []


def test_the_readme_names_every_command() -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    commands = app.commands
    assert {"build", "docs", "freeze", "inspect-pack", "rubric"} <= set(commands)
    known = {
        f"{name} {inner}".strip()
        for name, command_ in commands.items()
        for inner in getattr(command_, "commands", ("",))
    }
    assert sorted(name for name in known if f"`{name}" not in readme) == []


def test_the_site_of_the_readme_builds(tmp_path: Path) -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"(?m)^(    title: My leaderboard\n(?:    .*\n)+)", readme)
    site = re.sub(r"(?m)^    ", "", block)
    (example,) = re.findall(r'(?m)^(    \{\n      "schema"(?:.*\n)+?    \}\n)', readme)
    run = tmp_path / "runs/favur/my-run-1"
    run.mkdir(parents=True)
    (run / "meta.json").write_text(example, encoding="utf-8")
    (tmp_path / "site.yaml").write_text(site, encoding="utf-8")
    done = in_this_process("build", "--strict", cwd=tmp_path)
    assert done.returncode == done.stderr.count("warning ") == len(OF_PYTHON), done.stderr


def test_the_architecture_names_every_layer() -> None:
    table = (REPOSITORY / "docs/architecture.md").read_text(encoding="utf-8").split("\n## ")[2]
    named = {name.strip("/").removesuffix(".py") for name in re.findall(r"(?m)`([\w/.]+)`", table)}
    assert table.startswith("Layers")
    assert [name for names in LAYERS for name in names if name not in named] == []


def test_the_guide_names_every_folder_of_tests() -> None:
    guide = (REPOSITORY / "docs/development.md").read_text(encoding="utf-8")
    folders = {
        path.parent.relative_to(REPOSITORY).as_posix() for path in REPOSITORY.glob("tests/*/test_*.py")
    }
    assert "tests/architecture" in folders
    assert sorted(folder for folder in folders if f"`{folder}`" not in guide) == []


def test_what_docstrings_refer_to_exists() -> None:
    folders = "|".join(("docs", "tests", "specs", "content", "rubric_versions", "site_builder", "benchmarks"))
    named = {
        (name, path.relative_to(REPOSITORY).as_posix())
        for folder in ("site_builder", "benchmarks", "tests")
        for path in sorted((REPOSITORY / folder).rglob("*.py"))
        for name in re.findall(rf"``((?:{folders})/[\w./-]+)``", path.read_text(encoding="utf-8"))
    }
    assert "docs/metrics-favur.md" in {name for name, _ in named}
    assert sorted((name, path) for name, path in named if not (REPOSITORY / name).exists()) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.relative_to(REPOSITORY).as_posix())
def test_links_and_paths_of_the_documents_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    linked = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    for target in linked:
        assert (path.parent / target).exists(), target
    if path.name in ("README.md", "architecture.md", "development.md"):
        for name in re.findall(r"`((?:docs|tests|runs|content|site_builder)/[\w./-]+)`", text):
            assert (REPOSITORY / name).exists() or name in MADE, name


def test_the_index_of_decisions_has_each_once_with_its_title_and_what_became_of_it() -> None:
    folder = REPOSITORY / "docs/decisions"
    expected = {}
    for path in folder.glob("[0-9]*.md"):
        text = path.read_text(encoding="utf-8")
        title = text.partition("\n")[0].removeprefix(f"# {path.name[:4]}: ")
        marks = re.findall(r"(?m)^(Superseded|Amended) by \[([0-9]{4})\]", text)
        ends = "".join(f" (*{mark.lower()} by {newer}*)" for mark, newer in marks)
        expected[path.name] = f"- [{path.name[:4]}]({path.name}) {title}{ends}"
    lines = (folder / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(expected) > 70
    assert sorted(line for line in lines if line.startswith("- ")) == sorted(expected.values())
