"""Folders that cannot be listed: what they may hold is reported as left out, never silently absent."""

from __future__ import annotations

import os
from pathlib import Path

from site_builder.errors import Problem


def why_unlisted(folder: Path) -> str:
    """Return why what lies in a folder cannot be seen, as the system says it; empty where it can.

    Empty as well for a file, and for what is not there.
    """
    try:
        with os.scandir(folder):
            os.stat(f"{os.fspath(folder)}{os.sep}{os.curdir}")
    except (NotADirectoryError, FileNotFoundError):
        return ""
    except OSError as error:
        return error.strerror or "unknown reason"
    return ""


def unlisted_problem(label: str, why: str, what: str, *, run: str = "") -> Problem:
    """Return the problem of the folder that readers know as ``label``; ``what`` says what comes of it.

    ``run`` is the name of the folder where it is an export.
    """
    return Problem(
        file=label,
        code="file.folder-unreadable",
        message=f"The folder cannot be listed ({why}); {what}.",
        advice="Check its permissions: reading and entering it must be allowed.",
        run=run,
    )
