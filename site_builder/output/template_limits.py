"""What one page may take where a project's own templates are at work: so much memory, so much time.

Templates are the project's own, so nothing here is a border against anybody: a slip such as an endless loop
should end in words, and not in a machine without memory. Templates that ship with the program have no limits,
and cost nothing more.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from jinja2 import TemplateRuntimeError

from site_builder.garbage_collection import collection_off

try:
    import resource
except ImportError:  # no POSIX system
    resource = None  # type: ignore[assignment]

MEMORY = 1 << 30
"""Bytes that a page may take beside what the program has."""
SECONDS = 30.0
"""Processor time of a page; usual ones take less than a hundredth of it."""
CHARACTERS = 50_000_000
"""Of the finished page."""
_STATM = Path("/proc/self/statm")


class EndlessTemplateError(TemplateRuntimeError):
    """A page was not finished within ``SECONDS``."""


class TemplateLimits:
    """Holds pages to their limits, one at a time. After one that did not end, a process tries no other."""

    def __init__(self) -> None:
        self._endless: EndlessTemplateError | None = None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Raise ``MemoryError`` or ``EndlessTemplateError`` in what is done inside when it takes too much.

        Memory is not limited where the system cannot do so, nor time in threads beside the main one.
        """
        if self._endless is not None:
            raise self._endless
        with ExitStack() as limits:
            # A signal that arrives in a callback of the collector is lost: nothing can be raised from there.
            limits.enter_context(collection_off())
            limits.enter_context(_limited_memory())
            limits.enter_context(_limited_time())
            try:
                yield
            except EndlessTemplateError as error:
                self._endless = error
                raise


@contextmanager
def _limited_memory() -> Iterator[None]:
    try:
        present = int(_STATM.read_text().split()[0]) * resource.getpagesize()
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    except (OSError, AttributeError, ValueError):
        yield
        return
    stated = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (min([present + MEMORY, *stated]), hard))
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@contextmanager
def _limited_time() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(
        signal.ITIMER_PROF, SECONDS, SECONDS
    )  # again, where a first time was taken for another fault
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _stop(*_: Any) -> None:
    raise EndlessTemplateError(f"it does not end within {SECONDS:g} seconds")
