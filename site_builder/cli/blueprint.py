"""The commands of the Blueprint family: ``dry-run`` and ``gate``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from site_builder.cli.options import HERE, PATH, json_option

PUBLISHED, TEXT = "blueprint/2.0.0", "blueprint/3.0"


@click.command("dry-run")
@click.argument("suite", type=PATH, help="Folder of the suite, which holds suite.yaml.")
@click.option("--check", is_flag=True, help="Compare with the suite's dry-run.json, byte for byte.")
@click.option("--output", "-o", type=PATH, help="Write the record into this file.")
@json_option
def dry_run(*, suite: Path, check: bool, output: Path | None, as_json: bool) -> None:
    """Validate a suite and count what every model would be given; run no model.

    Cases, references, prompt coverage and the frozen baselines are checked, and every input is composed,
    counted and digested. Metrics of behaviour stay blocked. Anything that would keep every run of the suite
    from passing the gate of blueprint/3.0 is reported as a warning. With --check, --output is written only
    if the record of the suite is current.

    \b
    site-builder dry-run runs/blueprint/harbour-office/suite --check
    site-builder dry-run runs/blueprint/harbour-office/suite --output dry-run.json

    Exit codes: 0 fine; 1 the suite is wrong or its record is stale.
    """
    from site_builder.cli.dry_running import run_dry
    from site_builder.cli.report import Reporter

    sys.exit(run_dry(Reporter(as_json=as_json), suite, TEXT, check=check, output=output))


@click.command()
@click.argument("run", type=PATH, help="Folder of the recorded run, which holds run.json.")
@click.option(
    "--suite", "-s", type=PATH, help="Suite of the run; by default suite/ or suite.json beside the run."
)
@click.option("--rubric", "-r", help=f"{TEXT} (the text, the default) or {PUBLISHED} (the scorer).")
@click.option(
    "--upstream-shape", is_flag=True, help=f"Print the result as the published scorer does ({PUBLISHED})."
)
@json_option
@click.option(
    "--project",
    "-C",
    type=PATH,
    default=HERE,
    show_default=False,
    help="Folder whose rubric_versions/ are searched first.",
)
def gate(
    *, run: Path, suite: Path | None, rubric: str | None, upstream_shape: bool, as_json: bool, project: Path
) -> None:
    """Judge a recorded run: may the newer prompts be released?

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
        raise click.BadParameter(f"--upstream-shape is the shape of {PUBLISHED}; leave out --rubric")
    wanted = rubric or (PUBLISHED if upstream_shape else TEXT)
    reporter = Reporter(as_json=as_json or upstream_shape)
    sys.exit(run_gate(reporter, run, suite, wanted, project, upstream_shape=upstream_shape))
