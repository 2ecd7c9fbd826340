"""``schema`` and ``plugins``: what there is and what may be written."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable
from pathlib import Path

from site_builder.cli.report import Reporter
from site_builder.cli.styles import bold, dim
from site_builder.cli.writing import write_texts
from site_builder.errors import CannotBuild, Problem, shorten
from site_builder.plugins import KINDS, Extension, load_plugins
from site_builder.schemas import SCHEMAS, Schema


def print_schemas(reporter: Reporter, name: str | None, out: Path | None) -> None:
    """Print one schema, list all, or write all into a folder. Raises ``CannotBuild``."""
    operators = load_plugins().of("operators")
    if out is not None:
        written = {out / f"{described.name}.schema.json": described for described in SCHEMAS}
        fault = write_texts({path: _text(described.make(operators)) for path, described in written.items()})
        if fault is not None:
            raise CannotBuild(fault)
        for path, described in written.items():
            reporter.say(f"  {path} {dim(described.about)}")
    elif name is None:
        width = max(len(described.name) for described in SCHEMAS)
        for described in SCHEMAS:
            reporter.say(f"  {described.name:<{width}}  {described.about}")
    else:
        found = [described for described in SCHEMAS if described.name == name]
        if not found:
            raise CannotBuild(_unknown(name))
        print(_text(found[0].make(operators)), end="")


def print_plugins(reporter: Reporter) -> tuple[Problem, ...]:
    """List everything that can be named, and return the problems of plugins."""
    plugins = load_plugins()
    listed = [
        {"kind": e.kind, "name": e.name, "origin": e.origin, "about": _about(e)} for e in plugins.extensions
    ]
    reporter.machine({"extensions": listed, "problems": plugins.problems})
    for kind in KINDS:
        reporter.say(bold(kind))
        rows = [row for row in listed if row["kind"] == kind]
        for row in rows:
            reporter.say(f"  {row['name']:<18}{row['about']} {dim(row['origin'])}")
        if not rows:
            reporter.say(f"  {dim('none')}")
    reporter.problems(plugins.problems, everything=True)
    return plugins.problems


def _about(extension: Extension) -> str:
    described = getattr(extension.value, "function", extension.value)
    text = inspect.getdoc(described if callable(described) else type(described)) or ""
    return text.strip().split("\n", 1)[0]


def _text(schema: Schema) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _unknown(name: str) -> Problem:
    return Problem(
        file="command line",
        code="schema.unknown",
        message=f"There is no schema {shorten(name)}.",
        advice=f"Ask for one of {', '.join(_names())}.",
    )


def _names() -> Iterable[str]:
    return (described.name for described in SCHEMAS)
