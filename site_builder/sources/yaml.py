"""Strict YAML: no duplicate keys, no implicit dates, no aliases; then a closed pydantic record."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import yaml
from pydantic import BaseModel, ValidationError

from site_builder.errors import Loaded, Problem, sentence, shorten
from site_builder.records.closed import LINE, WORDS
from site_builder.records.written_numbers import how_to_write

Record = TypeVar("Record", bound=BaseModel)
Parsing = Callable[[str], Any]
"""Text → what ``parse`` returns, or raises; the result may be remembered."""


MERGE, VALUE = "tag:yaml.org,2002:merge", "tag:yaml.org,2002:value"
"""What YAML 1.1 takes ``<<`` and ``=`` for; the second is an ordinary text here."""

UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that steer a terminal, end a line unseen, or turn around what follows them."""


class _StrictLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Safe YAML in which a repeated key or a key that is not text is an error, and dates stay text."""


def _mapping(loader: Any, node: Any) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        if key_node.tag == MERGE:
            raise yaml.constructor.ConstructorError(
                None, None, "the merge key << is not allowed here; write the keys out", key_node.start_mark
            )
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, str):
            raise yaml.constructor.ConstructorError(
                None, None, f"the key {key!r} is not text; put it in quotes", key_node.start_mark
            )
        if key in result:
            raise yaml.constructor.ConstructorError(
                None, None, f'the key "{key}" is written twice', key_node.start_mark
            )
        result[key] = loader.construct_object(value_node, deep=True)
    return result


_StrictLoader.add_constructor("tag:yaml.org,2002:map", _mapping)
for _tag in ("tag:yaml.org,2002:timestamp", VALUE):
    _StrictLoader.add_constructor(_tag, lambda loader, node: loader.construct_scalar(node))


def _refuse_aliases(text: str) -> None:
    """Raise where an alias stands: a few lines of them expand to gigabytes."""
    if "*" not in text:
        return
    for event in yaml.parse(text, Loader=_StrictLoader):
        if isinstance(event, yaml.AliasEvent):
            raise yaml.constructor.ConstructorError(
                None,
                None,
                f"the alias *{event.anchor} is not allowed here",
                event.start_mark,  # type: ignore[arg-type]
            )


SCHEMAS = "`site-builder schema`"
"""Where it is said what may stand in a file, unless that is said elsewhere."""


def load_yaml(path: Path, record: type[Record], shown: str, described: str = SCHEMAS) -> Loaded[Record]:
    """Read ``path`` into ``record``; ``shown`` is the file name used in problems.

    Every fault becomes a ``Problem`` with the place in the file; nothing is raised for bad content.
    ``described`` is where readers find what is allowed in it.
    """
    loaded = read_yaml(path, shown)
    if loaded.problems:
        return Loaded(None, loaded.problems)
    return as_record(loaded.value, record, shown, described)


def parse(text: str) -> Any:
    """Return the plain data that YAML says. Raises ``yaml.YAMLError`` and ``RecursionError``."""
    _refuse_aliases(text)
    return yaml.load(text, Loader=_StrictLoader)  # noqa: S506  (a SafeLoader made stricter)


def read_yaml(path: Path, shown: str, parsing: Parsing = parse) -> Loaded[Any]:
    """Read ``path`` as plain data, ``None`` where it is empty; every fault of the YAML is a ``Problem``."""
    try:
        return Loaded(parsing(path.read_bytes().decode("utf-8")))
    except OSError as error:
        return _failed(
            shown, "", "file.unreadable", f"The file cannot be read: {error.strerror}.", "Check its path."
        )
    except UnicodeDecodeError as error:
        return _failed(
            shown, f"byte {error.start}", "file.not-utf8", "The file is not UTF-8.", "Save it as UTF-8."
        )
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"line {mark.line + 1}" if mark else ""
        return _failed(
            shown,
            place,
            "yaml.invalid",
            sentence(error.problem or "not valid YAML"),
            "Correct the YAML there.",
        )
    except (yaml.YAMLError, RecursionError, ValueError) as error:  # a value error: of a number without end
        return _failed(
            shown, "", "yaml.invalid", sentence(str(error) or "not valid YAML"), "Correct the YAML."
        )


def as_record(data: Any, record: type[Record], shown: str, described: str = SCHEMAS) -> Loaded[Record]:
    """Return plain data as a ``record``; every fault is a ``Problem`` with its JSON pointer."""
    unfit = tuple(_unfit(data, shown, described))
    if unfit:  # JSON has no numbers that are not finite, and would say that there is none
        return Loaded(None, unfit)
    try:
        return Loaded(record.model_validate_json(msgspec.json.encode(data)))
    except ValidationError as error:
        faults = error.errors()
        return Loaded(None, tuple(_from_pydantic(shown, fault, record, described) for fault in faults))


class Written(NamedTuple):
    """How a value stands in a YAML file."""

    line: int
    text: str
    """A scalar as it is written, without quotes; empty for anything else."""


def written_in(text: str) -> dict[str, Written]:
    """Return JSON pointer → line and text of everything in a YAML file that has been read without fault."""
    found: dict[str, Written] = {}
    todo = [("", yaml.compose(text, Loader=_StrictLoader), 0)]
    while todo:
        pointer, node, line = todo.pop()
        if node is None:
            continue
        found[pointer] = Written(line + 1, node.value if isinstance(node, yaml.ScalarNode) else "")
        if isinstance(node, yaml.MappingNode):
            todo += [(f"{pointer}/{key.value}", value, key.start_mark.line) for key, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            todo += [(f"{pointer}/{n}", item, item.start_mark.line) for n, item in enumerate(node.value)]
    return found


def _failed(file: str, pointer: str, code: str, message: str, advice: str) -> Loaded[Any]:
    return Loaded(None, (Problem(file=file, pointer=pointer, code=code, message=message, advice=advice),))


def _from_pydantic(shown: str, fault: Any, record: type[BaseModel], described: str) -> Problem:
    pointer = "".join(f"/{part}" for part in fault["loc"])
    message, advice = sentence(fault["msg"]), f"See {described} for what is allowed at this place."
    if fault["type"] == "extra_forbidden":
        name = str(fault["loc"][-1])
        message = f'The key "{name}" is not known at this place.'
        near = get_close_matches(name, sorted(_keys(record.model_json_schema(), fault["loc"][:-1])), 1)
        advice = f"Did you mean {near[0]}? {advice}" if near else advice
    elif fault["type"] == "too_short" and fault["ctx"]["min_length"] == 1:
        message = "The list is empty, and needs at least one entry."
    elif fault["type"] == "string_pattern_mismatch" and fault["ctx"]["pattern"] == WORDS:
        message = "The text is empty, and pages show it."
    elif fault["type"] == "string_pattern_mismatch" and fault["ctx"]["pattern"] == LINE:
        lines = len(fault["input"].strip().splitlines())
        unseen = "nothing that can be seen" if lines else "empty"
        one = f"The text is {unseen}, and pages show it."
        message = one if lines < 2 else f"The text has {lines} lines, and pages show it in one."
    elif fault["type"] == "string_too_long":
        most, given = fault["ctx"]["max_length"], len(fault["input"])
        message = f"The text has {given:,} characters, and at most {most:,} fit here."
    elif fault["type"] in ("float_type", "int_type") and (cure := how_to_write(fault["input"])):
        message, advice = (
            f"The text {shorten(fault['input'])} stands in the place of a number.",
            sentence(cure),
        )
    return _invalid(shown, pointer, message, advice)


def _unfit(data: Any, shown: str, described: str) -> Iterator[Problem]:
    """Yield a fault for every number of plain data that is not finite, and every text no page can show."""
    todo = [("", data)]
    for pointer, value in todo:
        texts: list[str] = []
        if isinstance(value, dict):
            todo += [(f"{pointer}/{key}", inner) for key, inner in value.items()]
            texts += value
        elif isinstance(value, list):
            todo += [(f"{pointer}/{n}", inner) for n, inner in enumerate(value)]
        elif isinstance(value, str):
            texts.append(value)
        elif isinstance(value, float) and not math.isfinite(value):
            advice = f"Write a number, or leave the key out. See {described} for what is allowed there."
            yield _invalid(shown, pointer, f"{value} is no finite number.", advice)
        for found in filter(None, map(UNFIT.search, texts)):
            message = (
                f"U+{ord(found[0]):04X} steers a terminal, ends a line unseen or turns around what follows."
            )
            yield _invalid(shown, pointer, message, "Leave the character out; write a line break as one.")


def _invalid(shown: str, pointer: str, message: str, advice: str) -> Problem:
    return Problem(file=shown, pointer=pointer, code="yaml.invalid-record", message=message, advice=advice)


def _keys(schema: dict[str, Any], place: Sequence[int | str]) -> set[str]:
    """Return the names of the properties that a JSON Schema allows at a place.

    A part of the place that is no property names one of several forms, any of which may be meant.
    """
    forms = list(_forms(schema, schema))
    for part in place:
        inner = [form["items"] for form in forms if "items" in form] if isinstance(part, int) else []
        inner += [form["properties"][part] for form in forms if part in form.get("properties", {})]
        further = [form.get("additionalProperties") for form in forms]
        inner = inner or [one for one in further if isinstance(one, dict)]
        forms = [form for one in inner for form in _forms(one, schema)] or forms
    return {name for form in forms for name in form.get("properties", {})}


def _forms(node: dict[str, Any], schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the alternatives of a node of a JSON Schema, with references followed and choices opened."""
    if "$ref" in node:
        node = schema["$defs"][node["$ref"].rpartition("/")[2]]
    choices = node.get("anyOf", node.get("oneOf"))
    if choices is None:
        yield node
    for choice in choices or ():
        yield from _forms(choice, schema)
