"""How words look on a terminal; where output is no terminal, they are plain (``report``)."""

from __future__ import annotations

import re

from click import style

STEERING = re.compile(
    "\x1b(?!\\[(?:0|1|2|31|32|33|36)m)"  # all but the colours below
    "|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]"
)
"""What steers a terminal or turns text around; line feeds and tabs are no part of it."""


def unsteered(text: str) -> str:
    """Return text to print, with U+FFFD for what an export may hold to steer the terminal of its reader."""
    return STEERING.sub("\ufffd", text)


def bold(text: str) -> str:
    """Return a heading."""
    return style(text, bold=True)


def dim(text: str) -> str:
    """Return what is said beside."""
    return style(text, dim=True)


def green(text: str) -> str:
    """Return what went well."""
    return style(text, fg="green")


def yellow(text: str) -> str:
    """Return what deserves a look."""
    return style(text, fg="yellow")


def red(text: str) -> str:
    """Return what went wrong."""
    return style(text, fg="red", bold=True)


def cyan(text: str) -> str:
    """Return what is good to know."""
    return style(text, fg="cyan")
