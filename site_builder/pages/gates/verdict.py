"""The gate page of a recorded run: the verdict first, then every check with its margin and its basis."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from site_builder.pages.cells import Cell, Link, Sheet, as_data
from site_builder.pages.gates.lookup import GateRun, GateSuite, document_path
from site_builder.pages.gates.parts import figure
from site_builder.pages.gates.rejections import Reason, kinds, reasons
from site_builder.pages.lookup import SiteLookup, methodology_address
from site_builder.pages.page import Content, Crumb
from site_builder.pages.published import node_values
from site_builder.scoring.explain import formula
from site_builder.studies.blueprint.gate import GateCheck
from site_builder.studies.blueprint.judgement import Judgement
from site_builder.studies.readiness import Check

WORDS = {"passed": "Passed", "failed": "Failed", "rejected": "Rejected"}


class Term(msgspec.Struct, frozen=True):
    """One value that a check rests on."""

    title: str
    value: Cell
    formula: str
    """How it is computed, in words; empty for what is counted."""
    anchor: str
    """Of its condition on the page of cases, where what is counted stands case by case; empty for none."""


class CheckView(msgspec.Struct, frozen=True):
    """One check of the gate."""

    code: str
    title: str
    """What is aimed at, as a clause."""
    fault: str
    """What is wrong where the aim is not met, as a clause; else empty."""
    met: bool
    observed: Cell
    limit: Cell
    margin: Cell
    rounded: bool
    """Whether the margin as shown, being that of the whole values, differs from that of the shown ones."""
    unit: str
    bound: str
    """``at least`` or ``at most``."""
    limit_of: str
    """What the limit is, in words."""
    required: str
    remedy: str
    room: float | None
    """The margin as a share of the limit, −1 to 1; of one where the limit is 0."""
    terms: tuple[Term, ...]
    reviews: tuple[tuple[str, str, str], ...]
    """(words, address, anchor) of reviews that speak against it."""
    more_reviews: str


class Verdict(msgspec.Struct, frozen=True):
    """What one rubric decides about the run."""

    rubric: str
    methodology: str
    outcome: str
    word: str
    about: str
    data: str
    """Path of the whole judgement as JSON."""


class GateView(msgspec.Struct, frozen=True):
    """What the template of a gate page reads."""

    run_id: str
    folder: str
    digest: str
    crumbs: tuple[Crumb, ...]
    barred: str
    """Why the decision does not count, as a clause; empty where it does."""
    verdict: Verdict
    others: tuple[Verdict, ...]
    differences: str
    """Address of the page on what the rubrics decide differently; empty with a single rubric."""
    suite: tuple[str, str, str]
    """Title, version, address."""
    disclosures: tuple[tuple[str, str], ...]
    checks: tuple[CheckView, ...]
    advisories: tuple[Check, ...]
    reasons: tuple[Reason, ...]
    limitation: str
    not_measured: tuple[str, ...]
    pages: tuple[Link, ...]
    listed: str
    """Address of the page with every value; empty for a run that is on no board."""


def gate_content(slug: str, lookup: SiteLookup) -> Content:
    """Return the content of a gate page."""
    run = lookup.gates.runs[slug]
    suite = lookup.gates.suite_of(run)
    judgement = run.pinned
    graph = lookup.data.graphs[judgement.settings.rubric]
    place = _listed(lookup, run)
    view = GateView(
        run_id=judgement.run_id,
        folder=judgement.recorded.folder,
        digest=judgement.recorded.digest,
        crumbs=crumbs_of(suite),
        barred=run.barred,
        verdict=_verdict(lookup, run, judgement),
        others=tuple(_verdict(lookup, run, other) for other in run.judgements[1:]),
        differences=_differences(lookup, run),
        suite=(suite.suite.title, suite.suite.version, suite.address),
        disclosures=tuple(judgement.disclosures.items()),
        checks=tuple(_check(run, judgement, check) for check in judgement.gate),
        advisories=judgement.advisories,
        reasons=reasons(judgement.rejections),
        limitation=judgement.settings.limitation,
        not_measured=tuple(graph.rubric.not_measured),
        pages=_pages(run),
        listed=place,
    )
    return Content(view, as_data(view) | computed(judgement), graph.id)


def computed(judgement: Judgement) -> dict[str, Any]:
    """Return every value of a scored run with its rubric, from which a page's figures are computed again."""
    if judgement.scored is None:
        return {}
    sheet = Sheet(judgement.scored)
    nodes = node_values(sheet)
    return {"rubric": sheet.graph.id, "nodes": nodes}


def crumbs_of(suite: GateSuite, run: GateRun | None = None) -> tuple[Crumb, ...]:
    """Return the way to a page below a suite, or below the gate of one of its runs."""
    above = Crumb("Release gates", "gates/")
    if run is None:
        return (above, Crumb(suite.suite.title, suite.address))
    return (above, Crumb(suite.suite.title, suite.address), Crumb(run.pinned.run_id, run.address))


def about(judgement: Judgement) -> str:
    """Return what a verdict says, in one sentence."""
    if judgement.outcome == "rejected":
        return kinds(judgement.rejections)
    checks = judgement.gate
    unmet = [check for check in checks if not check.met]
    candidate, baseline = checks[0].subject, judgement.baseline
    if not unmet:
        return f"All {len(checks)} checks hold: {candidate} may be released in place of {baseline}."
    words = "; ".join(check.title[:1].lower() + check.title[1:] for check in unmet[:2])
    more = f"; and {len(unmet) - 2} more" if len(unmet) > 2 else ""
    verb = "does" if len(unmet) == 1 else "do"
    return f"{len(unmet)} of {len(checks)} checks {verb} not hold: {words}{more}."


def _verdict(lookup: SiteLookup, run: GateRun, judgement: Judgement) -> Verdict:
    return Verdict(
        rubric=judgement.settings.rubric,
        methodology=methodology_address(lookup.data.graphs[judgement.settings.rubric]),
        outcome=judgement.outcome,
        word=WORDS[judgement.outcome],
        about=about(judgement),
        data=document_path(run, judgement),
    )


def _differences(lookup: SiteLookup, run: GateRun) -> str:
    others = [judgement.settings.rubric for judgement in run.judgements[1:]]
    found = (lookup.differences.address(run.pinned.settings.rubric, other) for other in others)
    return next((address for address in found if address), "")


def _listed(lookup: SiteLookup, run: GateRun) -> str:
    for places in lookup.runs:
        if places[0].entry.run.folder == run.pinned.recorded.folder:
            return lookup.run_address(places[0].entry.run)
    return ""


def _check(run: GateRun, judgement: Judgement, check: GateCheck) -> CheckView:
    assert judgement.scored is not None
    sheet = Sheet(judgement.scored)
    shown = sheet.cell(check.observed_node)
    decimals = shown.decimals
    limit = figure(f"{check.code}.limit", check.limit, decimals)
    reviews, more = _reviews(run, judgement, check)
    return CheckView(
        code=check.code,
        title=judgement.scored.graph.rubric.checks[check.code].title,
        fault="" if check.met else check.title,
        met=check.met,
        observed=shown,
        limit=limit,
        margin=figure(f"{check.code}.margin", check.margin, decimals, signed=True),
        rounded=_rounded(check, decimals),
        unit=check.unit,
        bound=check.comparison.replace("_", " "),
        limit_of=_limit_of(judgement, check),
        required=check.required,
        remedy=check.remedy,
        room=_room(check),
        terms=_terms(sheet, judgement, [node for node in (check.observed_node, check.baseline_node) if node]),
        reviews=reviews,
        more_reviews=more,
    )


def _limit_of(judgement: Judgement, check: GateCheck) -> str:
    assert judgement.scored is not None
    asked = judgement.scored.graph.rubric.checks[check.code]
    if asked.baseline is None:
        return "fixed"
    times = "" if asked.factor == 1 else f"{asked.factor:g} × "
    return f"{times}{judgement.settings.condition_of(asked.baseline)}"


def _rounded(check: GateCheck, decimals: int) -> bool:
    if check.observed_value is None or check.limit is None or check.margin is None:
        return False
    values = (check.observed_value, check.limit, check.margin)
    observed, limit, margin = (round(Fraction(value), decimals) for value in values)
    return abs(observed - limit) != abs(margin)


def _room(check: GateCheck) -> float | None:
    if check.margin is None or check.limit is None:
        return None
    return max(-1.0, min(1.0, check.margin / abs(check.limit or 1.0)))


def _terms(sheet: Sheet, judgement: Judgement, nodes: list[str]) -> tuple[Term, ...]:
    """Return what values rest on: themselves, then everything below, each once."""
    graph = sheet.graph
    wanted = graph.below(graph.position[node] for node in nodes)
    return tuple(
        Term(
            step.node.title,
            sheet.at(step.index),
            formula(graph, step.id) if step.operator is not None else "",
            _counted_at(judgement, step.id) if step.operator is None else "",
        )
        for step in graph.steps
        if step.index in wanted
    )


def _counted_at(judgement: Judgement, node: str) -> str:
    part = node.partition(".")[0]
    conditions = judgement.settings.conditions
    return next((condition_anchor(name) for name, front in conditions.items() if front == part), "")


def _reviews(
    run: GateRun, judgement: Judgement, check: GateCheck
) -> tuple[tuple[tuple[str, str, str], ...], str]:
    """Return the reviews that speak against a check, and words for those not listed."""
    names = judgement.additions.names if judgement.additions else {}
    by_index = {review.index: review for review in judgement.reviews}
    found, more = [], ""
    for item in check.evidence:
        position = item.pointer.lstrip("/")
        if position.isdigit() and int(position) in by_index:
            review = by_index[int(position)]
            words = f"{names[review.reviewer_id]} on {review.case_id}"
            found.append((words, run.case_address(review.case_id), condition_anchor(review.condition)))
        elif not item.pointer and item.note.startswith("and "):
            more = item.note
    return tuple(found), more


def condition_anchor(condition: str) -> str:
    """Return the anchor of a condition on the page of a case."""
    return "c-" + "".join(sign if sign.isalnum() else "-" for sign in condition.lower())


def _pages(run: GateRun) -> tuple[Link, ...]:
    if run.pinned.scored is None:
        return ()
    return (
        Link("Conditions side by side", f"{run.address}conditions/"),
        Link("Cases × conditions", f"{run.address}cases/"),
        Link("Reviewers", f"{run.address}reviewers/"),
    )
