"""How words look on a terminal; where output is no terminal, they are plain (``report``)."""

from __future__ import annotations

from click import style


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
