"""Read the folder of a recorded run: ``run.json``, ``reviews.json`` and the raw outputs of a suite.

Reading judges nothing: whether the run may be scored is decided under a rubric, from what is read here. Only
what prevents reading is found here, and what must not be published.
Format: ``docs/blueprint-recorded-run.md``.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from site_builder.errors import Problem
from site_builder.records.blueprint import Fault, Output, Pair, Recorded, Rejection, Suite
from site_builder.sources.files import MOST_ENTRIES, Folder, shown
from site_builder.sources.importers.blueprint.publishable import Screen
from site_builder.sources.importers.blueprint.suite_texts import read_pins
from site_builder.sources.json_text import lone_surrogates
from site_builder.studies.blueprint.matrix import output_path
from site_builder.studies.blueprint.reasons import REVIEWS_FILE, RUN_FILE, reject
from site_builder.studies.blueprint.words import count_words

PINS_FILE = "outputs.sha256"
LARGEST_JSON = 256 * 1024 * 1024
LARGEST_OUTPUT = 16 * 1024 * 1024


def read_recorded(
    path: Path, label: str, suite: Suite, conditions: Iterable[str]
) -> tuple[Recorded, tuple[Problem, ...]]:
    """Read a run folder; ``label`` is its path as readers know it, ``conditions`` name the outputs.

    The problems are about texts that are withheld or hold half of a character, links that were not followed
    and lines of ``outputs.sha256`` that are none; what is wrong with the run itself stands in the record.
    """
    folder = Folder(path, label)
    if not folder.listing.complete:
        return _unread(folder, reject("TOO_MANY_FILES", f"{MOST_ENTRIES:,}")), ()
    values: dict[str, Any] = {}
    if not folder.has(RUN_FILE) or not folder.has(REVIEWS_FILE):
        return _unread(folder, reject("FILES_MISSING")), tuple(folder.oddities())
    for name in (RUN_FILE, REVIEWS_FILE):
        value = _json(folder, name)
        if isinstance(value, Rejection):
            return _unread(folder, value), tuple(folder.oddities())
        values[name] = value
    screen = Screen(folder, values[REVIEWS_FILE])
    outputs, files = _outputs(folder, suite, tuple(conditions), screen)
    pins, pin_problems = read_pins(folder, PINS_FILE) if folder.has(PINS_FILE) else (None, ())
    recorded = Recorded(
        folder=shown(label),
        run=values[RUN_FILE],
        reviews=values[REVIEWS_FILE],
        outputs=outputs,
        pins=pins,
        withheld_notes=screen.notes(),
        withheld_fields=screen.fields(values[RUN_FILE]),
        withheld_labels=screen.labels(),
        digest=_digest(files),
        files=tuple(files),
    )
    halves = (problem for name, value in values.items() for problem in lone_surrogates(folder, name, value))
    return recorded, (*folder.oddities(), *halves, *pin_problems, *screen.problems)


def _json(folder: Folder, name: str) -> Any:
    """Return the value of a file, by the rules of Python's own parser, or the rejection that prevents it.

    ``NaN`` and ``1e400`` are read and fail later as numbers; of a repeated key the last value counts.
    """
    loaded = folder.read(name, LARGEST_JSON)
    if loaded.value is None:
        if loaded.problems[0].code == "file.too-large":
            return reject("FILE_TOO_LARGE", f"{LARGEST_JSON:,}", file=name)
        return reject("FILE_UNREADABLE", file=name)
    try:
        return json.loads(loaded.value.decode("utf-8"))
    except UnicodeDecodeError:
        return reject("UNICODE", file=name)
    except RecursionError:
        return reject("JSON_TOO_DEEP", file=name)
    except ValueError as error:
        return _not_json(name, error)


def _not_json(name: str, error: ValueError) -> Rejection:
    """Return the rejection of a file that Python's parser does not take, with the place or the cause."""
    if not isinstance(error, json.JSONDecodeError):
        why = f"a whole number has more than {sys.get_int_max_str_digits():,} digits"
    elif error.doc.startswith("\ufeff"):
        why = "it begins with a byte order mark"
    else:
        why = f"{error.msg} (line {error.lineno}, column {error.colno})"
    fault = reject("JSON_INVALID", file=name)
    return msgspec.structs.replace(fault, message=f"{fault.message[:-1]}: {why}.")


def _unread(folder: Folder, fault: Rejection) -> Recorded:
    files = _facts(folder, [name for name in (RUN_FILE, REVIEWS_FILE) if folder.has(name)])
    return Recorded(folder=shown(folder.label), faults=(fault,), digest=_digest(files), files=tuple(files))


def _outputs(
    folder: Folder, suite: Suite, conditions: tuple[str, ...], screen: Screen
) -> tuple[dict[Pair, Output], list[tuple[str, int, str]]]:
    outputs: dict[Pair, Output] = {}
    files = _facts(folder, [RUN_FILE, REVIEWS_FILE])
    for case in suite.cases:
        for condition in conditions:
            path = output_path((case.id, condition))
            if folder.has(path):
                output = _output(folder, path, screen)
                outputs[case.id, condition] = output
                files.append((path, output.bytes, output.sha256))
    return outputs, files


def _output(folder: Folder, path: str, screen: Screen) -> Output:
    size = folder.listing.files[path].size
    loaded = folder.read(path, LARGEST_OUTPUT)
    if loaded.value is None:
        fault: Fault = "too_large" if size > LARGEST_OUTPUT else "unreadable"
        return Output(path=path, bytes=size, sha256=folder.digest(path), fault=fault)
    data = loaded.value
    sha256 = hashlib.sha256(data).hexdigest()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return Output(path=path, bytes=len(data), sha256=sha256, fault="not_utf8")
    withheld = screen.output(path, text)
    return Output(
        path=path,
        bytes=len(data),
        sha256=sha256,
        words=count_words(text),
        text=None if withheld else text,
        blank=not text.strip(),
        withheld=withheld,
    )


def _facts(folder: Folder, names: list[str]) -> list[tuple[str, int, str]]:
    return [(name, folder.listing.files[name].size, folder.digest(name)) for name in names]


def _digest(files: list[tuple[str, int, str]]) -> str:
    whole = hashlib.sha256()
    for path, _, sha256 in sorted(files):
        whole.update(f"{path}\n{sha256}\n".encode())
    return f"sha256:{whole.hexdigest()}"
