"""What becomes of a command that is told to stop, by Ctrl-C or by the system."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from types import FrameType

CLEANING_UP_S = 3.0
"""So long after a signal further ones are disregarded: pressing Ctrl-C twice leaves nothing behind."""
BUILDING = ("build", "freeze")
SIGNAL_CODE = 128
"""Added to the number of a signal, it is the exit code, as shells have it."""
_told: list[tuple[int, float]] = []
"""The signals that were heard, each with when."""


def end_at_once() -> None:
    """End this process at the first Ctrl-C, while it only loads itself."""
    _hear(signal.SIGINT, _leave)


def raise_interrupts() -> None:
    """Raise ``KeyboardInterrupt`` at Ctrl-C; in a command that writes a site, at SIGTERM and SIGHUP, too."""
    _hear(signal.SIGINT, _raise)
    if sys.argv[1:2] and sys.argv[1] in BUILDING:
        for number in (signal.SIGTERM, signal.SIGHUP):
            _hear(number, _raise)


def interrupted() -> bool:
    """Return whether a signal was heard: processes and threads may then be in any state."""
    return bool(_told)


def say_interrupted(notes: Sequence[str] = ()) -> int:
    """Say that the command was interrupted, with ``notes`` on what came of it, and return its exit code."""
    if not notes and sys.argv[1:2] == ["build"]:
        notes = ("Nothing was built; a site in place is unchanged.",)
    sys.stderr.write(" ".join(["\nInterrupted.", *notes]) + "\n")
    return SIGNAL_CODE + (_told[-1][0] if _told else signal.SIGINT)


def disregard() -> None:
    """Hear no further signal: the work is done, and only what came of it is left to say."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is _raise:
            signal.signal(number, signal.SIG_IGN)


def _hear(number: signal.Signals, handler: signal._HANDLER) -> None:
    if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup and shells without job control set it
        signal.signal(number, handler)


def _leave(number: int, _: FrameType | None) -> None:
    _told.append((number, time.monotonic()))
    code = say_interrupted()
    sys.stderr.flush()
    os._exit(code)


def _raise(number: int, _: FrameType | None) -> None:
    now = time.monotonic()
    if not _told or now - _told[-1][1] > CLEANING_UP_S:
        _told.append((number, now))
        raise KeyboardInterrupt
