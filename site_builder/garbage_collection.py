"""When Python's cyclic garbage collector runs during a build."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OBJECTS_PER_COLLECTION = 50_000
"""New objects after which the collector looks for cycles while pages are made; one page makes that many."""


@contextmanager
def collection_off() -> Iterator[None]:
    """Work without the collector: modules and records stay alive, and searching them takes long."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def collection_rare() -> Iterator[None]:
    """Collect rarely, and never what is loaded: that would copy its memory in every forked process."""
    collecting, often = gc.isenabled(), gc.get_threshold()
    gc.freeze()
    gc.set_threshold(OBJECTS_PER_COLLECTION, *often[1:])
    gc.enable()
    try:
        yield
    finally:
        if not collecting:
            gc.disable()
        gc.set_threshold(*often)
        gc.unfreeze()


def skip_final_collection() -> None:
    """Before a process ends: skip the search for cycles in memory that the system frees at once."""
    gc.disable()
    gc.freeze()
