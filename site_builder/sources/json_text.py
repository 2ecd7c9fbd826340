"""Read JSON that a stranger wrote: tolerant of what can be reported and read on, firm about the rest.

Read on: NaN and Infinity literals, numbers beyond the range of a double and of any length (the number rule of
the measures makes them absent), repeated keys (the last wins, with a warning), lone surrogates (replaced).
Refused: not UTF-8, a byte order mark, not JSON, nested too deeply.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from site_builder.errors import Loaded, Problem, shorten
from site_builder.sources.files import Folder

LARGEST = 16 * 1024 * 1024
"""Bytes of a JSON file that people and harnesses write."""
_LONGEST_NUMBER = 400
"""Digits beyond which a whole number is out of the range of a double in any case."""
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_INFINITY = float("inf")


class _Repeated(dict[str, Any]):
    """A JSON object that named a key more than once."""

    repeated: str = ""
    """The first key that it named again."""


def read_json(folder: Folder, path: str, limit: int = LARGEST) -> Loaded[Any]:
    """Return the JSON value of a file of the folder: with warnings at most, or none with an error."""
    loaded = folder.read(path, limit)
    if loaded.value is None:
        return Loaded(None, loaded.problems)
    return parse_json(folder, path, loaded.value)


def parse_json(folder: Folder, path: str, data: bytes, *, a_line: bool = False) -> Loaded[Any]:
    """Return the JSON value in ``data``, which was read from ``path`` of the folder.

    ``a_line`` says that it is one line of that file, whose number the caller adds.
    """
    what = "line" if a_line else "file"
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"The {what} is not UTF-8 (byte {error.start})."
        return _refused(folder, path, "file.not-utf8", message, "Save it as UTF-8.")
    if text.startswith("\ufeff"):
        message = f"The {what} begins with a byte order mark."
        return _refused(folder, path, "file.bom", message, "Save it as UTF-8 without a byte order mark.")
    repeated = False

    def build(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal repeated
        record = dict(pairs)
        if len(record) == len(pairs):
            return record
        repeated = True
        marked = _Repeated(record)
        names = Counter(name for name, _ in pairs)
        marked.repeated = next(name for name, count in names.items() if count > 1)
        return marked

    try:
        value = json.loads(text, parse_int=_integer, parse_constant=float, object_pairs_hook=build)
        if _SURROGATE.search(data):
            value = without_surrogates(value)
        problems = tuple(_repetitions(folder, path, value)) if repeated else ()
    except json.JSONDecodeError as error:
        place = f"column {error.colno}" if a_line else f"line {error.lineno}, column {error.colno}"
        message = f"The {what} is not JSON: {error.msg} ({place})."
        return _refused(folder, path, "file.not-json", message, "Correct it at that place.")
    except RecursionError:
        message = f"The {what} nests lists and objects too deeply."
        return _refused(
            folder, path, "file.too-deep", message, "Write it flat, as the specification shows it."
        )
    return Loaded(value, problems)


def _refused(folder: Folder, path: str, code: str, message: str, advice: str) -> Loaded[Any]:
    return Loaded(None, (folder.problem(path, code, message, advice),))


def _integer(digits: str) -> int | float:
    if len(digits) <= _LONGEST_NUMBER:
        return int(digits)
    return -_INFINITY if digits.startswith("-") else _INFINITY


def without_surrogates(value: Any) -> Any:
    """Return the value with every lone surrogate replaced, so that it can be written as UTF-8 again."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list | tuple):
        return [without_surrogates(item) for item in value]
    if isinstance(value, dict):
        plain = type(value)(
            (without_surrogates(key), without_surrogates(item)) for key, item in value.items()
        )
        if isinstance(value, _Repeated) and isinstance(plain, _Repeated):
            plain.repeated = without_surrogates(value.repeated)
        return plain
    return value


def _escaped(key: str) -> str:
    """Return a key as a part of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def _repetitions(folder: Folder, path: str, value: Any) -> list[Problem]:
    """Return a warning with the pointer of each object that repeats a key, the first twenty."""
    found: list[Problem] = []
    todo: list[tuple[str, Any]] = [("", value)]
    while todo and len(found) < 20:
        pointer, item = todo.pop()
        if isinstance(item, _Repeated):
            message = (
                f"The key {shorten(item.repeated, 80)} is written more than once; the last value was taken."
            )
            place = f"{pointer}/{_escaped(item.repeated)[:80]}"
            problem = folder.problem(
                path, "file.duplicate-key", message, "Name each key once.", pointer=place, severity="warning"
            )
            found.append(problem)
        if isinstance(item, dict):
            todo += [(f"{pointer}/{_escaped(key)[:80]}", member) for key, member in item.items()]
        elif isinstance(item, list):
            todo += [(f"{pointer}/{index}", member) for index, member in enumerate(item)]
    return found
