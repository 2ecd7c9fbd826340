"""Options that several commands of the Ruhroh family take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

FINE, WRONG, BLOCKED = 0, 1, 2
"""Exit codes: fine; something given is wrong, or evidence changed; sound, and must not be published."""

PINNED = "ruhroh/0.7"
SCENARIOS, SUITES = Path("scenarios"), Path("suites")

ScenarioDir = Annotated[Path, typer.Option("--scenario-dir", help="Folder of scenarios.")]
SuiteDir = Annotated[Path, typer.Option("--suite-dir", help="Folder of suites.")]
Suite = Annotated[str, typer.Option("--suite", help="Id of the suite.", show_default=False)]
Plans = Annotated[
    list[Path] | None,
    typer.Option("--run-plan", help="The run plan; give all parts of a sharded one.", show_default=False),
]
Ledger = Annotated[
    Path | None, typer.Option("--rerun-ledger", help="Decisions about missing samples.", show_default=False)
]
Calibration = Annotated[
    Path | None,
    typer.Option("--calibration", help="Report of the evaluator's calibration.", show_default=False),
]
Rubric = Annotated[str, typer.Option("--rubric", help="The rubric that pins all constants.")]
Gate = Annotated[
    bool,
    typer.Option("--require-publishable", help="Exit with 2 when something stands against publication."),
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, help="Processes; one per processor by default.", show_default=False),
]
Results = Annotated[Path, typer.Argument(help="Folder of results at any depth, or one loop result.")]
