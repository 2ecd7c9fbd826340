"""The commands of the Ruhroh family: plan a campaign, compare its results, claim."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from site_builder.cli.options import Json
from site_builder.cli.report import Reporter
from site_builder.cli.ruhroh_checks import CHECKS
from site_builder.cli.ruhroh_options import (
    BLOCKED,
    FINE,
    PINNED,
    SCENARIOS,
    SUITES,
    WRONG,
    Calibration,
    Gate,
    Jobs,
    Ledger,
    Plans,
    Results,
    Rubric,
    ScenarioDir,
    Suite,
    SuiteDir,
)
from site_builder.errors import CannotBuild, Problem

if TYPE_CHECKING:
    from site_builder.sources.importers.ruhroh.campaigns import LoadedCampaign, Request
    from site_builder.studies.ruhroh.comparison import Comparison

GENERATED = Path(".generated/ruhroh")


def register(app: typer.Typer) -> None:
    """Add the commands of this family to an application."""
    own: dict[str, Callable[..., None]] = {"plan": plan, "compare": compare, "claim": claim}
    for name, command in (own | CHECKS).items():
        app.command(name)(command)


def plan(
    *,
    scenario_dir: ScenarioDir = SCENARIOS,
    suite_dir: SuiteDir = SUITES,
    suite: Suite = "",
    scenario: Annotated[str, typer.Option(help="One scenario only.", show_default=False)] = "",
    tier: Annotated[str, typer.Option(help="Scenarios of one tier only.", show_default=False)] = "",
    adapter: Annotated[list[str] | None, typer.Option(help="Adapter; may be repeated.")] = None,
    target_config: Annotated[Path | None, typer.Option(help="Targets instead of adapters.")] = None,
    target: Annotated[list[str] | None, typer.Option(help="Only this target; may be repeated.")] = None,
    runs: Annotated[int, typer.Option(min=1, help="Repeats of every scenario and target.")] = 1,
    shard: Annotated[str, typer.Option(help="One part of the matrix, like 2/3.", show_default=False)] = "",
    generated_dir: Annotated[Path, typer.Option(help="Where the plan is written.")] = GENERATED,
    created_at: Annotated[str, typer.Option(help="Time to record.", show_default=False)] = "",
    rubric: Rubric = PINNED,
    as_json: Json = False,
) -> None:
    """Write the matrix of samples to collect: ids, seeds and targets, the same on every machine.

    A shard takes every N-th sample and changes nothing about them; results that were collected apart are put
    together by copying the folders into one. Exit codes: 0 written; 1 something given is wrong.
    """
    from site_builder.cli.ruhroh_compare import pinned_settings
    from site_builder.cli.ruhroh_plan import PlanRequest, make_plan

    say = Reporter(as_json=as_json)
    request = PlanRequest(
        scenario_dir=scenario_dir,
        suite_dir=suite_dir,
        suite=suite,
        scenario=scenario,
        tier=tier,
        adapters=tuple(adapter or ()),
        target_config=target_config,
        only=tuple(target or ()),
        runs=runs,
        shard=shard,
        generated_dir=generated_dir,
        created_at=created_at,
    )
    made = make_plan(request, pinned_settings(rubric))
    if made.value is None:
        _refuse(say, made.problems)
    path, document, whole = made.value
    samples = len(document["samples"])
    say.machine({"plan": document, "path": path.as_posix(), "samples": samples, "of": whole})
    say.say(f"{path.as_posix()}: {samples} of {whole} samples")


def compare(
    results: Results,
    *,
    suite_dir: SuiteDir = SUITES,
    suite: Suite = "",
    run_plan: Plans = None,
    rerun_ledger: Ledger = None,
    calibration: Calibration = None,
    benchmark_claim: Annotated[Path | None, typer.Option(help="Write the claim here.")] = None,
    benchmark_summary: Annotated[Path | None, typer.Option(help="Write the summary here.")] = None,
    require_publishable: Gate = False,
    rubric: Rubric = PINNED,
    jobs: Jobs = None,
    as_json: Json = False,
) -> None:
    """Compare cohorts of samples, and say whether anything about them may be claimed.

    The comparison is printed also when it must not be published, with every reason and its remedy. Exit
    codes: 0 compared; 1 something given is wrong, or a result cannot be read; 2 blocked, with
    --require-publishable.
    """
    from site_builder.cli.ruhroh_say import say_comparison
    from site_builder.studies.ruhroh.report import report

    say = Reporter(as_json=as_json)
    request = _request(results, suite_dir, suite, run_plan, ledger=rerun_ledger, calibration=calibration)
    loaded, found = _compared(request, rubric, jobs, say)
    if benchmark_claim or benchmark_summary:
        _write(loaded, found, benchmark_claim, benchmark_summary, say)
    say.machine(report(found))
    say_comparison(say, found)
    _leave(found, gate=require_publishable)


def claim(
    results: Results,
    *,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for claim and summary.")] = Path("claim"),
    suite_dir: SuiteDir = SUITES,
    suite: Suite = "",
    run_plan: Plans = None,
    rerun_ledger: Ledger = None,
    calibration: Calibration = None,
    require_publishable: Gate = False,
    rubric: Rubric = PINNED,
    jobs: Jobs = None,
    as_json: Json = False,
) -> None:
    """Write a claim and its summary, with the digest of everything they stand on.

    A claim that must not be published is written too, and says so. Exit codes: as of `compare`.
    """
    from site_builder.cli.ruhroh_say import say_readiness
    from site_builder.studies.ruhroh.report import verdict

    say = Reporter(as_json=as_json)
    request = _request(results, suite_dir, suite, run_plan, ledger=rerun_ledger, calibration=calibration)
    loaded, found = _compared(request, rubric, jobs, say)
    paths = _write(loaded, found, out / "benchmark-claim.json", out / "benchmark-summary.json", say)
    say.machine({"written": [path.as_posix() for path in paths], **verdict(found.readiness)})
    for path in paths:
        say.say(path.as_posix())
    say_readiness(say, found.readiness)
    _leave(found, gate=require_publishable)


def _request(
    results: Path,
    suite_dir: Path,
    suite: str,
    plans: list[Path] | None,
    *,
    ledger: Path | None,
    calibration: Path | None,
) -> Request:
    from site_builder.sources.importers.ruhroh.campaigns import Request

    return Request(
        results=results,
        suite_dir=suite_dir,
        suite=suite,
        plans=tuple(plans or ()),
        ledger=ledger,
        calibration=calibration,
    )


def _compared(
    request: Request, rubric: str, jobs: int | None, say: Reporter
) -> tuple[LoadedCampaign, Comparison]:
    from site_builder.building import processors
    from site_builder.cli.ruhroh_compare import load_and_compare, pinned_settings

    found = load_and_compare(request, pinned_settings(rubric), jobs or processors())
    if found.value is None:
        _refuse(say, found.problems)
    say.problems(found.problems)
    return found.value


def _write(
    loaded: LoadedCampaign, found: Comparison, claim: Path | None, summary: Path | None, say: Reporter
) -> tuple[Path, ...]:
    from site_builder.cli.ruhroh_compare import write_claim

    try:
        return write_claim(loaded, found, claim, summary)
    except CannotBuild as error:
        _refuse(say, error.problems)


def _leave(found: Comparison, *, gate: bool) -> NoReturn:
    wrong = any(problem.severity == "error" for problem in found.problems)
    blocked = gate and not found.readiness.ready
    raise typer.Exit(WRONG if wrong else BLOCKED if blocked else FINE)


def _refuse(say: Reporter, problems: tuple[Problem, ...]) -> NoReturn:
    say.cannot(problems)
    raise typer.Exit(WRONG)
