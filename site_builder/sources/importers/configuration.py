"""What an importer is told besides the folders to read."""

from __future__ import annotations

from pathlib import Path

import msgspec

from site_builder.sources.files import name_below, shown


class ImportConfig(msgspec.Struct, frozen=True, kw_only=True):
    """Plain values that can be sent to another process."""

    project: Path
    """Root of the project, absolute; folders are named relative to it."""
    linter_configuration: Path
    """``standard_ruff.toml`` of the rubric; its bytes are part of every content key."""
    lint_seconds: float = 20.0
    """Time for one process of the linter, which works on the files of a whole batch; a run that it fails on
    costs up to three times as much."""
    file_seconds: float = 20.0
    """Time for one large source file, which is measured in a process of its own."""


def label_of(folder: Path, config: ImportConfig) -> str:
    """Return a folder as readers know it: relative to the project, or its name when it lies outside."""
    try:
        return shown(name_below(config.project, folder))
    except ValueError:
        return shown(folder.name)
