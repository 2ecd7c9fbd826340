"""Whether every planned sample has its one result, and every result its place in the plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from site_builder.records.ruhroh import Sample, Slot
from site_builder.records.ruhroh_campaign import LedgerEntry, PlannedSample, RerunLedger, RunPlan, Suite
from site_builder.records.run import Evidence
from site_builder.studies.readiness import Check
from site_builder.studies.ruhroh.codes import check
from site_builder.studies.ruhroh.drift import drift

State = Literal["present", "differs", "duplicate", "excluded", "missing"]


class PlanRow(msgspec.Struct, frozen=True, kw_only=True):
    """One planned sample and its outcome: a cell of the plan matrix."""

    sample_id: str
    scenario_id: str
    target: str
    index: float | None
    state: State
    """``differs``: its result departs from the plan; ``excluded``: the ledger explains its absence."""
    results: tuple[str, ...] = ()
    """Paths of the results that stand for it."""
    note: str = ""
    """For an excluded sample: who decided, when and why."""


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """A plan against what was collected."""

    planned: int
    """Samples of the plan, within the suite's scenarios."""
    rows: tuple[PlanRow, ...]
    extra: tuple[str, ...]
    """Paths of results that the plan does not know."""
    accepted_exclusions: tuple[str, ...]
    """Sample ids whose absence the ledger explains."""
    ledger_entries: int
    checks: tuple[Check, ...]

    @property
    def complete(self) -> bool:
        """Whether every planned sample has its one result or an accepted exclusion, and nothing is extra."""
        return not any(found.severity == "blocker" for found in self.checks) and all(
            row.state in ("present", "excluded") for row in self.rows
        )


def coverage(
    plan: RunPlan, samples: Sequence[Sample], ledger: RerunLedger | None, suite: Suite | None
) -> Coverage:
    """Compare a plan with the samples that were collected, under a ledger and a suite if there are any.

    A result that differs from its plan still stands for its sample: it counts, and it blocks.
    """
    wanted = [row for row in plan.samples if suite is None or row.scenario_id in suite.scenario_ids]
    by_id = _results(samples)
    entries = {entry.sample_id: entry for entry in ledger.entries} if ledger else {}
    planned = {row.sample_id: row for row in wanted}
    departures = {sample.path: tuple(_departures(sample, planned)) for sample in samples}
    checks = [
        *_missing(wanted, by_id, entries),
        *(found for sample in samples for found in departures[sample.path]),
        *_odd_entries(entries, planned, by_id),
        *(_suite_checks(plan, suite) if suite else ()),
    ]
    rows = tuple(_row(row, by_id.get(row.sample_id, ()), entries, departures) for row in wanted)
    return Coverage(
        planned=len(wanted),
        rows=rows,
        extra=tuple(sample.path for sample in samples if sample.slot.id not in planned),
        accepted_exclusions=tuple(row.sample_id for row in rows if row.state == "excluded"),
        ledger_entries=len(entries),
        checks=tuple(checks),
    )


def _results(samples: Sequence[Sample]) -> dict[str, tuple[Sample, ...]]:
    found: dict[str, list[Sample]] = {}
    for sample in samples:
        if sample.slot.id:
            found.setdefault(sample.slot.id, []).append(sample)
    return {sample_id: tuple(members) for sample_id, members in found.items()}


def _row(
    row: PlannedSample,
    results: Sequence[Sample],
    entries: Mapping[str, LedgerEntry],
    departures: Mapping[str, tuple[Check, ...]],
) -> PlanRow:
    entry = entries.get(row.sample_id)
    state: State = "missing"
    if len(results) > 1:
        state = "duplicate"
    elif results:
        state = "differs" if departures[results[0].path] else "present"
    elif entry is not None and entry.allowed:
        state = "excluded"
    told = state == "excluded" and entry is not None
    return PlanRow(
        sample_id=row.sample_id,
        scenario_id=row.scenario_id,
        target=row.target,
        index=row.index,
        state=state,
        results=tuple(sample.path for sample in results),
        note=f"{entry.decided_by}, {entry.decided_at}: {entry.reason}" if told and entry else "",
    )


def _missing(
    wanted: Sequence[PlannedSample],
    by_id: Mapping[str, Sequence[Sample]],
    entries: Mapping[str, LedgerEntry],
) -> Iterator[Check]:
    for row in wanted:
        if row.malformed:
            yield _check("plan-target-malformed", row.sample_id, "malformed", "a well-formed target")
        entry = entries.get(row.sample_id)
        if row.sample_id in by_id or (entry is not None and entry.allowed):
            continue
        if entry is None:
            yield _check("plan-sample-missing", row.sample_id, "no result", "one result")
        else:
            detail = f"{entry.decision} for reason {entry.reason_kind}"
            yield _check("plan-exclusion-not-accepted", row.sample_id, detail, "exclude, infrastructure")


def _departures(sample: Sample, planned: Mapping[str, PlannedSample]) -> Iterator[Check]:
    slot = sample.slot
    here = (Evidence(sample.path, "/runManifest/sample"),)
    if not slot.id:
        yield _check("result-without-sample-id", sample.label, "no sample id", "a planned sample id", here)
        return
    row = planned.get(slot.id)
    if row is None:
        yield _check("result-not-planned", slot.id, sample.label, "a sample of the plan", here)
        return
    compared = (
        ("plan-scenario-differs", sample.scenario_id, row.scenario_id),
        ("plan-target-differs", sample.group, row.target),
        ("plan-seed-differs", _stated(slot, "seed", slot.seed or row.seed), row.seed),
        ("plan-index-differs", _stated(slot, "index", _either(slot.index, row.index)), row.index),
        ("plan-count-differs", _stated(slot, "count", _either(slot.count, row.count)), row.count),
    )
    for code, observed, wanted in compared:
        if observed != wanted:
            stated, asked = ("not stated" if value is None else f"{value}" for value in (observed, wanted))
            yield _check(code, slot.id, stated, asked, here)
    where = (Evidence(sample.path, "/runManifest/benchmarkTarget"),)
    for found in drift(row.declared, sample.target):
        subject = f"{slot.id} {found.field}".strip()
        yield _check(found.code, subject, found.observed, found.planned, where)


def _stated(slot: Slot, name: str, value: str | float | None) -> str | float | None:
    """Return what a sample states, in words where it is of no use: those agree with no plan."""
    return "another kind of value" if name in slot.misstated else value


def _either(stated: float | None, otherwise: float | None) -> float | None:
    return otherwise if stated is None else stated


def _odd_entries(
    entries: Mapping[str, LedgerEntry],
    planned: Mapping[str, PlannedSample],
    by_id: Mapping[str, Sequence[Sample]],
) -> Iterator[Check]:
    for sample_id, entry in entries.items():
        if sample_id not in planned:
            yield _check("ledger-sample-not-planned", sample_id, "not planned", "a sample of the plan")
        elif sample_id in by_id:
            detail = f"{entry.decision} in the ledger, and its result is counted"
            yield check("ledger-sample-counted", "advisory", sample_id, detail, "one or the other")


def _suite_checks(plan: RunPlan, suite: Suite) -> Iterator[Check]:
    recorded = plan.suite
    if recorded is None:
        yield _check("plan-suite-not-recorded", suite.id, "no suite", suite.id)
        return
    if not recorded.complete:
        yield _check("plan-suite-incomplete", suite.id, "id, version or digest missing", "all three")
        return
    if recorded.id != suite.id:
        yield _check("plan-suite-differs", suite.id, recorded.id, suite.id)
    if recorded.version != suite.version:
        yield _check("plan-suite-version-differs", suite.id, recorded.version, suite.version)
    if recorded.sha256 != suite.source.sha256:
        yield _check("plan-suite-file-differs", suite.id, recorded.sha256, suite.source.sha256)


def _check(
    code: str, subject: str, observed: str, required: str, evidence: tuple[Evidence, ...] = ()
) -> Check:
    return check(code, "blocker", subject, observed, required, evidence=evidence)
