"""The commands of the Ruhroh family: plan a campaign, compare its results, claim."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from site_builder.cli.options import PATH, jobs_option, json_option
from site_builder.cli.report import Reporter
from site_builder.cli.ruhroh_options import (
    BLOCKED,
    FINE,
    WRONG,
    calibration_option,
    require_publishable_option,
    rerun_ledger_option,
    results_argument,
    rubric_option,
    run_plan_option,
    scenario_dir_option,
    suite_dir_option,
    suite_option,
)
from site_builder.errors import CannotBuild, Problem

if TYPE_CHECKING:
    from site_builder.sources.importers.ruhroh.campaigns import LoadedCampaign, Request
    from site_builder.studies.ruhroh.comparison import Comparison

GENERATED = Path(".generated/ruhroh")


@click.command()
@scenario_dir_option
@suite_dir_option
@suite_option
@click.option("--scenario", default="", help="One scenario only.", show_default=False)
@click.option("--tier", default="", help="Scenarios of one tier only.", show_default=False)
@click.option("--adapter", multiple=True, help="Adapter; may be repeated.")
@click.option("--target-config", type=PATH, help="Targets instead of adapters.")
@click.option("--target", multiple=True, help="Only this target; may be repeated.")
@click.option("--runs", type=click.IntRange(min=1), default=1, help="Repeats of every scenario and target.")
@click.option("--shard", default="", help="One part of the matrix, like 2/3.", show_default=False)
@click.option("--generated-dir", type=PATH, default=GENERATED, help="Where the plan is written.")
@click.option("--created-at", default="", help="Time to record.", show_default=False)
@rubric_option
@json_option
def plan(
    *,
    scenario_dir: Path,
    suite_dir: Path,
    suite: str,
    scenario: str,
    tier: str,
    adapter: tuple[str, ...],
    target_config: Path | None,
    target: tuple[str, ...],
    runs: int,
    shard: str,
    generated_dir: Path,
    created_at: str,
    rubric: str,
    as_json: bool,
) -> None:
    """Write the matrix of samples to collect: ids, seeds and targets, the same on every machine.

    A shard takes every N-th sample and changes nothing about them; results that were collected apart are put
    together by copying the folders into one. Exit codes: 0 written; 1 something given is wrong.

    \b
    site-builder plan --suite garden-desk --target-config targets.json --runs 3 --shard 1/2
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
        adapters=adapter,
        target_config=target_config,
        only=target,
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


@click.command()
@results_argument
@suite_dir_option
@suite_option
@run_plan_option
@rerun_ledger_option
@calibration_option
@click.option("--benchmark-claim", type=PATH, help="Write the claim here.")
@click.option("--benchmark-summary", type=PATH, help="Write the summary here.")
@require_publishable_option
@rubric_option
@jobs_option
@json_option
def compare(
    *,
    results: Path,
    suite_dir: Path,
    suite: str,
    run_plan: tuple[Path, ...],
    rerun_ledger: Path | None,
    calibration: Path | None,
    benchmark_claim: Path | None,
    benchmark_summary: Path | None,
    require_publishable: bool,
    rubric: str,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Compare cohorts of samples, and say whether anything about them may be claimed.

    The comparison is printed also when it must not be published, with every reason and its remedy. Exit
    codes: 0 compared; 1 something given is wrong, or a result cannot be read; 2 blocked, with
    --require-publishable.

    \b
    site-builder compare results --suite garden-desk
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


@click.command()
@results_argument
@click.option("--out", "-o", type=PATH, default=Path("claim"), help="Folder for claim and summary.")
@suite_dir_option
@suite_option
@run_plan_option
@rerun_ledger_option
@calibration_option
@require_publishable_option
@rubric_option
@jobs_option
@json_option
def claim(
    *,
    results: Path,
    out: Path,
    suite_dir: Path,
    suite: str,
    run_plan: tuple[Path, ...],
    rerun_ledger: Path | None,
    calibration: Path | None,
    require_publishable: bool,
    rubric: str,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Write a claim and its summary, with the digest of everything they stand on.

    A claim that must not be published is written too, and says so. Exit codes are those of `compare`.

    \b
    site-builder claim results --suite garden-desk --out claim
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
    plans: tuple[Path, ...],
    *,
    ledger: Path | None,
    calibration: Path | None,
) -> Request:
    from site_builder.sources.importers.ruhroh.campaigns import Request

    return Request(
        results=results,
        suite_dir=suite_dir,
        suite=suite,
        plans=plans,
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
    sys.exit(WRONG if wrong else BLOCKED if blocked else FINE)


def _refuse(say: Reporter, problems: tuple[Problem, ...]) -> NoReturn:
    say.cannot(problems)
    sys.exit(WRONG)
