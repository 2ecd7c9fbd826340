"""What all tests share: templates are compiled, YAML is parsed and rubrics are tried once in each process.

All are functions of a text alone, and together more than half of what a small build takes.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from types import CodeType
from typing import Any

import pytest
import yaml
from jinja2 import Environment

from site_builder.records.self_test import SelfTests
from site_builder.scoring.graph import Graph
from site_builder.studies.self_tests import self_tests


@pytest.fixture(scope="session", autouse=True)
def _templates_are_compiled_once() -> Iterator[None]:
    """Keep what a template compiles to by its text and name; half of a small build's time is compiling.

    All environments of the program are alike, so text and name decide. Everything around compiling is as
    ever: templates are found, overridden and remembered in stores, and faults in them are raised each time.
    """
    compiled: dict[tuple[str, str | None, str | None], CodeType] = {}
    compile_afresh = Environment.compile

    def compile_once(
        self: Environment, source: Any, name: str | None = None, filename: str | None = None, *rest: Any
    ) -> Any:
        if rest or not isinstance(source, str):
            return compile_afresh(self, source, name, filename, *rest)
        key = (source, name, filename)
        if key not in compiled:
            compiled[key] = compile_afresh(self, source, name, filename)
        return compiled[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Environment, "compile", compile_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def _yaml_is_parsed_once() -> Iterator[None]:
    """Keep what a text of YAML says; every build of a site without a store parses the same seven rubrics.

    Whoever asks gets a copy of its own. Texts that are refused are parsed each time.
    """
    kept: dict[tuple[Any, Any], bytes] = {}
    load_afresh = yaml.load

    def load_once(stream: Any, Loader: Any) -> Any:  # noqa: N803  (the name is that of PyYAML)
        if not isinstance(stream, str):
            return load_afresh(stream, Loader=Loader)
        key = (stream, Loader)
        if key not in kept:
            value = load_afresh(stream, Loader=Loader)
            try:
                kept[key] = pickle.dumps(value)
            except RecursionError:
                return value
        return pickle.loads(kept[key])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml, "load", load_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def _sites_have_no_plotly() -> Iterator[None]:
    """Build sites as where Plotly is not installed; it is 4.8 MB in each of thousands."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("site_builder.output.render.plotly_script", lambda: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def _rubrics_are_tried_once() -> Iterator[None]:
    """Keep what trying a rubric gave by its digest; every build of a site without a store tries seven."""
    kept: dict[tuple[str, str], SelfTests] = {}

    def try_once(graph: Graph) -> SelfTests:
        key = graph.id, graph.digest
        if key not in kept:
            kept[key] = self_tests(graph)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("site_builder.loading.self_tests", try_once)
        yield
