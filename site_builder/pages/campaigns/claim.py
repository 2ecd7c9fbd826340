"""The claim page of a campaign: whether it may be published, and what would clear each thing against it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from site_builder.pages.campaigns.lookup import CampaignPlace
from site_builder.pages.campaigns.parts import Estimated, Head, estimated, head_of, number_of
from site_builder.pages.campaigns.statement import Stated, stated
from site_builder.pages.cells import Cell, as_data
from site_builder.pages.lookup import SiteLookup, methodology_address
from site_builder.pages.page import Content
from site_builder.records.rubric import Rubric
from site_builder.studies.readiness import Check
from site_builder.studies.ruhroh.codes import CODES
from site_builder.studies.ruhroh.times import newest


class Found(msgspec.Struct, frozen=True):
    """One thing that was found."""

    subject: str
    observed: str
    required: str
    places: tuple[tuple[str, str, str], ...]
    """(run id or file, address of the sample's page, pointer)."""


class Group(msgspec.Struct, frozen=True):
    """Everything that was found under one code."""

    code: str
    title: str
    category: str
    remedy: str
    rule: str
    """Title of the rule behind it; empty for none."""
    rule_anchor: str
    count: Cell
    found: tuple[Found, ...]


class ClaimView(msgspec.Struct, frozen=True):
    """What the template of a claim reads."""

    head: Head
    ready: bool
    word: str
    stated: Stated
    about: str
    blockers_count: Cell
    advisories_count: Cell
    blockers: tuple[Group, ...]
    advisories: tuple[Group, ...]
    rubric: str
    methodology: str
    date: str
    scope: tuple[tuple[str, str], ...]
    rates: tuple[Estimated, ...]
    names: tuple[tuple[str, str], ...]
    """What a credible result names: (what, what this one says)."""
    data: str

    @property
    def against(self) -> tuple[tuple[Group, ...], ...]:
        """The blockers; those that differ in what they are called alone stand together."""
        return _alike(self.blockers)

    @property
    def besides(self) -> tuple[tuple[Group, ...], ...]:
        """The advisories in the same way."""
        return _alike(self.advisories)


def _alike(found: Iterable[Group]) -> tuple[tuple[Group, ...], ...]:
    together: dict[tuple[object, ...], list[Group]] = {}
    for one in found:
        together.setdefault((one.remedy, one.rule, one.found), []).append(one)
    return tuple(tuple(same) for same in together.values())


def claim_content(slug: str, lookup: SiteLookup) -> Content:
    """Return the content of the claim page of a campaign."""
    place = lookup.campaigns.by_slug[slug]
    graph = lookup.data.graphs[place.config.rubric]
    found = place.comparison
    ready = found.readiness.ready
    blockers = groups(found.readiness.blockers, place, graph.rubric)
    view = ClaimView(
        head=head_of(place, "claim"),
        ready=ready,
        word="Publishable" if ready else "Not publishable",
        stated=stated(place),
        about=_about(ready, len(_alike(blockers))),
        blockers_count=number_of("claim.blockers", len(found.readiness.blockers)),
        advisories_count=number_of("claim.advisories", len(found.readiness.advisories)),
        blockers=blockers,
        advisories=groups(found.readiness.advisories, place, graph.rubric),
        rubric=graph.id,
        methodology=methodology_address(graph),
        date=newest(found.samples)[:10],
        scope=tuple(_scope(place)),
        rates=tuple(
            estimated(
                (f"claim-rate-{n}", cohort.id, "claim.pass_rate"),
                cohort.pass_rate,
                cohort.pass_rate_interval,
                firm=not cohort.directional,
            )
            for n, cohort in enumerate(found.cohorts, 1)
        ),
        names=tuple(_names(place, lookup.data.provenance.tool_version)),
        data=place.data,
    )
    return Content(view, as_data(view), place.config.rubric)


def _about(ready: bool, kinds: int) -> str:
    if ready:
        return "Nothing stands against publishing it."
    reasons = "One kind of reason stands" if kinds == 1 else f"{kinds} kinds of reasons stand"
    return f"{reasons} against it. Each one says below what would clear it."


def groups(checks: Iterable[Check], place: CampaignPlace, rubric: Rubric) -> tuple[Group, ...]:
    """Return checks by code, in the order in which the codes first appear."""
    by_code: dict[str, list[Check]] = {}
    for check in checks:
        by_code.setdefault(check.code, []).append(check)
    return tuple(_group(code, found, place, rubric) for code, found in by_code.items())


def _group(code: str, checks: list[Check], place: CampaignPlace, rubric: Rubric) -> Group:
    rule = next((name for name, one in rubric.rules.items() if code in one.checks), "")
    return Group(
        code=code,
        title=checks[0].title,
        category=CODES[code].category if code in CODES else "",
        remedy=checks[0].remedy,
        rule=rubric.rules[rule].title if rule else "",
        rule_anchor=f"rule-{rule.replace('_', '-')}" if rule else "",
        count=number_of("claim.count", len(checks)),
        found=tuple(
            Found(
                check.subject,
                check.observed,
                check.required,
                tuple(
                    (_called(place, item.file), place.sample_address(item.file), item.pointer)
                    for item in check.evidence
                ),
            )
            for check in checks
        ),
    )


def _called(place: CampaignPlace, path: str) -> str:
    return path if place.sample_address(path) == "" else path.rpartition("/")[0] or path


def _scope(place: CampaignPlace) -> Iterable[tuple[str, str]]:
    found = place.comparison
    suite, plan = found.suite, found.coverage
    yield "Suite", f"{suite.title} {suite.version}" if suite else "none selected"
    yield "Plan", "none given" if plan is None else "complete" if plan.complete else "not complete"
    yield (
        "Excluded",
        ", ".join(plan.accepted_exclusions) if plan and plan.accepted_exclusions else "no sample",
    )
    report = found.calibration
    yield "Calibration", "not given" if report is None else "passed" if report.passed else "not passed"
    yield "Folder", place.campaign.folder


def _names(place: CampaignPlace, version: str) -> Iterable[tuple[str, str]]:
    found = place.comparison
    fields: dict[str, dict[str, None]] = {}
    for cohort in found.cohorts:
        for name, values in cohort.fields.items():
            fields.setdefault(name, {}).update(dict.fromkeys(values))

    def said(name: str) -> str:
        return ", ".join(fields.get(name, {})) or "not stated"

    yield "Tool", f"Proofboard {version}"
    yield "Suite and version", f"{found.suite.id} {found.suite.version}" if found.suite else "none"
    yield "Scenarios", ", ".join(dict.fromkeys(cohort.scenario_id for cohort in found.cohorts)) or "none"
    yield "Scenario versions", said("scenario-versions")
    yield "Targets", said("targets")
    yield "Adapters and versions", f"{said('execution-adapters')}; {said('adapter-versions')}"
    yield "Models and providers", said("agent-models")
    yield "Evaluator and judges", f"{said('evaluator-models')}; {said('judges')}"
    yield "Retries and exclusions", found.suite.retry_policy if found.suite else "no suite, no policy"
