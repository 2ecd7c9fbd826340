"""The commands of the Ruhroh family that check what was written: packs, targets, evidence, claims."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

import click

from site_builder.cli.options import PATH, json_option
from site_builder.cli.report import Reporter, number_of
from site_builder.cli.ruhroh_options import (
    BLOCKED,
    FINE,
    SUITES,
    WRONG,
    require_publishable_option,
    results_argument,
    rubric_option,
    scenario_dir_option,
    suite_dir_option,
)
from site_builder.errors import Problem


@click.command("validate-claim")
@click.argument("path", type=PATH, help="The claim.")
@click.option("--verify-sources", is_flag=True, help="Compute the digest of every source anew.")
@require_publishable_option
@json_option
def validate_claim(*, path: Path, verify_sources: bool, require_publishable: bool, as_json: bool) -> None:
    """Check that a claim is coherent, that its evidence is unchanged, and whether it may be published.

    Exit codes: 0 sound; 1 incoherent, or a file it stands on changed; 2 blocked, with --require-publishable.

    \b
    site-builder claim runs/ruhroh/campaigns/harness-duel/results --out claim
    site-builder validate-claim claim/benchmark-claim.json --verify-sources
    """
    from site_builder.cli.ruhroh_compare import read_claim
    from site_builder.sources.importers.ruhroh.claims import verification_problems, verify
    from site_builder.studies.ruhroh.claim_check import check_claim, publication

    say, shown = Reporter(as_json=as_json), path.as_posix()
    value, faults = read_claim(path, check_claim)
    sound = not faults
    verified = verify(value, path) if verify_sources and sound else ()
    problems = list(faults)
    problems += verification_problems(verified, shown) if verify_sources and sound else ()
    reasons = publication(value) if sound else ()
    document = {"path": shown, "valid": sound, "publishable": sound and not reasons, "reasons": reasons}
    say.machine({**document, "verified": verified, "problems": problems})
    say.problems(problems, everything=True)
    if any(problem.severity == "error" for problem in problems):
        sys.exit(WRONG)
    unchanged = f", {len(verified)} files unchanged" if verify_sources else ""
    say.say(f"{shown}: coherent{unchanged}; {_verdict(reasons)}")
    sys.exit(BLOCKED if require_publishable and reasons else FINE)


@click.command("validate-summary")
@click.argument("path", type=PATH, help="The summary.")
@json_option
def validate_summary(*, path: Path, as_json: bool) -> None:
    """Check that a summary is coherent: rates follow from counts, totals from rows.

    Exit codes: 0 sound; 1 incoherent.

    \b
    site-builder validate-summary claim/benchmark-summary.json
    """
    from site_builder.cli.ruhroh_compare import read_claim
    from site_builder.studies.ruhroh.claim_check import check_summary

    _, faults = read_claim(path, check_summary)
    _finish(Reporter(as_json=as_json), {"path": path.as_posix(), "valid": not faults}, faults)


@click.command("validate-artifacts")
@results_argument
@json_option
def validate_artifacts(*, results: Path, as_json: bool) -> None:
    """Check the evidence beside every result: is it there, and is it what it says it is.

    Exit codes: 0 sound, warnings allowed; 1 something is missing or wrong, or there are no results.

    \b
    site-builder validate-artifacts results
    """
    from site_builder.cli.ruhroh_compare import artifact_problems

    root, problems = artifact_problems(results)
    document = {"results": len(root.samples), "checks": root.checks}
    _finish(Reporter(as_json=as_json), document, problems)


@click.command("validate-targets")
@click.argument("path", type=PATH, help="The target configuration.")
@json_option
def validate_targets(*, path: Path, as_json: bool) -> None:
    """Check a target configuration: are its rows complete, and do they fit their stream.

    Exit codes: 0 sound, warnings allowed; 1 something is wrong.

    \b
    site-builder validate-targets runs/ruhroh/targets/native-stack.json
    """
    from site_builder.sources.importers.ruhroh.target_configs import read_target_config

    found = read_target_config(path, path.as_posix())
    document = {"valid": found.valid, "stream": found.stream, "targets": found.targets}
    _finish(Reporter(as_json=as_json), document, found.problems)


@click.command()
@scenario_dir_option
@click.option("--suite-dir", type=PATH, help="Folder of suites; none by default.")
@rubric_option
@json_option
def validate(*, scenario_dir: Path, suite_dir: Path | None, rubric: str, as_json: bool) -> None:
    """Check scenarios, and suites against them: form, governance, doubts about the evaluation.

    Exit codes: 0 sound, warnings allowed; 1 something is wrong.

    \b
    site-builder validate --scenario-dir runs/ruhroh/scenarios --suite-dir runs/ruhroh/suites
    """
    from site_builder.cli.ruhroh_compare import pinned_settings
    from site_builder.sources.importers.ruhroh.packs import no_suite, read_pack

    pack = read_pack(scenario_dir, suite_dir, pinned_settings(rubric))
    problems = [*pack.problems, *(no_suite(suite_dir, pack) if suite_dir is not None else ())]
    problems += [problem for scenario in pack.scenarios for problem in scenario.problems]
    problems += [problem for suite in pack.suites for problem in suite.problems]
    valid = not any(problem.severity == "error" for problem in problems)
    document = {"valid": valid, "scenarios": pack.scenarios, "suites": pack.suites}
    suites = "no folder of suites named" if suite_dir is None else number_of(len(pack.suites), "suite")
    read = f"{number_of(len(pack.scenarios), 'scenario')}, {suites}"
    _finish(Reporter(as_json=as_json), document, problems, read)


@click.command("inspect-pack")
@scenario_dir_option
@suite_dir_option
@click.option("--require-calibrated", is_flag=True, help="Treat incomplete calibration as not ready.")
@click.option("--require-risk-reviewed", is_flag=True, help="Treat missing risk reviews as not ready.")
@rubric_option
@json_option
def inspect_pack(
    *,
    scenario_dir: Path,
    suite_dir: Path,
    require_calibrated: bool,
    require_risk_reviewed: bool,
    rubric: str,
    as_json: bool,
) -> None:
    """Say whether a pack of scenarios and suites is ready to collect with, and what collecting takes.

    Exit codes: 0 ready; 1 not ready.

    \b
    site-builder inspect-pack --scenario-dir runs/ruhroh/scenarios --suite-dir runs/ruhroh/suites
    """
    from site_builder.cli.ruhroh_compare import pinned_settings
    from site_builder.cli.ruhroh_say import say_readiness
    from site_builder.sources.importers.ruhroh.packs import no_suite, read_pack
    from site_builder.studies.ruhroh.pack import inspect
    from site_builder.studies.ruhroh.report import inspection_report

    say = Reporter(as_json=as_json)
    pack = read_pack(scenario_dir, suite_dir, pinned_settings(rubric))
    named = suite_dir != SUITES or suite_dir.is_dir()
    problems = (*pack.problems, *(no_suite(suite_dir, pack) if named else ()))
    found = inspect(
        pack.scenarios,
        pack.suites,
        require_calibrated=require_calibrated,
        require_reviewed=require_risk_reviewed,
    )
    say.machine({**inspection_report(found), "problems": problems})
    say.problems(problems, everything=True)
    say_readiness(say, found.readiness, problems=bool(problems))
    sys.exit(FINE if found.readiness.ready and not problems else WRONG)


def _verdict(reasons: tuple[str, ...]) -> str:
    return f"not to be published: {'; '.join(reasons)}" if reasons else "nothing stands against publishing it"


def _finish(say: Reporter, document: dict[str, Any], problems: Iterable[Problem], read: str = "") -> NoReturn:
    """Say what is wrong, after what was read, and leave."""
    problems = tuple(problems)
    say.machine({**document, "problems": problems})
    say.problems(problems, everything=True)
    wrong = sum(problem.severity == "error" for problem in problems)
    counts = number_of(wrong, "error"), number_of(len(problems) - wrong, "warning")
    found = ", ".join(counts) if problems else "Nothing is wrong."
    say.say(f"Read {read}. {found}" if read else found)
    sys.exit(WRONG if wrong else FINE)
