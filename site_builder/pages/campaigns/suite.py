"""The suite of a campaign: what it locks, what targets cover of it, what became of planned samples."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from site_builder.pages.campaigns.lookup import CampaignPlace
from site_builder.pages.campaigns.parts import (
    Estimated,
    Head,
    cost,
    estimated,
    head_of,
    number_of,
    percentage,
    shown,
)
from site_builder.pages.cells import Cell, as_data
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content
from site_builder.records.ruhroh_campaign import Suite
from site_builder.studies.ruhroh.rollup import RollUp

STATE_WORDS = {
    "present": "there",
    "differs": "differs",
    "duplicate": "several",
    "excluded": "excluded",
    "missing": "missing",
}


class Roll(msgspec.Struct, frozen=True):
    """What one target covers."""

    target: str
    covered: Cell
    expected: Cell
    satisfied: bool
    runs: tuple[tuple[str, Cell], ...]
    """(scenario, samples)."""
    missing: tuple[str, ...]
    rate: Estimated
    mean_rate: Cell
    cost_per_pass: Cell
    notes: tuple[str, ...]


class PlanLine(msgspec.Struct, frozen=True):
    """The planned samples of one scenario and target."""

    scenario: str
    target: str
    slots: tuple[tuple[str, str, str, str, str], ...]
    """(sample id, state, word, address of its result, note)."""


class SuiteView(msgspec.Struct, frozen=True):
    """What the template of the suite reads."""

    head: Head
    id: str
    title: str
    version: str
    about: str
    digest: str
    minimum: Cell
    policy: tuple[tuple[str, str], ...]
    lists: tuple[tuple[str, tuple[str, ...]], ...]
    members: tuple[tuple[str, str, str], ...]
    """(scenario, locked version, whether it has results)."""
    rolls: tuple[Roll, ...]
    plan: tuple[PlanLine, ...]
    counts: tuple[tuple[str, Cell], ...]
    extra: tuple[tuple[str, str], ...]
    ledger: tuple[tuple[str, str, str, str, str], ...]
    """(sample, decision, kind of reason, reason, when)."""
    calibration: tuple[tuple[str, str, str, str, bool], ...]
    """(scenario, case, expected, actual, whether they match)."""


def suite_content(slug: str, lookup: SiteLookup) -> Content:
    """Return the content of the page of the suite of a campaign."""
    place = lookup.campaigns.by_slug[slug]
    found = place.comparison
    suite, seen = found.suite, {sample.scenario_id for sample in found.samples}
    view = SuiteView(
        head=head_of(place, "suite/"),
        id=suite.id if suite else "",
        title=suite.title if suite else "No suite",
        version=suite.version if suite else "",
        about=suite.description if suite else "The campaign was compared without a version-locked suite.",
        digest=f"sha256:{suite.source.sha256}" if suite else "",
        minimum=number_of("suite.minimum_runs", found.minimum_runs),
        policy=tuple(_policy(suite)) if suite else (),
        lists=tuple(_lists(suite)) if suite else (),
        members=tuple(
            (name, suite.scenario_versions.get(name, "not locked"), "yes" if name in seen else "none")
            for name in suite.scenario_ids
        )
        if suite
        else (),
        rolls=tuple(_roll(n, row) for n, row in enumerate(found.roll_ups, 1)),
        plan=tuple(_plan(place)),
        counts=tuple(_counts(place)),
        extra=tuple(
            (path, place.sample_address(path)) for path in (found.coverage.extra if found.coverage else ())
        ),
        ledger=tuple(
            (e.sample_id, e.decision, e.reason_kind.replace("_", " "), shown(e.reason), e.decided_at)
            for e in (found.ledger.entries if found.ledger else ())
        ),
        calibration=tuple(
            (case.scenario_id, case.case_id, case.expected, case.actual or "no verdict", case.matched)
            for case in (found.calibration.cases if found.calibration else ())
        ),
    )
    return Content(view, as_data(view), place.config.rubric)


def _policy(suite: Suite) -> Iterator[tuple[str, str]]:
    yield "Retries and exclusions", suite.retry_policy
    yield "Owner", suite.owner or "not stated"
    yield "Contamination review", suite.contamination_review or "not written"
    yield "Reward-hacking review", suite.reward_hacking_review or "not written"
    yield "Deprecation", suite.deprecation_policy or "not stated"


def _lists(suite: Suite) -> Iterator[tuple[str, tuple[str, ...]]]:
    named = (
        ("Accepted when", suite.acceptance_criteria),
        ("Reviewed for", suite.review_checklist),
        ("Changes", suite.changelog),
    )
    yield from ((title, items) for title, items in named if items)


def _roll(n: int, row: RollUp) -> Roll:
    return Roll(
        target=row.target,
        covered=number_of("suite.covered", row.covered),
        expected=number_of("suite.expected", row.expected),
        satisfied=row.satisfied,
        runs=tuple((count.name, number_of("suite.runs", count.count)) for count in row.scenario_runs),
        missing=row.missing,
        rate=estimated(
            (f"roll-{n}", f"Pass rate of {row.target} over all samples", "suite.pass_rate"),
            row.pass_rate,
            row.pass_rate_interval,
            firm=row.satisfied,
        ),
        mean_rate=percentage("suite.mean_scenario_pass_rate", row.mean_scenario_pass_rate),
        cost_per_pass=cost("suite.cost_per_pass", row.usage.cost_usd, row.usage.cost_usd.per_pass),
        notes=tuple(check.sentence for check in row.checks),
    )


def _plan(place: CampaignPlace) -> Iterator[PlanLine]:
    coverage = place.comparison.coverage
    lines: dict[tuple[str, str], list[tuple[str, str, str, str, str]]] = {}
    for row in coverage.rows if coverage else ():
        address = place.sample_address(row.results[0]) if row.results else ""
        slot = (row.sample_id, row.state, STATE_WORDS[row.state], address, shown(row.note))
        lines.setdefault((row.scenario_id, row.target), []).append(slot)
    for (scenario, target), slots in lines.items():
        yield PlanLine(scenario, target, tuple(slots))


def _counts(place: CampaignPlace) -> Iterator[tuple[str, Cell]]:
    coverage = place.comparison.coverage
    if coverage is None:
        return
    yield "planned", number_of("plan.planned", coverage.planned)
    states = [row.state for row in coverage.rows]
    for state, word in STATE_WORDS.items():
        if state in states:
            yield word, number_of(f"plan.{state}", states.count(state))
    yield "not planned", number_of("plan.extra", len(coverage.extra))
