"""Read JSON that a stranger wrote: tolerant of what can be reported and read on, firm about the rest.

Read on: NaN and Infinity literals, numbers beyond the range of a double and of any length (the number rule of
the measures makes them absent), repeated keys (the last wins) and lone surrogates (replaced) with a warning.
Refused: not UTF-8, a byte order mark, not JSON, nested too deeply.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from site_builder.errors import Loaded, Problem, shorten
from site_builder.sources.files import Folder

LARGEST = 16 * 1024 * 1024
"""Bytes of a JSON file that people and harnesses write."""
_LONGEST_NUMBER = 400
"""Digits beyond which a whole number is out of the range of a double in any case."""
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_INFINITY = float("inf")
MOST = 20
"""Places in one file of which a warning of one kind is given."""


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
        problems: list[Problem] = []
        if repeated:
            once = "Name each key once."
            problems += _warnings(folder, path, "file.duplicate-key", once, _repetitions(value))
        if _SURROGATE.search(data):
            problems += lone_surrogates(folder, path, value)
            value = without_surrogates(value)
    except json.JSONDecodeError as error:
        place = f"column {error.colno}" if a_line else f"line {error.lineno}, column {error.colno}"
        message = f"The {what} is not JSON: {error.msg} ({place})."
        return _refused(folder, path, "file.not-json", message, "Correct it at that place.")
    except RecursionError:
        message = f"The {what} nests lists and objects too deeply."
        return _refused(
            folder, path, "file.too-deep", message, "Write it flat, as the specification shows it."
        )
    return Loaded(value, tuple(problems))


def _refused(folder: Folder, path: str, code: str, message: str, advice: str) -> Loaded[Any]:
    return Loaded(None, (folder.problem(path, code, message, advice),))


def _integer(digits: str) -> int | float:
    if len(digits) <= _LONGEST_NUMBER:
        return int(digits)
    return -_INFINITY if digits.startswith("-") else _INFINITY


def lone_surrogates(folder: Folder, path: str, value: Any) -> list[Problem]:
    """Return a warning for each text and key of a JSON value with half of a character, the first twenty."""
    whole = "Write both halves, or cut the text before the character."
    return _warnings(folder, path, "file.lone-surrogate", whole, _halves(value))


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
    """Return a key as a part of a JSON pointer, cut where it is long."""
    return key.replace("~", "~0").replace("/", "~1")[:80]


def _repetitions(value: Any) -> Iterator[tuple[str, str]]:
    """Yield the JSON pointer of each key that is repeated, and what to say of it."""
    for pointer, item in _with_all_inside(value):
        if isinstance(item, _Repeated):
            named = shorten(item.repeated, 80)
            message = f"The key {named} is written more than once; the last value was taken."
            yield f"{pointer}/{_escaped(item.repeated)}", message


def _halves(value: Any) -> Iterator[tuple[str, str]]:
    """Yield the JSON pointer of each text and key with half of a surrogate pair, and what to say of it."""
    message = "Half of a character stands here (a lone surrogate such as \\ud800); it was read as U+FFFD."
    for pointer, item in _with_all_inside(value):
        if isinstance(item, str) and not _is_whole(item):
            yield pointer, message
        elif isinstance(item, dict):
            yield from ((f"{pointer}/{_escaped(key)}", message) for key in item if not _is_whole(key))


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _with_all_inside(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield a value and everything in it with its JSON pointer."""
    todo: list[tuple[str, Any]] = [("", value)]
    while todo:
        pointer, item = todo.pop()
        yield pointer, item
        if isinstance(item, dict):
            todo += [(f"{pointer}/{_escaped(key)}", member) for key, member in item.items()]
        elif isinstance(item, list):
            todo += [(f"{pointer}/{index}", member) for index, member in enumerate(item)]


def _warnings(
    folder: Folder, path: str, code: str, advice: str, found: Iterator[tuple[str, str]]
) -> list[Problem]:
    """Return a warning for each of the first ``MOST`` places that are found."""
    return [
        folder.problem(path, code, message, advice, pointer=without_surrogates(pointer), severity="warning")
        for pointer, message in islice(found, MOST)
    ]
