"""From the bytes of a file that a run produced to its syntax tree, or to the reason why there is none.

Three reasons are kept apart, because they mean different things for the run:

* ``not_python``: Python itself refuses the text (syntax, null bytes, not UTF-8). The file is left out and
  named.
* ``unreadable``: it may be valid Python, but the parser or radon refuses it (nested too deeply, characters
  that radon takes for the end of a line). It is left out and named, too; the linter still sees it.
* ``tool_failed``: it was given up at a limit of size or time, so nothing that needs it is known.
"""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Literal

import msgspec

from site_builder.garbage_collection import collection_off

NESTING = 1000
"""Frames that the parser may use below the caller, whatever the depth of the caller: so the answer for one
text is the same in a worker, a test and a server. CPython 3.11 allows three levels of syntax tree for one
frame."""

Outcome = Literal["measured", "not_python", "unreadable", "tool_failed"]


class Unparsed(msgspec.Struct, frozen=True):
    """Why a file has no syntax tree."""

    outcome: Outcome
    detail: str
    """One clause for the reader."""


def decode(data: bytes) -> str | Unparsed:
    """Return the text of a source file: UTF-8, a byte order mark dropped, every line end read as LF."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return Unparsed("not_python", f"not UTF-8 at byte {error.start}")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def parse(text: str) -> ast.Module | Unparsed:
    """Return the syntax tree of ``text``. Call it inside of ``quiet_parsing``."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(_depth() + NESTING)
    try:
        return ast.parse(text)
    except SyntaxError as error:
        return Unparsed("not_python", f"{error.msg} (line {error.lineno or 1})")
    except ValueError as error:
        return Unparsed("not_python", str(error))
    except RecursionError:
        return Unparsed("unreadable", "nested too deeply for the parser")
    except MemoryError:
        return Unparsed("unreadable", "too much for the parser's stack")
    finally:
        sys.setrecursionlimit(limit)


@contextmanager
def quiet_parsing() -> Iterator[None]:
    """Parse without the warnings that the text provokes, and without the cyclic collector.

    The warnings (an invalid escape, ``x is 1``) are the run's affair, and as errors they would turn valid
    files into broken ones. Syntax trees hold no cycles; searching them for some doubles the time.
    """
    with collection_off(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _depth() -> int:
    frame: FrameType | None = sys._getframe(1)
    depth = 0
    while frame is not None:
        depth += 1
        frame = frame.f_back
    return depth
