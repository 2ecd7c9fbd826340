"""Read the texts that inputs are composed of, and hold the frozen ones against their pinned digests.

Pins stand in ``frozen.sha256`` in the format of ``sha256sum``, so that ``sha256sum --check frozen.sha256``
says the same as this program.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence

import msgspec

from site_builder.errors import Problem
from site_builder.records.blueprint import Asset, Case, Condition
from site_builder.sources.files import Folder
from site_builder.studies.blueprint.composition import parts

PINS_FILE = "frozen.sha256"
LARGEST_TEXT = 4 * 1024 * 1024
_PIN = re.compile(r"^([0-9a-fA-F]{64}) [ *](.+)$")


class Texts(msgspec.Struct, frozen=True):
    """The texts of a suite."""

    texts: dict[str, str] = {}
    pins: dict[str, str] = {}
    """Path → SHA-256 of the frozen ones, as found."""
    problems: tuple[Problem, ...] = ()


def read_texts(
    folder: Folder, conditions: Sequence[Condition], cases: Sequence[Case], assets: Sequence[Asset]
) -> Texts:
    """Read every text that some case needs under some condition."""
    by_path = {asset.path: asset for asset in assets}
    needed: dict[str, str] = {}
    frozen: set[str] = set()
    for condition in conditions:
        for case in cases:
            paths = parts(condition, case, by_path)
            needed |= {path: f"{case.id} under {condition.id}" for path in paths if path not in needed}
            frozen.update(paths if condition.frozen else ())
    texts: dict[str, str] = {}
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for path, user in sorted(needed.items()):
        content = _read(folder, path, user)
        if isinstance(content, Problem):
            problems.append(content)
            continue
        texts[path] = content.decode("utf-8")
        if path in frozen:
            found[path] = hashlib.sha256(content).hexdigest()
    problems += _pin_faults(folder, frozen, found)
    return Texts(texts, dict(sorted(found.items())), tuple(problems))


def read_pins(folder: Folder, name: str) -> tuple[dict[str, str], tuple[Problem, ...]]:
    """Return path → SHA-256 of a file in the format of ``sha256sum``, and a problem for each other line."""
    loaded = folder.read(name, LARGEST_TEXT)
    if loaded.value is None:
        return {}, loaded.problems
    pins: dict[str, str] = {}
    problems = []
    for number, line in enumerate(loaded.value.decode("utf-8", "replace").splitlines(), start=1):
        match = _PIN.match(line)
        if match and match[2] not in pins:
            pins[match[2]] = match[1].lower()
        elif line.strip():
            message = "The line is no digest and path in the form of sha256sum, or names a path again."
            advice = "Write the file with sha256sum."
            where = f"line {number}"
            problems.append(folder.problem(name, "suite.pin-invalid", message, advice, pointer=where))
    return pins, tuple(problems)


def _read(folder: Folder, path: str, user: str) -> bytes | Problem:
    loaded = folder.read(path, LARGEST_TEXT)
    if loaded.value is None:
        message = f"{loaded.problems[0].message} It is part of the input of {user}."
        return msgspec.structs.replace(loaded.problems[0], message=message, severity="error")
    try:
        loaded.value.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"The file is not UTF-8 (byte {error.start})."
        return folder.problem(path, "file.not-utf8", message, "Save it as UTF-8.")
    return loaded.value


def _pin_faults(folder: Folder, frozen: set[str], found: dict[str, str]) -> Iterator[Problem]:
    if not frozen:
        return
    pins, problems = read_pins(folder, PINS_FILE)
    yield from problems
    for path, digest in sorted(found.items()):
        if path not in pins:
            message = f"The frozen baseline is not pinned in {PINS_FILE}."
            advice = f"Pin it once: sha256sum {path} >> {PINS_FILE}"
            yield folder.problem(path, "suite.baseline-not-pinned", message, advice)
        elif pins[path] != digest:
            message = f"The frozen baseline was edited: it is {digest[:12]}…, pinned as {pins[path][:12]}…."
            advice = "Restore the file; a changed baseline makes every earlier comparison another one."
            yield folder.problem(path, "suite.baseline-edited", message, advice)
    for path in sorted(set(pins) - frozen):
        message = f"The pinned file {path} belongs to no frozen condition."
        advice = "Drop the line, or mark the condition as frozen."
        yield folder.problem(PINS_FILE, "suite.pin-unused", message, advice, severity="warning")
