"""Imports point down, modules stay small, and the arithmetic knows no family (docs/architecture.md)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.build.projects import REPOSITORY

PACKAGE = REPOSITORY / "site_builder"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "_data" not in path.parts)

LAYERS = (
    ("errors", "garbage_collection"),
    ("records",),
    ("scoring", "statistics"),
    ("site_data", "boards", "quarantine", "slugs"),
    ("studies",),
    ("measures",),
    ("sources",),
    ("plugins",),
    ("pages",),
    ("output",),
    ("receipts",),
    ("schemas",),
    ("loading",),
    ("pipeline",),
    ("building",),
    ("cli", "__main__"),
)
"""From the bottom up; modules of one layer may import each other, and everything below."""

FAMILIES = ("favur", "scorecrux", "ruhroh", "blueprint")
LONGEST = 300
"""Lines; the aim is 250."""
LONGER = {"scoring.operators": 400}
"""One table of small functions."""


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> int:
    top = module.split(".", maxsplit=1)[0]
    return next((level for level, tops in enumerate(LAYERS) if top in tops), -1)


def imports_of(path: Path) -> Iterator[tuple[str, int]]:
    """Yield (module of this package, line) for every import, also those for type checking alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "site_builder":
            base = (node.module or "").removeprefix("site_builder").lstrip(".")
            for alias in node.names:
                yield (f"{base}.{alias.name}" if base else alias.name), node.lineno
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("site_builder."):
                    yield alias.name.removeprefix("site_builder."), node.lineno


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_down(path: Path) -> None:
    own = name_of(path)
    if not own:
        return
    for imported, line in imports_of(path):
        if imported == "__version__":
            continue
        assert layer_of(own) >= layer_of(imported) >= 0, f"{own}:{line} imports {imported}"


def test_every_module_has_a_place_in_the_layers() -> None:
    assert [name_of(path) for path in MODULES if name_of(path) and layer_of(name_of(path)) < 0] == []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_stay_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGER.get(name_of(path), LONGEST)


@pytest.mark.parametrize(
    "path", [p for p in MODULES if name_of(p).split(".")[0] in ("scoring", "statistics")], ids=name_of
)
def test_the_arithmetic_knows_no_family(path: Path) -> None:
    text = path.read_text(encoding="utf-8").lower()
    assert [family for family in FAMILIES if re.search(rf"\b{family}\b", text)] == []


@pytest.mark.parametrize(
    "path", [p for p in MODULES if name_of(p).split(".")[0] in ("scoring", "statistics")], ids=name_of
)
def test_the_arithmetic_reads_neither_clock_nor_chance_nor_world(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {
        alias.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    } | {(node.module or "").split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not names & {"os", "pathlib", "time", "subprocess", "socket", "io", "sys", "platform"}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_public_things_say_what_they_are(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), "the module"
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), node.name


def test_no_module_is_called_by_what_says_nothing() -> None:
    words = {"utils", "util", "helpers", "helper", "manager", "common", "misc"}
    assert [name_of(p) for p in MODULES if words & set(re.split(r"[._]", name_of(p)))] == []


TEXTS = sorted(
    path
    for pattern in ("*.md", "*.yaml", "*.toml", "*.lock", "Makefile", ".ci/run")
    for path in REPOSITORY.glob(pattern)
) + [
    path
    for folder in ("site_builder", "templates", "content", "docs", "benchmarks", "tests", "rubric_versions")
    for path in sorted((REPOSITORY / folder).rglob("*"))
    if path.is_file() and path.suffix in {".py", ".html", ".css", ".js", ".md", ".yaml", ".toml", ".json"}
]


def test_no_file_names_a_place_of_one_machine() -> None:
    pattern = re.compile("|".join((re.escape(str(REPOSITORY)), "/ro" + "ot/", "/tmp/" + "venv")))
    found = [
        f"{path.relative_to(REPOSITORY)}: {match[0]}"
        for path in TEXTS
        if (match := pattern.search(path.read_text(encoding="utf-8", errors="replace")))
    ]
    assert found == []


def test_no_file_names_the_host_of_a_registry() -> None:
    hosts = re.compile("|".join(("pypi" + r"\.org", "pythonhosted" + r"\.org", "registry" + r"\.npmjs")))
    found = [
        path.relative_to(REPOSITORY).as_posix()
        for path in TEXTS
        if hosts.search(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert found == []


def test_no_placeholder_can_ship() -> None:
    """R64."""
    words = re.compile(
        "|".join(("lorem " + "ipsum", "TO" + "DO", "FIX" + "ME", "XX" + "X", "fake " + "data"))
    )
    found = [
        f"{path.relative_to(REPOSITORY)}: {match[0]}"
        for folder in ("templates", "content", "rubric_versions", "site_builder")
        for path in sorted((REPOSITORY / folder).rglob("*"))
        if path.is_file()
        and path.suffix in {".py", ".html", ".css", ".js", ".md", ".yaml"}
        and (match := words.search(path.read_text(encoding="utf-8")))
    ]
    assert found == []
