"""The documents of the program can be read where only the program is installed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from site_builder.cli.documents import documents
from tests.build.projects import REPOSITORY, in_this_process

NAMES = sorted([*(path.stem for path in (REPOSITORY / "docs").glob("*.md")), "decisions"])
READ = [
    *sorted((REPOSITORY / "site_builder").rglob("*.py")),
    *(p for name in ("content", "templates") for p in sorted((REPOSITORY / name).rglob("*")) if p.is_file()),
]
"""What users see words of."""


def said_in(path: Path) -> Iterator[str]:
    """Yield the texts of a file that users may see: of a program those in its code, without docstrings."""
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix != ".py":
        yield text
        return
    tree = ast.parse(text)
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
            yield node.value


def test_the_list_says_where_to_copy_templates_and_prose_from(tmp_path: Path) -> None:
    said = in_this_process("docs", cwd=tmp_path, COLUMNS="300").stdout
    folder = Path(said.splitlines()[-1])
    assert (folder / "templates/home.html").is_file()
    assert (folder / "content/home.md").is_file()


def test_the_list_has_every_document_and_its_title(tmp_path: Path) -> None:
    said = in_this_process("docs", cwd=tmp_path).stdout
    listed = [line.split()[0] for line in said.splitlines() if line.startswith("  ")]
    assert listed == [*NAMES, "NNNN"]
    assert re.search(r"(?m)^  favur-export +Favur runs: the export format favur-run/2$", said)


@pytest.mark.parametrize(("name", "file"), [("problems", "problems.md"), ("favur-ex", "favur-export.md")])
def test_a_document_is_printed_as_it_is(name: str, file: str, tmp_path: Path) -> None:
    done = in_this_process("docs", name, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, (REPOSITORY / "docs" / file).read_text("utf-8"))


def test_the_index_of_decisions_is_found_by_the_name_of_its_folder(tmp_path: Path) -> None:
    done = in_this_process("docs", "decisions", cwd=tmp_path)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "# Decisions")


def test_a_decision_is_found_by_its_number(tmp_path: Path) -> None:
    assert in_this_process("docs", "0001", cwd=tmp_path).stdout.startswith("# 0001: ")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nonsense", 'No document has "nonsense" in the name. Ask for one of architecture, '),
        ("ruhroh-", 'Several documents have "ruhroh-" in the name. Ask for one of ruhroh-codes, '),
    ],
)
def test_a_name_without_a_document_of_its_own_is_a_problem(name: str, says: str, tmp_path: Path) -> None:
    done = in_this_process("docs", name, cwd=tmp_path)
    assert done.returncode == 2
    assert "[docs.unknown]" in done.stderr
    assert says in " ".join(done.stderr.split())
    assert "ruhroh-codes" in done.stderr


def test_what_users_read_names_documents_by_the_command_and_only_those_that_there_are() -> None:
    said = [(path, text) for path in READ for text in said_in(path)]
    files = [
        f"{path.relative_to(REPOSITORY)}: {found[0]}"
        for path, text in said
        if (found := re.search(r"\bdocs/[\w/.-]+\.md", text))
    ]
    assert files == []
    named = {name for _, text in said for name in re.findall(r"site-builder docs ([\w-]+)", text)}
    assert "favur-export" in named
    assert sorted(named - set(documents())) == []
