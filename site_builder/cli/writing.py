"""Files that commands write where they are told to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from site_builder.errors import Problem
from site_builder.sources.files import shown
from site_builder.sources.replacing import replace_texts


def write_texts(texts: Mapping[Path, str]) -> Problem | None:
    """Write files whole, all or none; return what is wrong when they cannot be written."""
    try:
        replace_texts(texts)
    except OSError as error:
        names = [shown(path.as_posix()) for path in texts]
        why = error.strerror or "unknown reason"
        return Problem(
            file=names[0],
            code="file.not-written",
            message=f"The system refuses to write {' and '.join(names)} ({why}).",
            advice="Check permissions and free space, or name another place; what was there is as it was.",
        )
    return None
