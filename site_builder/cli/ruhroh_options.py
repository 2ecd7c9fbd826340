"""Options that several commands of the Ruhroh family take."""

from __future__ import annotations

from pathlib import Path

import click

from site_builder.cli.options import PATH

FINE, WRONG, BLOCKED = 0, 1, 2
"""Exit codes: fine; something given is wrong, or evidence changed; sound, and must not be published."""

PINNED = "ruhroh/0.7"
SCENARIOS, SUITES = Path("scenarios"), Path("suites")

results_argument = click.argument(
    "results", type=PATH, help="Folder of results at any depth, or one loop result."
)
scenario_dir_option = click.option(
    "--scenario-dir", type=PATH, default=SCENARIOS, help="Folder of scenarios."
)
suite_dir_option = click.option("--suite-dir", type=PATH, default=SUITES, help="Folder of suites.")
suite_option = click.option("--suite", default="", show_default=False, help="Id of the suite.")
run_plan_option = click.option(
    "--run-plan", type=PATH, multiple=True, help="The run plan; give all parts of a sharded one."
)
rerun_ledger_option = click.option("--rerun-ledger", type=PATH, help="Decisions about missing samples.")
calibration_option = click.option("--calibration", type=PATH, help="Report of the evaluator's calibration.")
rubric_option = click.option("--rubric", default=PINNED, help="The rubric that pins all constants.")
require_publishable_option = click.option(
    "--require-publishable", is_flag=True, help="Exit with 2 when something stands against publication."
)
