"""A suite's roll-up: what each target covers of the suite. It orders by coverage and name, and ranks nobody.

Point estimates over different scenarios do not say who is better; that is for the pairs (``pairs``), which
know how sure they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from site_builder.records.ruhroh_campaign import Suite
from site_builder.statistics.interval import Interval
from site_builder.statistics.proportions import wilson
from site_builder.statistics.summary import Count, mean
from site_builder.studies.readiness import Check
from site_builder.studies.ruhroh.codes import check
from site_builder.studies.ruhroh.cohorts import Cohort
from site_builder.studies.ruhroh.order import collated
from site_builder.studies.ruhroh.settings import Settings
from site_builder.studies.ruhroh.usage import UsageSummary, roll_up


class RollUp(msgspec.Struct, frozen=True, kw_only=True):
    """One target over the scenarios that were compared."""

    target: str
    adapters: tuple[str, ...]
    target_declared: bool
    expected: int
    """Scenarios of the suite; without a suite those that were compared."""
    covered: int
    missing: tuple[str, ...]
    """Scenarios of the suite without a sample, in the order of the suite."""
    scenario_runs: tuple[Count, ...]
    """Scenario → samples, in the order of the suite."""
    runs: int
    passes: int
    pass_rate: float
    """Over all samples: scenarios with more samples weigh more."""
    pass_rate_interval: Interval
    mean_scenario_pass_rate: float
    """Mean of the pass rates of the covered scenarios."""
    usage: UsageSummary
    satisfied: bool
    """Every scenario is covered with at least the suite's minimum."""
    checks: tuple[Check, ...]
    """Advisories."""


def roll_ups(found: Sequence[Cohort], suite: Suite | None, settings: Settings) -> tuple[RollUp, ...]:
    """Return a roll-up for every target: those that satisfy the suite first, then by name."""
    by_target: dict[str, list[Cohort]] = {}
    for cohort in found:
        by_target.setdefault(cohort.target, []).append(cohort)
    rows = (_row(target, members, suite, settings) for target, members in by_target.items())
    return tuple(sorted(rows, key=lambda row: (not row.satisfied, collated(row.target), row.target)))


def _row(target: str, members: Sequence[Cohort], suite: Suite | None, settings: Settings) -> RollUp:
    by_scenario = {cohort.scenario_id: cohort for cohort in members}
    expected = suite.scenario_ids if suite else tuple(by_scenario)
    missing = tuple(scenario for scenario in expected if scenario not in by_scenario)
    runs, passes = sum(c.runs for c in members), sum(c.passes for c in members)
    interval = wilson(passes, runs, z=settings.z, confidence=settings.confidence)
    assert interval is not None
    low = [c for name in expected if (c := by_scenario.get(name)) is not None and c.directional]
    adapters = {adapter: None for cohort in members for adapter in cohort.adapters}
    return RollUp(
        target=target,
        adapters=tuple(sorted(adapters)),
        target_declared=any(cohort.target_declared for cohort in members),
        expected=len(expected),
        covered=len(members),
        missing=missing,
        scenario_runs=tuple(Count(n, by_scenario[n].runs) for n in expected if n in by_scenario),
        runs=runs,
        passes=passes,
        pass_rate=passes / runs,
        pass_rate_interval=interval,
        mean_scenario_pass_rate=mean([cohort.pass_rate for cohort in members]),
        usage=roll_up([cohort.usage for cohort in members], passes),
        satisfied=not missing and not low,
        checks=tuple(_checks(target, members, missing, low)) if suite else (),
    )


def _checks(
    target: str, members: Sequence[Cohort], missing: Sequence[str], low: Sequence[Cohort]
) -> Iterator[Check]:
    for scenario in missing:
        yield check("rollup-scenario-missing", "advisory", target, scenario, "every scenario of the suite")
    for cohort in low:
        detail = f"{cohort.scenario_id}: {cohort.runs} of {cohort.minimum_runs}"
        yield check("rollup-runs-below-minimum", "advisory", target, detail, "the suite's minimum")
    warned = [cohort.scenario_id for cohort in members if cohort.checks]
    if warned:
        yield check("rollup-cohort-warnings", "advisory", target, ", ".join(warned), "no warnings")
