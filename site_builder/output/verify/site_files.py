"""The files of a site, read with care."""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
import os
import re
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from site_builder.output.verify.faults import DAMAGE, NAMED_AT_MOST, Fault, is_number, near, number_in, same

MANIFEST, SIGNATURE, MARKER = "MANIFEST.sha256", "MANIFEST.sha256.sig", ".proofboard-site"


class SiteFiles:
    """A folder with a site in it; everything found wrong is collected in ``faults``."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.faults: list[Fault] = []
        self.checked: Counter[str] = Counter()
        """What was looked at, and how much of it."""
        self.paths: list[str] = sorted(files_below(folder))
        self._there = {
            os.path.normpath(path) for path in self.paths if is_regular(os.path.join(folder, path))
        }
        manifests = [path for path in self.paths if re.fullmatch(rf"r/[^/]+/{re.escape(MANIFEST)}", path)]
        self.editions = sorted(path[: -len(MANIFEST)] for path in manifests)
        self.own = [path for path in self.paths if not path.startswith(tuple(self.editions) or ("\0",))]

    def fault(self, file: str, what: str, published: Any = None, recomputed: Any = None) -> None:
        """Note something that does not agree."""
        self.faults.append(Fault(file, what, published, recomputed))

    def expect(self, file: str, what: str, published: Any, recomputed: Any, tolerance: float = 0.0) -> None:
        """Note a fault where two values are not the same."""
        if not same(published, recomputed, tolerance):
            self.fault(file, what, published, recomputed)

    def figure(self, path: str, what: str, published: Any, again: Any) -> None:
        """Hold a figure, or a row of them, against what they come to; a missing one counts as ``None``."""
        if isinstance(again, list):
            told = [number_in(value) for value in published]
            if len(told) != len(again) or not all(map(near, told, again)):
                self.fault(path, what, told, again)
        elif not near(number_in(published), again):
            self.fault(path, what, published, again)

    def read(self, path: str) -> bytes | None:
        """Return the bytes of a file of the site, ``None`` where there is none that can be read.

        What a link, a pipe or a device would give is not read, nor what lies outside of the folder.
        """
        if os.path.normpath(path) not in self._there:
            return None
        try:
            with open(os.path.join(self.folder, path), "rb") as file:
                return file.read()
        except OSError:
            return None

    def json(self, path: str) -> Any:
        """Return what a JSON file says; ``None``, and a fault, where it is no JSON."""
        data = self.read(path)
        return None if data is None else self.parse(path, data)

    def parse(self, path: str, data: bytes) -> Any:
        """Return what some JSON says; ``None``, and a fault, for what is none."""
        try:
            text = data.decode("utf-8")
            number = _finite if ENDLESS.search(text) else None
            return json.loads(
                text, parse_constant=_no_number, parse_float=number, object_pairs_hook=_each_key_once
            )
        except (ValueError, RecursionError) as error:
            self.fault(path, f"it is no JSON ({error})")
            return None

    def guarded(self, path: str, check: Callable[[str], object]) -> None:
        """Run a check of a file that may be damaged in any way."""
        try:
            check(path)
        except DAMAGE as error:
            self.fault(path, f"it is not what a file of this kind has ({error!r})")

    def twins(self, path: str, other: str) -> None:
        """Hold two files against each other that are the same object."""
        if path in self.own and other in self.own:
            self.compare(other, self.json(other), path, self.json(path))
        elif (path in self.own) != (other in self.own):
            self.fault(path, f"only one of it and {other} is there")

    def compare(self, path: str, one: Any, other_path: str, other: Any) -> None:
        """Note a fault for each of the first differences between two objects that should be the same."""
        for pointer, a, b in itertools.islice(differences(one, other), NAMED_AT_MOST):
            self.fault(path, f"{pointer or '/'} is not what {other_path} says", a, b)

    def table(self, path: str) -> list[dict[str, str]]:
        """Return the rows of a CSV file, texts without the apostrophe that keeps them from being formulas.

        Raises ``ValueError`` for what is none, where rows have different lengths, and for a cell that a
        spreadsheet would execute.
        """
        text = (self.read(path) or b"").decode("utf-8", "replace")
        try:
            rows = list(csv.reader(io.StringIO(text, newline="")))
        except csv.Error as error:  # such as a cell that is too long
            raise ValueError(str(error)) from error
        if any(len(row) != len(rows[0]) for row in rows):
            raise ValueError("rows of different lengths")
        head, *body = (list(map(plain_cell, row)) for row in rows)
        return [dict(zip(head, row)) for row in body]


def differences(one: Any, other: Any, pointer: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield (JSON pointer, value here, value there) of everything in which two objects differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys()):
            name = key.replace("~", "~0").replace("/", "~1")
            yield from differences(one.get(key), other.get(key), f"{pointer}/{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for n, (a, b) in enumerate(zip(one, other)):
            yield from differences(a, b, f"{pointer}/{n}")
    elif one != other or isinstance(one, bool) != isinstance(other, bool):
        yield pointer, one, other


def is_moved(path: str, data: Any) -> bool:
    """Return whether the data of a page say that what stood there has another address, or is gone."""
    keys = {"address", "moved_to", "gone"}
    return isinstance(data, dict) and data.keys() == keys and data["address"] == f"{os.path.dirname(path)}/"


FORMULA = re.compile("('*)[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""Apostrophes, and the characters with which a spreadsheet takes a text for a formula, in full width too."""


def plain_cell(cell: str) -> str:
    """Return the text or number that a cell of a table stands for.

    Raises ``ValueError`` for one that a spreadsheet would execute: it begins like a formula and is no number.
    """
    formula = FORMULA.match(cell)
    if formula is None:
        return cell
    if formula[1]:
        return cell[1:]
    try:
        float(cell)
    except ValueError:
        raise ValueError(f"a spreadsheet would execute the cell {cell[:40]!r}") from None
    return cell


def in_table(text: str, value: Any) -> bool:
    """Return whether a cell of a table is a value: the text itself, or a number that is the same."""
    if not is_number(value):
        return bool(text == value)
    try:
        return bool(float(text) == value)
    except ValueError:
        return False


ENDLESS = re.compile(r"[:,\[]\s*-?(?:[0-9.]+[eE]\+?[0-9]{3}|[0-9]{200})")
"""What may be a number beyond the largest: three digits of an exponent, or two behind very many."""


def _finite(text: str) -> float:
    if math.isinf(float(text)):
        raise ValueError(f"{text} is too large for a number")
    return float(text)


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object has a key twice")
    return found


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def files_below(folder: str) -> Iterator[str]:
    """Yield the path of every file below a folder, with slashes."""
    for place, _, names in os.walk(folder):
        front = os.path.relpath(place, folder).replace(os.sep, "/")
        for name in names:
            yield name if front == "." else f"{front}/{name}"


def is_regular(path: str) -> bool:
    """Return whether a path is a file itself: no link is followed, and no pipe, socket or device opened."""
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


def links_below(folder: str) -> Iterator[str]:
    """Yield the path of every symbolic link below a folder."""
    for place, folders, names in os.walk(folder):
        for name in folders + names:
            if os.path.islink(os.path.join(place, name)):
                yield os.path.relpath(os.path.join(place, name), folder).replace(os.sep, "/")
