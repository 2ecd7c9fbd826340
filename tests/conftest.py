"""What all tests share: templates that are compiled once in each process, not once in each site."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType
from typing import Any

import pytest
from jinja2 import Environment


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
