"""Extensions from outside: operators, importers and pages, by entry points ``site_builder.*``.

They are loaded once into a frozen value that is passed down; nothing registers itself by being imported. A
plugin that cannot be loaded is a ``Problem``, and the build goes on without it.

    [project.entry-points."site_builder.operators"]
    cube_root = "my_package.operators:CUBE_ROOT"

An operator is a ``scoring.operators.Operator``, an importer has the shape of ``sources.importers.Importer``,
and pages come from a function ``SiteData → iterable of pages.Page``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from site_builder.errors import Problem
from site_builder.scoring.operators import OPERATORS, Operator
from site_builder.sources.distributions import may_have_entry_points
from site_builder.sources.importers import IMPORTERS

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Kind = Literal["operators", "importers", "pages"]
KINDS: tuple[Kind, ...] = ("operators", "importers", "pages")
GROUP = "site_builder."
BUILT_IN = "built in"


class Extension(NamedTuple):
    """One thing that a plugin adds, or that ships with the program."""

    kind: Kind
    name: str
    origin: str
    """``built in``, or the distribution and its version."""
    value: Any


class Plugins(msgspec.Struct, frozen=True):
    """Everything that can be named: what ships with the program and what plugins add."""

    extensions: tuple[Extension, ...]
    """In order of kind, then built-in ones first, then by name."""
    problems: tuple[Problem, ...] = ()

    def of(self, kind: Kind) -> Mapping[str, Any]:
        """Return name → value of one kind."""
        return MappingProxyType({e.name: e.value for e in self.extensions if e.kind == kind})


def load_plugins() -> Plugins:
    """Load what ships with the program and every installed plugin. Never raises for a broken plugin."""
    found = [*_built_in()]
    problems: list[Problem] = []
    points = _entry_points()
    for kind in KINDS:
        for point in points[kind]:
            extension = _load(kind, point)
            if isinstance(extension, Problem):
                problems.append(extension)
            elif any((e.kind, e.name) == (kind, extension.name) for e in found):
                problems.append(_taken(point, kind, extension.name))
            else:
                found.append(extension)
    return Plugins(tuple(found), tuple(problems))


def _entry_points() -> Mapping[Kind, Sequence[EntryPoint]]:
    """Return the entry points of each kind, by name; mostly none, and then what reads them is not loaded."""
    if not may_have_entry_points(GROUP):
        return dict.fromkeys(KINDS, ())
    from importlib.metadata import entry_points  # noqa: PLC0415 - reads every distribution, each time

    return {k: sorted(entry_points(group=GROUP + k), key=lambda p: (p.name, p.value)) for k in KINDS}


def _built_in() -> Iterator[Extension]:
    yield from (Extension("operators", name, BUILT_IN, value) for name, value in sorted(OPERATORS.items()))
    yield from (Extension("importers", name, BUILT_IN, value) for name, value in sorted(IMPORTERS.items()))


def _load(kind: Kind, point: EntryPoint) -> Extension | Problem:
    try:
        value = point.load()
    except Exception as error:  # whatever a plugin raises, the build goes on
        return _broken(point, kind, f"{type(error).__name__}: {error}")
    lacking = _lacks(kind, value)
    if lacking:
        return _broken(point, kind, lacking)
    return Extension(kind, point.name, _origin(point), value)


def _lacks(kind: Kind, value: Any) -> str:
    """Return what a loaded value lacks to be of its kind, or empty."""
    if kind == "operators":
        return "" if isinstance(value, Operator) else "it is no scoring.operators.Operator"
    if kind == "importers":
        names = ("family", "discover", "beside", "content_key", "read", "refuse_duplicates")
        missing = [name for name in names if not hasattr(value, name)]
        return f"it has no {', '.join(missing)}" if missing else ""
    return "" if callable(value) else "it cannot be called"


def _origin(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "unknown"


def _broken(point: EntryPoint, kind: str, why: str) -> Problem:
    return Problem(
        file=_origin(point),
        pointer=f"{GROUP}{kind}: {point.name}",
        code="plugin.broken",
        message=f"The plugin {point.name} cannot be used: {why}.",
        advice="Correct or uninstall it; the build goes on without it.",
        severity="warning",
    )


def _taken(point: EntryPoint, kind: str, name: str) -> Problem:
    return Problem(
        file=_origin(point),
        pointer=f"{GROUP}{kind}: {name}",
        code="plugin.name-taken",
        message=f"The name {name} is taken already, so the plugin's one is not used.",
        advice="Give it another name in the plugin's entry points.",
        severity="warning",
    )
