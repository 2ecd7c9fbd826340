"""Operators, importers and pages can come from outside; a broken plugin is a problem and no more."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from site_builder.plugins import GROUP, KINDS, load_plugins
from site_builder.receipts import PLUGIN_GROUPS
from tests.build.projects import REPOSITORY, SITE, command, small_project

MODULE = '''
"""A plugin."""
from site_builder.pages import Content, Page
from site_builder.scoring.operators import Operator
from site_builder.sources.importers.blueprint.importer import BlueprintImporter


def cube_root(x: float) -> float:
    """The third root of the input."""
    return float(x ** (1 / 3))


CUBE_ROOT = Operator(name="cube_root", function=cube_root, formula="{x}^(1/3)")


class Nothing:
    """No importer at all."""


class Other(BlueprintImporter):
    """An importer of another family."""

    family = "other"


def say(lookup: object) -> Content:
    """The content of one page."""
    return Content(view="added from outside", payload={"said": "added from outside"})


def more(data: object) -> object:
    """Plan one page."""
    yield Page("extra/", "extra.html", "Extra", say)
'''

POINTS = """
[site_builder.operators]
cube_root = extra.module:CUBE_ROOT
band = extra.module:CUBE_ROOT
wrong = extra.module:cube_root

[site_builder.importers]
nothing = extra.module:Nothing
other = extra.module:Other

[site_builder.pages]
gone = extra.absent:plan
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an installed distribution, on the import path of this process."""
    folder = tmp_path / "installed"
    (folder / "extra").mkdir(parents=True)
    (folder / "extra/__init__.py").touch()
    (folder / "extra/module.py").write_text(MODULE, encoding="utf-8")
    info = folder / "extra-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: extra\nVersion: 1.2\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    return folder


def test_plugins_are_loaded_once_into_a_value(installed: Path) -> None:
    plugins = load_plugins()
    operators = plugins.of("operators")
    assert operators["cube_root"].function(27.0) == pytest.approx(3.0)
    origin = next(e.origin for e in plugins.extensions if e.name == "cube_root")
    assert origin == "extra 1.2"
    assert plugins.of("importers")["other"]().family == "other"
    with pytest.raises(TypeError):
        operators["more"] = None  # type: ignore[index]


def test_every_kind_of_plugin_is_documented_and_part_of_what_a_build_looks_at() -> None:
    assert {GROUP + kind for kind in KINDS} == set(PLUGIN_GROUPS)
    (row,) = (
        line
        for line in (REPOSITORY / "docs/architecture.md").read_text(encoding="utf-8").splitlines()
        if "from another package" in line
    )
    assert {GROUP + name.removeprefix(GROUP).strip(".") for name in re.findall(r"`([\w.]+)`", row)} == set(
        PLUGIN_GROUPS
    )


def test_what_a_plugin_breaks_is_a_problem(installed: Path) -> None:
    plugins = load_plugins()
    assert [(p.code, p.pointer) for p in plugins.problems] == [
        ("plugin.name-taken", "site_builder.operators: band"),
        ("plugin.broken", "site_builder.operators: wrong"),
        ("plugin.broken", "site_builder.importers: nothing"),
        ("plugin.broken", "site_builder.pages: gone"),
    ]
    assert plugins.of("operators")["band"].function.__name__ == "band"


def test_a_rubric_can_use_an_operator_from_outside(installed: Path, tmp_path: Path) -> None:
    project = small_project(tmp_path / "project", site=SITE.replace("favur/15", "favur/16"))
    own = project / "rubric_versions/favur/16.yaml"
    own.parent.mkdir(parents=True)
    text = (REPOSITORY / "rubric_versions/favur/15.yaml").read_text(encoding="utf-8")
    extra = """
  extra.root:
    title: Root of requests
    op: cube_root
    inputs: {x: usage.requests}
    unit: requests
    direction: neutral
    description: For a test.
    basis: {kind: inferred, reason: a test}
"""
    head, mark, rest = text.partition("\nnodes:\n")
    own.write_text(head.replace('"15"', '"16"') + mark + extra + rest, encoding="utf-8")
    toml = REPOSITORY / "rubric_versions/favur/standard_ruff.toml"
    (own.parent / toml.name).write_bytes(toml.read_bytes())
    path = f"{installed}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    explained = command("explain", "run-1", "extra.root", cwd=project, PYTHONPATH=path)
    assert explained.returncode == 0, explained.stderr
    assert "41^(1/3) = 3.44" in explained.stdout
    opened = command("explain", "run-1", "extra.root", "--private", cwd=project, PYTHONPATH=path)
    assert opened.returncode == 0, opened.stderr
    assert "41^(1/3) = 3.44" in opened.stdout
    differs = command("rubric", "diff", "favur/15", str(own), cwd=project, PYTHONPATH=path)
    assert differs.returncode == 0, differs.stderr
    assert "Root of requests" in differs.stdout
    built = command("build", cwd=project, PYTHONPATH=path)
    assert built.returncode == 0, built.stderr
    assert "plugin.broken" in built.stderr


def test_parts_made_by_an_operator_from_outside_build(installed: Path, tmp_path: Path) -> None:
    more = '''

def stretch(x: float, *, by: float) -> float:
    """Input × ``by``."""
    return x * by


OPEN = Operator(name="stretch", function=stretch, formula="{x} × {by}")
SUM = Operator(name="stretch", function=stretch, formula="{x} × {by}", additive=True)
'''
    (installed / "extra/module.py").write_text(MODULE + more, encoding="utf-8")
    project = small_project(tmp_path / "project", site=SITE.replace("favur/15", "favur/16"))
    own = project / "rubric_versions/favur/16.yaml"
    own.parent.mkdir(parents=True)
    text = (
        (REPOSITORY / "rubric_versions/favur/15.yaml").read_text(encoding="utf-8").replace('"15"', '"16"', 1)
    )
    head, mark, rest = text.partition('    title: "Roles"\n    op: scale\n')
    assert mark
    own.write_text(head + mark.replace("scale", "stretch") + rest, encoding="utf-8")
    toml = REPOSITORY / "rubric_versions/favur/standard_ruff.toml"
    (own.parent / toml.name).write_bytes(toml.read_bytes())
    path = f"{installed}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    for said in ("OPEN", "SUM"):
        points = f"[site_builder.operators]\nstretch = extra.module:{said}\n"
        (installed / "extra-1.2.dist-info/entry_points.txt").write_text(points, encoding="utf-8")
        built = command("build", cwd=project, PYTHONPATH=path)
        assert built.returncode == 0, built.stderr
    written = own.read_text("utf-8").replace(
        "inputs: {role_mean: 75, completion: 25}", "inputs: {role_mean: 60, completion: 40}"
    )
    own.write_text(written, encoding="utf-8")
    refused = command("build", cwd=project, PYTHONPATH=path)
    assert refused.returncode == 2
    assert "rubric.parts-differ" in refused.stderr


def test_pages_of_a_plugin_are_on_the_site(installed: Path, tmp_path: Path) -> None:
    points = "[site_builder.pages]\nmore = extra.module:more\n"
    (installed / "extra-1.2.dist-info/entry_points.txt").write_text(points, encoding="utf-8")
    project = small_project(tmp_path / "project")
    (project / "templates").mkdir()
    template = '{% extends "base.html" %}{% block content %}<h1>Extra</h1><p>{{ view }}</p>{% endblock %}'
    (project / "templates/extra.html").write_text(template, encoding="utf-8")
    done = command("build", "--json", cwd=project, PYTHONPATH=f"{installed}{os.pathsep}{REPOSITORY}")
    assert done.returncode in (0, 1), done.stdout + done.stderr
    assert "added from outside" in (project / "dist/extra/index.html").read_text("utf-8")
    assert "added from outside" in (project / "dist/extra/index.json").read_text("utf-8")
