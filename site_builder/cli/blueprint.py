"""The commands of the Blueprint family: ``dry-run`` and ``gate``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from site_builder.cli.options import HERE, Json

RubricsOf = Annotated[
    Path,
    typer.Option(
        "--project", "-C", help="Folder whose rubric_versions/ are looked at first.", show_default=False
    ),
]
PUBLISHED, TEXT = "blueprint/2.0.0", "blueprint/3.0"


def register(app: typer.Typer) -> None:
    """Add the commands to an application."""
    app.command("dry-run")(dry_run)
    app.command("gate")(gate)


def dry_run(
    *,
    suite: Annotated[Path, typer.Argument(help="Folder of the suite, which holds suite.yaml.")],
    check: Annotated[
        bool, typer.Option("--check", help="Compare with the suite's dry-run.json, byte for byte.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the record into this file.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Validate a suite and count what every model would be given; run no model.

    Cases, references, prompt coverage and the frozen baselines are checked, and every input is composed,
    counted and digested. Metrics of behaviour stay blocked. What keeps every run of the suite from passing
    the gate of blueprint/3.0 is a warning. With --check nothing is written unless the record
    of the suite is current.

    \b
    site-builder dry-run runs/blueprint/harbour-office/suite --check
    site-builder dry-run runs/blueprint/harbour-office/suite --output dry-run.json

    Exit codes: 0 fine; 1 the suite is wrong or its record is stale.
    """
    from site_builder.cli.dry_running import run_dry
    from site_builder.cli.report import Reporter

    raise typer.Exit(run_dry(Reporter(as_json=as_json), suite, TEXT, check=check, output=output))


def gate(
    *,
    run: Annotated[Path, typer.Argument(help="Folder of the recorded run, which holds run.json.")],
    suite: Annotated[
        Path | None,
        typer.Option(
            "--suite", "-s", help="Suite of the run; by default suite/ or suite.json beside the run."
        ),
    ] = None,
    rubric: Annotated[
        str | None,
        typer.Option("--rubric", "-r", help=f"{TEXT} (the text, the default) or {PUBLISHED} (the scorer)."),
    ] = None,
    upstream_shape: Annotated[
        bool,
        typer.Option(
            "--upstream-shape", help=f"Print the result as the published scorer does ({PUBLISHED})."
        ),
    ] = False,
    as_json: Json = False,
    project: RubricsOf = HERE,
) -> None:
    """Judge a recorded run: may the v3 prompts be released?

    All eight checks must hold. A run that is incomplete or not well formed is rejected with every reason, not
    only the first.

    \b
    site-builder gate runs/blueprint/harbour-office/2026-09-14-aurora-large
    site-builder gate RUN --rubric blueprint/2.0.0 --json
    site-builder gate RUN --json --upstream-shape

    Exit codes: 0 passed; 1 failed; 2 rejected, or the command was not understood.
    """
    from site_builder.cli.gating import run_gate
    from site_builder.cli.report import Reporter

    if upstream_shape and rubric not in (None, PUBLISHED):
        raise typer.BadParameter(f"--upstream-shape is the shape of {PUBLISHED}; leave out --rubric")
    wanted = rubric or (PUBLISHED if upstream_shape else TEXT)
    reporter = Reporter(as_json=as_json or upstream_shape)
    raise typer.Exit(run_gate(reporter, run, suite, wanted, project, upstream_shape=upstream_shape))
