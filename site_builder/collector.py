"""When the cyclic collector of Python looks for cycles during a build."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 50_000
"""New objects after which the collector looks for cycles while pages are made; one page makes that many."""


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Work without the cyclic collector: modules and records stay, and searching them takes long."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def set_aside() -> Iterator[None]:
    """Leave what is loaded out of collections, which would copy it in other processes, and collect rarely."""
    collecting, often = gc.isenabled(), gc.get_threshold()
    gc.freeze()
    gc.set_threshold(SELDOM, *often[1:])
    gc.enable()
    try:
        yield
    finally:
        if not collecting:
            gc.disable()
        gc.set_threshold(*often)
        gc.unfreeze()


def leave_to_the_system() -> None:
    """Before a process ends: spare the search for cycles among all that the system frees at once."""
    gc.disable()
    gc.freeze()
