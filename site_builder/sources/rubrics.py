"""Read rubric files into graphs: digest over the file and the files it names."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from site_builder.errors import Loaded, Problem, RubricError
from site_builder.records.rubric import Rubric
from site_builder.scoring.graph import Graph
from site_builder.scoring.operators import OPERATORS, Operator
from site_builder.scoring.result_cache import ResultCache
from site_builder.sources.rubric_layouts import upgraded
from site_builder.sources.yaml import Parsing, as_record, parse, read_yaml

Making = Callable[[Rubric, str, Mapping[str, Operator]], Graph]
"""Makes the graph of a rubric, given its digest and the operators. Raises ``RubricError``."""


def load_graph(
    path: Path,
    shown: str,
    operators: Mapping[str, Operator] = OPERATORS,
    parsing: Parsing = parse,
    making: Making = Graph,
) -> Loaded[Graph]:
    """Read one rubric file. Every fault is a ``Problem``; a missing companion file is one of them.

    The digest is of the text that was parsed, also while somebody writes the file: what is remembered under
    it would be of another rubric else.
    """
    read: list[str] = []

    def noted(text: str) -> Any:
        read.append(text)
        return parsing(text)

    loaded = read_rubric(path, shown, noted)
    if loaded.value is None:
        return Loaded(None, loaded.problems)
    try:
        return Loaded(making(loaded.value, digest(path, loaded.value, read[0].encode()), operators))
    except RubricError as error:
        return Loaded(None, error.problems)


def read_rubric(path: Path, shown: str, parsing: Parsing = parse) -> Loaded[Rubric]:
    """Read one rubric file of any layout as a record, with its name and companion files checked."""
    written = read_yaml(path, shown, parsing)
    data = Loaded(None, written.problems) if written.problems else upgraded(written.value, shown)
    if data.problems:
        return Loaded(None, data.problems)
    loaded = as_record(data.value, Rubric, shown)
    if loaded.value is None:
        return loaded
    rubric = loaded.value
    expected = f"{rubric.family}/{rubric.version}.yaml"
    if path.parts[-2:] != tuple(expected.split("/")):
        return Loaded(None, (_fault(shown, f"The file says it is {rubric.id} but is not named {expected}."),))
    missing = [name for name in rubric.files if "/" in name or not (path.parent / name).is_file()]
    if missing:
        return Loaded(None, (_fault(shown, f"It names the file {missing[0]}, which is not beside it."),))
    return loaded


def parsing_once(cache: ResultCache, program: str) -> Parsing:
    """Return a YAML parser that caches its results; ``program`` is a digest of the program, for the keys."""

    def parsed(text: str) -> Any:
        key = hashlib.sha256(f"yaml\n{program}\n{text}".encode()).hexdigest()
        try:
            return cache.get_or_make(key, Any, partial(parse, text))
        except (OverflowError, ValueError, TypeError):  # a number or a text that MessagePack cannot hold
            return parse(text)

    return parsed


def checking_once(cache: ResultCache, program: str) -> Making:
    """Return what makes graphs and caches which rubrics were found without fault, as ``parsing_once`` does.

    With an operator from outside, which may have changed unnoticed, every rubric is checked.
    """

    def made(rubric: Rubric, digest: str, operators: Mapping[str, Operator]) -> Graph:
        own = all(OPERATORS.get(name) is operator for name, operator in operators.items())
        key = hashlib.sha256(f"checked\n{program}\n{digest}".encode()).hexdigest() if own else ""
        graph = Graph(rubric, digest, operators, checked=cache.get(key, bool) is True)
        cache.put(key, bool, True)
        return graph

    return made


def digest(path: Path, rubric: Rubric, own: bytes | None = None) -> str:
    """Return ``sha256:`` over the rubric file and the files it names, each as (name, length, bytes).

    ``own`` are the bytes of the rubric file where they were read before.
    """
    whole = hashlib.sha256()
    for name in (path.name, *sorted(rubric.files)):
        content = (path.parent / name).read_bytes() if own is None or name != path.name else own
        whole.update(f"{name}\n{len(content)}\n".encode())
        whole.update(content)
    return f"sha256:{whole.hexdigest()}"


def _fault(shown: str, message: str) -> Problem:
    return Problem(
        file=shown,
        code="rubric.invalid",
        message=message,
        advice="Rename the file or correct its family, version and files.",
    )
