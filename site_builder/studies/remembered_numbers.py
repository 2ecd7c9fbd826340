"""Long rows of numbers by what they follow from: those that an earlier build worked out are taken over."""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

NOTHING: Mapping[bytes, bytes] = MappingProxyType({})


class RememberedNumbers:
    """Rows of numbers by key: those that are known from before, and those that were asked for."""

    def __init__(self, known: Mapping[bytes, bytes] = NOTHING) -> None:
        """``known`` is what ``used`` was before."""
        self.known = known
        self.used: dict[bytes, bytes] = {}
        """Key → numbers, packed to the last bit."""

    def get_or_make(self, source: Any, make: Callable[[], Iterable[float]]) -> list[float]:
        """Return the numbers that follow from ``source``, plain data that says all they depend on."""
        key = hashlib.sha256(msgspec.msgpack.encode((sys.byteorder, source))).digest()[:16]
        packed = self.known.get(key)
        self.used[key] = array("d", make()).tobytes() if packed is None else packed
        numbers = array("d")
        numbers.frombytes(self.used[key])
        return numbers.tolist()
