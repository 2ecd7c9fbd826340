"""Read a pack: all scenarios and suites of two folders, and select from them what a plan is made for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from site_builder.errors import Loaded, Problem
from site_builder.records.ruhroh_campaign import Suite
from site_builder.records.ruhroh_pack import Scenario, SuiteFile
from site_builder.sources.importers.ruhroh.documents import fault
from site_builder.sources.importers.ruhroh.scenarios import find_scenarios, read_scenario
from site_builder.sources.importers.ruhroh.suites import find_suites, membership, read_suite
from site_builder.studies.ruhroh.order import collated
from site_builder.studies.ruhroh.settings import Settings


class Pack(msgspec.Struct, frozen=True):
    """What two folders hold."""

    scenarios: tuple[Scenario, ...]
    """In the order of their folders."""
    suites: tuple[SuiteFile, ...]
    """With the problems of their membership."""
    problems: tuple[Problem, ...] = ()
    """Of the pack as a whole."""

    @property
    def valid(self) -> bool:
        """Whether nothing in it is wrong."""
        scenarios, suites = self.scenarios, self.suites
        return not self.problems and all([item.valid for item in scenarios] + [item.valid for item in suites])


def read_pack(scenario_dir: Path | None, suite_dir: Path | None, settings: Settings) -> Pack:
    """Read a pack. Without a folder of scenarios, suites are not asked whether their members exist."""
    scenarios: tuple[Scenario, ...] = ()
    problems: list[Problem] = []
    if scenario_dir is not None:
        found = find_scenarios(scenario_dir)
        scenarios = tuple(read_scenario(path, path.as_posix(), settings) for path in found)
        problems += _folder_faults(scenario_dir, scenarios)
    suites = []
    for path in find_suites(suite_dir) if suite_dir is not None else ():
        item = read_suite(path, path.as_posix(), settings.terse_review)
        if scenario_dir is not None:
            members = {scenario.id: scenario.version for scenario in scenarios if scenario.id}
            more = (*item.problems, *membership(item, members))
            item = msgspec.structs.replace(item, problems=more)
        suites.append(item)
    return Pack(scenarios, tuple(suites), tuple(problems))


def no_suite(folder: Path, pack: Pack) -> tuple[Problem, ...]:
    """Return what is wrong with a folder of suites that was named and in which none was found."""
    if pack.suites:
        return ()
    message = "There is no suite here." if folder.is_dir() else "The folder does not exist."
    advice = "Put each suite into a file suite.json, in this folder or in a folder of its own below it."
    return (fault(folder.as_posix(), "", "suite.none", message, advice),)


def select(
    pack: Pack, suite_id: str, scenario_id: str, tier: str, folders: tuple[Path, Path]
) -> Loaded[tuple[Suite | None, tuple[Scenario, ...]]]:
    """Return the suite and the scenarios that a plan is made for.

    A suite gives its members in its own order; else one scenario, or all of a tier, or all, by name. What is
    selected has to be valid. ``folders`` are those of the scenarios and of the suites.
    """
    by_id = {scenario.id: scenario for scenario in pack.scenarios}
    suite = None
    if suite_id:
        chosen = [item for item in pack.suites if item.suite is not None and item.suite.id == suite_id]
        if not chosen or not chosen[0].valid:
            return Loaded(None, _not_usable(suite_id, chosen, pack, folders[1]))
        suite = chosen[0].suite
        assert suite is not None
        scenarios = [by_id[name] for name in suite.scenario_ids]
    else:
        scenarios = sorted(pack.scenarios, key=lambda scenario: (collated(scenario.id), scenario.path))
    scenarios = [item for item in scenarios if scenario_id in ("", item.id) and tier in ("", item.tier)]
    wrong = tuple(p for item in scenarios for p in item.problems if p.severity == "error")
    if wrong or not scenarios:
        message = "No scenario is selected."
        nothing = fault(
            folders[0].as_posix(),
            "",
            "scenario.none-selected",
            message,
            "Name a suite or scenarios that exist.",
        )
        return Loaded(None, wrong or (nothing,))
    return Loaded((suite, tuple(scenarios)))


def _not_usable(suite_id: str, chosen: Sequence[SuiteFile], pack: Pack, folder: Path) -> tuple[Problem, ...]:
    if chosen:
        return chosen[0].problems
    if missing := no_suite(folder, pack):
        return missing
    known = ", ".join(item.suite.id for item in pack.suites if item.suite is not None)
    message = f"There is no suite {suite_id} here; found: {known or 'none that can be read'}."
    wrong = (problem for item in pack.suites if item.suite is None for problem in item.problems)
    return (fault(folder.as_posix(), "", "suite.unknown", message, "Name one that is found."), *wrong)


def _folder_faults(folder: Path, scenarios: Sequence[Scenario]) -> list[Problem]:
    if not scenarios:
        message = "There is no scenario here."
        advice = "Name a folder that holds scenario.json, or folders that do."
        return [fault(folder.as_posix(), "", "scenario.none", message, advice)]
    seen: dict[str, str] = {}
    problems = []
    for scenario in scenarios:
        if scenario.id in seen:
            message = f"The id {scenario.id} is that of {seen[scenario.id]} as well."
            problems.append(fault(scenario.path, "/id", "scenario.duplicate", message, "Give it its own id."))
        elif scenario.id:
            seen[scenario.id] = scenario.path
    return problems
