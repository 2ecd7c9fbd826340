"""Load everything that a comparison was asked about, or say what of it cannot be used."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from site_builder.errors import Loaded, Problem
from site_builder.records.ruhroh_campaign import CalibrationReport, RerunLedger, RunPlan, Suite
from site_builder.sources.importers.ruhroh.calibrations import read_calibration
from site_builder.sources.importers.ruhroh.documents import fault
from site_builder.sources.importers.ruhroh.plans import join_plans, read_ledger, read_plan
from site_builder.sources.importers.ruhroh.results import ResultRoot, read_results
from site_builder.sources.importers.ruhroh.suites import FILE as SUITE_FILE
from site_builder.sources.importers.ruhroh.suites import find_suites, read_suite
from site_builder.sources.unlisted import why_unlisted
from site_builder.studies.ruhroh.comparison import Campaign
from site_builder.studies.ruhroh.settings import Settings

DEFAULT_SUITES = Path("suites")


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be compared, by paths as the caller gave them."""

    results: Path
    """A result root, or one loop result."""
    suite_dir: Path | None = None
    suite: str = ""
    """Id of the suite; empty for a comparison without one."""
    plans: tuple[Path, ...] = ()
    """One run plan, or all parts of a sharded one."""
    ledger: Path | None = None
    calibration: Path | None = None
    base: Path = Path()
    """Folder that the paths shown to readers are relative to; the working folder by default."""

    def label(self, path: Path) -> str:
        """Return a path as readers know it."""
        inside = path.is_relative_to(self.base)
        return path.relative_to(self.base).as_posix() if inside else path.as_posix()


class LoadedCampaign(msgspec.Struct, frozen=True):
    """A campaign with the root its samples were read from."""

    campaign: Campaign
    root: ResultRoot
    base: Path
    """What the shown paths are relative to."""


def load_campaign(request: Request, settings: Settings) -> Loaded[LoadedCampaign]:
    """Read results, suite, plan, ledger and calibration.

    A wrong suite, plan, ledger or calibration leaves nothing to compare, and so does a root without results.
    A result that cannot be read is a problem, and the others are compared.
    """
    problems: list[Problem] = []
    suite = _suite(request, settings, problems)
    plan = _plan(request, problems)
    ledger = _ledger(request, problems)
    calibration = _calibration(request, problems)
    if any(problem.severity == "error" for problem in problems):
        return Loaded(None, tuple(problems))
    root = read_results(request.results, request.label(request.results))
    problems += root.problems
    wanted = suite.scenario_ids if suite else None
    if not any(wanted is None or sample.scenario_id in wanted for sample in root.samples):
        problems.append(_nothing(request))
        return Loaded(None, tuple(problems))
    campaign = Campaign(
        samples=root.samples,
        artifacts=root.checks,
        problems=tuple(problems),
        suite=suite,
        plan=plan,
        ledger=ledger,
        calibration=calibration,
    )
    return Loaded(LoadedCampaign(campaign, root, request.base), tuple(problems))


def _suite(request: Request, settings: Settings, problems: list[Problem]) -> Suite | None:
    """Return the suite that is asked for. Every suite beside it has to be readable: ids must be unique."""
    if not request.suite:
        return None
    folder = request.suite_dir or DEFAULT_SUITES
    found: dict[str, Suite] = {}
    for path in find_suites(folder):
        item = read_suite(path, request.label(path), settings.terse_review)
        problems += item.problems
        if item.suite is not None and item.suite.id in found:
            message = f"The suite {item.suite.id} is written in two files."
            problems.append(fault(item.path, "/id", "suite.duplicate", message, "Give each its own id."))
        elif item.suite is not None:
            found[item.suite.id] = item.suite
    if request.suite not in found:
        problems.append(_no_suite(request, folder, found))
    return found.get(request.suite)


def _plan(request: Request, problems: list[Problem]) -> RunPlan | None:
    parts = []
    for path in request.plans:
        loaded = read_plan(path, request.label(path))
        problems += loaded.problems
        if loaded.value is not None:
            parts.append(loaded.value)
    if not parts or len(parts) != len(request.plans):
        return None
    joined = join_plans(parts)
    problems += joined.problems
    return joined.value


def _ledger(request: Request, problems: list[Problem]) -> RerunLedger | None:
    if request.ledger is None:
        return None
    if not request.plans:
        message = "A rerun ledger decides on planned samples, and no plan was given."
        advice = "Give the run plan as well."
        problems.append(
            fault(request.label(request.ledger), "", "ruhroh.ledger-without-plan", message, advice)
        )
        return None
    loaded = read_ledger(request.ledger, request.label(request.ledger))
    problems += loaded.problems
    return loaded.value


def _calibration(request: Request, problems: list[Problem]) -> CalibrationReport | None:
    if request.calibration is None:
        return None
    loaded = read_calibration(request.calibration, request.label(request.calibration))
    problems += loaded.problems
    return loaded.value


def _no_suite(request: Request, folder: Path, found: Iterable[str]) -> Problem:
    names = ", ".join(found)
    why = why_unlisted(folder)
    if why:
        message = f"The folder of the suite {request.suite} cannot be listed ({why})."
        advice = "Check its permissions: reading and entering it must be allowed."
    elif names:
        message, advice = f"There is no suite {request.suite} here.", f"Name one of these: {names}."
    else:
        message = f"There is no suite {request.suite} here, nor any other that can be used."
        advice = (
            f"Name the folder in which the suite or the folders of suites lie, each with its {SUITE_FILE}."
        )
    return fault(request.label(folder), "", "suite.unknown", message, advice)


def _nothing(request: Request) -> Problem:
    where = f" for the suite {request.suite}" if request.suite else ""
    return fault(
        request.label(request.results),
        "",
        "ruhroh.no-results",
        f"There is no loop result{where} here.",
        "Name a folder that holds loop results, at any depth.",
    )
