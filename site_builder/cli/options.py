"""Options that more than one command takes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

HERE = Path()

Folder = Annotated[
    Path,
    typer.Option("--project", "-C", help="The project folder, which holds site.yaml.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout instead of prose.")]
Strict = Annotated[bool, typer.Option("--strict", help="Warnings, too, make the exit code 1.")]
NoCache = Annotated[
    bool, typer.Option("--no-cache", help="Measure every run again and leave .proofboard/ alone.")
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, help="Processes that work; one per processor by default."),
]
Date = Annotated[
    str | None,
    typer.Option(
        "--date", help="UTC day to write down, 2026-09-30; of SOURCE_DATE_EPOCH or today by default."
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would be added, and add nothing.")]
