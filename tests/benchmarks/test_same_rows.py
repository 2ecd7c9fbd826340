"""What other generators are given, and that a page of theirs which holds less than ours is found out."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from jinja2 import Environment

from site_builder.output.render import Renderer
from site_builder.pages import load_prose, plan_pages
from site_builder.pages.outline import Outline
from tests.pages.synthetic import CONTENT, ROOT, TEMPLATES, graph, site

FOLDER = ROOT / "benchmarks"
MODULES = ("rows", "rows_jinja", "row_contents")


@pytest.fixture(scope="module")
def programs() -> Iterator[dict[str, ModuleType]]:
    """The programs of the benchmark, which are in no package."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        yield {name: importlib.import_module(f"measuring.{name}") for name in MODULES}
    for name in [name for name in sys.modules if name.partition(".")[0] == "measuring"]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def ours() -> list[tuple[str, dict[str, Any]]]:
    """HTML and JSON of the run pages on which every role took part."""
    data, prose = site(14), load_prose([CONTENT]).value
    assert prose is not None
    renderer = Renderer([TEMPLATES], data)
    pages = [renderer.render(page) for page in plan_pages(data, prose) if page.template == "run.html"]
    found = [(files[0].content.decode(), json.loads(files[1].content)) for files in pages]
    return [(html, page) for html, page in found if len(page["nodes"]) == len(graph().steps)]


@pytest.fixture(scope="module")
def theirs(programs: dict[str, ModuleType], ours: Sequence[tuple[str, dict[str, Any]]]) -> list[str]:
    """The pages that plain Jinja makes of the same data."""
    text = (FOLDER / "measuring/rows_jinja.html").read_text(encoding="utf-8")
    template = Environment(autoescape=False, trim_blocks=True, lstrip_blocks=True).from_string(text)
    outline = Outline(graph())
    rubric = programs["rows_jinja"].unpacked(programs["rows"].rubric_rows(outline))
    named = dict(zip(("roles", "groups", "sheets"), rubric, strict=True))
    return [
        programs["rows_jinja"].filled(template, named, programs["rows"].run_rows(outline, page))
        for _, page in ours
    ]


def test_a_template_over_the_data_makes_the_rows_of_our_pages(
    programs: dict[str, ModuleType], ours: Sequence[tuple[str, dict[str, Any]]], theirs: Sequence[str]
) -> None:
    contents = programs["row_contents"]
    assert ours
    for (html, page), other in zip(ours, theirs, strict=True):
        held = contents.contents_of(html)
        assert set(held) == {"terms", "derivations", "worksheet"}
        assert all(part.rows and part.values for part in held.values())
        assert contents.difference(contents.contents_of(other), held) == "", page["run"]


@pytest.mark.parametrize(
    ("found", "put"),
    [
        ('data-missing="', 'title="'),
        ('data-value="0.', 'data-value="1.'),
        ('data-node="composite"', 'data-node="other"'),
        ("<tr id=", "<p id="),
        (" = ", " is "),
        ('<table class="worksheet">', "<table>"),
    ],
)
def test_a_page_that_holds_something_else_is_found_out(
    programs: dict[str, ModuleType], ours: Sequence[tuple[str, dict[str, Any]]], found: str, put: str
) -> None:
    contents = programs["row_contents"]
    html = next(html for html, _ in ours if found in html)
    start = html.index('<table class="terms')
    changed = html[:start] + html[start:].replace(found, put)
    assert contents.difference(contents.contents_of(changed), contents.contents_of(html)) != ""


def test_the_first_value_that_differs_is_named(programs: dict[str, ModuleType]) -> None:
    contents = programs["row_contents"]
    ours = contents.Contents(1, (("a", 1.0), ("b", 2.0)), (), 0)
    other = replace(ours, values=(("a", 1.0), ("b", 3.0)))
    fewer = replace(ours, values=(("a", 1.0),))
    assert contents.difference({"terms": other}, {"terms": ours}) == "terms: b 3.0 in the place of b 2.0"
    assert contents.difference({"terms": fewer}, {"terms": ours}) == "terms: 1 values in the place of 2"


def test_a_page_without_some_node_is_refused(
    programs: dict[str, ModuleType], ours: Sequence[tuple[str, dict[str, Any]]]
) -> None:
    page = ours[0][1]
    nodes = {name: node for name, node in page["nodes"].items() if name != "composite"}
    with pytest.raises(KeyError, match="composite"):
        programs["rows"].run_rows(Outline(graph()), page | {"nodes": nodes})
