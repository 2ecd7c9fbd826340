"""The study in one function: from the samples of a campaign to cohorts, comparisons and a verdict."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from site_builder.errors import Problem
from site_builder.records.ruhroh import ArtifactCheck, Sample
from site_builder.records.ruhroh_campaign import CalibrationReport, RerunLedger, RunPlan, Suite
from site_builder.studies.readiness import Readiness
from site_builder.studies.ruhroh.claim_readiness import Findings, claim_readiness
from site_builder.studies.ruhroh.cohorts import Bootstraps, Cohort, Terms, cohorts
from site_builder.studies.ruhroh.coverage import Coverage, coverage
from site_builder.studies.ruhroh.duplicates import duplicates
from site_builder.studies.ruhroh.pairs import Pair, pairs
from site_builder.studies.ruhroh.review import ReviewItem, review_queue
from site_builder.studies.ruhroh.rollup import RollUp, roll_ups
from site_builder.studies.ruhroh.settings import Settings


class Campaign(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is known of a campaign before anything is concluded."""

    samples: tuple[Sample, ...]
    artifacts: tuple[ArtifactCheck, ...] = ()
    """What the validation of each sample's evidence found, in the order of the samples."""
    problems: tuple[Problem, ...] = ()
    suite: Suite | None = None
    plan: RunPlan | None = None
    ledger: RerunLedger | None = None
    calibration: CalibrationReport | None = None


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that pages, claims and the command may say about a campaign."""

    settings: Settings
    minimum_runs: int
    """The suite's minimum, else the rubric's."""
    samples: tuple[Sample, ...]
    """Those of the suite's scenarios, in the order in which they are counted."""
    outside: tuple[str, ...]
    """Paths of samples of scenarios that the suite does not have."""
    cohorts: tuple[Cohort, ...]
    pairs: tuple[Pair, ...]
    roll_ups: tuple[RollUp, ...]
    queue: tuple[ReviewItem, ...]
    suite: Suite | None
    uncovered: tuple[str, ...]
    """Scenarios of the suite for which no result at all was found."""
    plan: RunPlan | None
    coverage: Coverage | None
    ledger: RerunLedger | None
    calibration: CalibrationReport | None
    artifacts: tuple[ArtifactCheck, ...]
    readiness: Readiness
    problems: tuple[Problem, ...]

    def cohort(self, scenario_id: str, target: str) -> Cohort | None:
        """Return the cohort of a scenario and a target, ``None`` when there is none."""
        wanted = (cohort for cohort in self.cohorts if cohort.id == f"{scenario_id}/{target}")
        return next(wanted, None)

    def members(self, cohort: Cohort) -> tuple[Sample, ...]:
        """Return the samples of a cohort, in the order in which they are counted."""
        by_path = {sample.path: sample for sample in self.samples}
        return tuple(by_path[path] for path in cohort.members)


def compare(campaign: Campaign, settings: Settings, compute: Bootstraps | None = None) -> Comparison:
    """Draw every conclusion from a campaign.

    With a suite, samples of other scenarios are set aside and the suite's minimum holds. ``compute`` may
    replace the serial computation of mean intervals; it changes no digit.
    """
    suite = campaign.suite
    samples, outside = _within(campaign.samples, suite)
    minimum = suite.minimum_runs if suite else settings.minimum_runs
    locked = suite.scenario_versions if suite else {}
    found = cohorts(samples, Terms(settings=settings, minimum_runs=minimum, locked=locked), compute)
    kept = {sample.path for sample in samples}
    artifacts = tuple(item for item in campaign.artifacts if item.path in kept)
    seen = {sample.scenario_id for sample in campaign.samples}
    findings = Findings(
        cohorts=found,
        pairs=pairs(found, settings),
        roll_ups=roll_ups(found, suite, settings),
        queue=review_queue(samples, settings),
        suite=suite,
        uncovered=tuple(name for name in suite.scenario_ids if name not in seen) if suite else (),
        coverage=coverage(campaign.plan, samples, campaign.ledger, suite) if campaign.plan else None,
        calibration=campaign.calibration,
        artifacts=artifacts,
        duplicates=duplicates(samples),
        unreadable=tuple(problem for problem in campaign.problems if problem.severity == "error"),
    )
    return Comparison(
        settings=settings,
        minimum_runs=minimum,
        samples=tuple(samples),
        outside=outside,
        cohorts=tuple(findings.cohorts),
        pairs=tuple(findings.pairs),
        roll_ups=tuple(findings.roll_ups),
        queue=tuple(findings.queue),
        suite=suite,
        uncovered=tuple(findings.uncovered),
        plan=campaign.plan,
        coverage=findings.coverage,
        ledger=campaign.ledger,
        calibration=campaign.calibration,
        artifacts=artifacts,
        readiness=claim_readiness(findings),
        problems=campaign.problems,
    )


def _within(samples: Sequence[Sample], suite: Suite | None) -> tuple[Sequence[Sample], tuple[str, ...]]:
    if suite is None:
        return samples, ()
    members = frozenset(suite.scenario_ids)
    inside = [sample for sample in samples if sample.scenario_id in members]
    return inside, tuple(sample.path for sample in samples if sample.scenario_id not in members)
