"""Reviewers by pseudonym: how far they agree, on what they do not, and what each of them did."""

from __future__ import annotations

import msgspec

from site_builder.pages.cells import Cell, Link, as_data
from site_builder.pages.gates.cases import reviewed
from site_builder.pages.gates.lookup import GateRun, document_path
from site_builder.pages.gates.parts import Anchored, Row, Table, figure, share
from site_builder.pages.gates.verdict import condition_anchor, crumbs_of
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content, Crumb
from site_builder.records.blueprint import Review
from site_builder.statistics.agreement import Agreement
from site_builder.studies.blueprint.agreement import FIELDS, Disagreement, FieldAgreement
from site_builder.studies.blueprint.judgement import Judgement
from site_builder.studies.blueprint.reviewers import ReviewerSummary

MOST_LISTED = 100
"""Disagreements listed on the page; all of them are in the data file of the gate."""
SHARES = ("acceptance", "final_status_accurate")
"""Judged fields whose mean is a share."""


class Differing(msgspec.Struct, frozen=True):
    """One judgement on which reviewers differ."""

    case: Link
    anchor: str
    condition: str
    what: str
    ratings: tuple[tuple[str, str], ...]


class ReviewersView(msgspec.Struct, frozen=True):
    """What the template of the reviewers reads."""

    run_id: str
    crumbs: tuple[Crumb, ...]
    reviewers: Table
    beside: Table
    agreement: Table
    by_condition: Table
    method: str
    differing: tuple[Differing, ...]
    disagreements: Cell
    more: Cell | None
    data: str


class ReviewerView(msgspec.Struct, frozen=True):
    """What the template of one reviewer reads."""

    run_id: str
    name: str
    crumbs: tuple[Crumb, ...]
    summary: Table
    conditions: tuple[str, ...]
    rows: tuple[tuple[Link, tuple[Anchored | None, ...]], ...]
    reviews: Cell
    notes: Cell


def reviewers_content(slug: str, lookup: SiteLookup) -> Content:
    """Return the content of the page of all reviewers of a run."""
    run = lookup.gates.runs[slug]
    judgement = run.pinned
    additions = judgement.additions
    assert additions is not None
    listed = additions.disagreements[:MOST_LISTED]
    count = len(additions.disagreements)
    view = ReviewersView(
        run_id=judgement.run_id,
        crumbs=crumbs_of(lookup.gates.suite_of(run), run),
        reviewers=_reviewers(run, additions.reviewers),
        beside=_beside(run, additions.reviewers),
        agreement=_agreement(additions.agreement),
        by_condition=_by_condition(judgement, additions.agreement),
        method=_method(additions.agreement),
        differing=tuple(_differing(run, one) for one in listed),
        disagreements=figure("disagreements", float(count), 0),
        more=figure("disagreements.more", float(count - len(listed)), 0) if count > len(listed) else None,
        data=document_path(run, judgement),
    )
    return Content(view, as_data(view), judgement.settings.rubric)


def reviewer_content(slug: str, name: str, lookup: SiteLookup) -> Content:
    """Return the content of the page of one reviewer."""
    run = lookup.gates.runs[slug]
    judgement = run.pinned
    assert judgement.additions is not None
    summary = next(one for one in judgement.additions.reviewers if one.name == name)
    ids = {reviewer_id for reviewer_id, shown in judgement.additions.names.items() if shown == name}
    conditions = tuple(judgement.settings.conditions)
    view = ReviewerView(
        run_id=judgement.run_id,
        name=name,
        crumbs=(*crumbs_of(lookup.gates.suite_of(run), run), Crumb("Reviewers", f"{run.address}reviewers/")),
        summary=_one(summary),
        conditions=conditions,
        rows=tuple(
            (
                Link(case.title, run.case_address(case.id)),
                tuple(_reviewed(run, judgement, case.id, condition, ids) for condition in conditions),
            )
            for case in judgement.suite.cases
        ),
        reviews=figure("reviewer.reviews", float(summary.reviews), 0),
        notes=figure("reviewer.notes", float(summary.notes), 0),
    )
    return Content(view, as_data(view), judgement.settings.rubric)


def _reviewed(
    run: GateRun, judgement: Judgement, case_id: str, condition: str, ids: set[str]
) -> Anchored | None:
    cell = reviewed(judgement, case_id, condition)
    own = next((review for review in cell.reviews if review.reviewer_id in ids), None)
    if own is None:
        return None
    accepted = share("review.acceptance", sum(own.accepted) / len(own.accepted))
    return Anchored(accepted, run.case_address(case_id), condition_anchor(condition), _mark(own))


def _mark(review: Review) -> str:
    words = []
    if review.unsupported_claims:
        words.append("claims")
    if not review.final_status_accurate:
        words.append("status")
    return " · ".join(words)


def _value(name: str, field: str, value: float | None, *, signed: bool = False) -> Cell:
    node = f"{name}.{field}"
    if field in SHARES and not signed:
        return share(node, value, 1)
    if field in SHARES and value is not None:
        return figure(node, 100 * value, 1, signed=True)
    return figure(node, value, 2, signed=signed)


def _reviewers(run: GateRun, found: tuple[ReviewerSummary, ...]) -> Table:
    rows = tuple(
        Row(
            one.name,
            (
                figure("reviewer.reviews", float(one.reviews), 0),
                figure("reviewer.cases", float(one.cases), 0),
                *(_value("reviewer", field, one.means.get(field)) for field in FIELDS),
                figure("reviewer.notes", float(one.notes), 0),
            ),
            address=run.reviewer_address(one.name),
        )
        for one in found
    )
    heads = tuple(title for title, _ in FIELDS.values())
    return Table(
        "reviewers",
        "What each reviewer did: how many reviews, and the mean of each judgement.",
        "Reviewer",
        ("Reviews", "Cases", *heads, "Notes"),
        rows,
        local=True,
    )


def _beside(run: GateRun, found: tuple[ReviewerSummary, ...]) -> Table:
    rows = tuple(
        Row(
            one.name,
            tuple(_value("beside", field, one.beside_others.get(field), signed=True) for field in FIELDS),
            address=run.reviewer_address(one.name),
        )
        for one in found
    )
    heads = tuple(f"{title}, points" if field in SHARES else title for field, (title, _) in FIELDS.items())
    return Table(
        "beside",
        "Each reviewer minus the mean of the other reviewers of the same outputs.",
        "Reviewer",
        heads,
        rows,
        local=True,
    )


def _one(one: ReviewerSummary) -> Table:
    rows = tuple(
        Row(
            title,
            (
                _value("reviewer", field, one.means.get(field)),
                _value("beside", field, one.beside_others.get(field), signed=True),
                share(f"agreement.{field}", one.agreement.get(field), 1),
            ),
            under="share; beside the others in percentage points" if field in SHARES else "",
        )
        for field, (title, _) in FIELDS.items()
    )
    return Table(
        "summary",
        "Mean of each judgement, the same beside the other reviewers of these outputs, and equal ratings.",
        "Judgement",
        ("Mean", "Beside the others", "Equal ratings"),
        rows,
        local=True,
    )


def _kappa(node: str, agreement: Agreement | None) -> Cell:
    if agreement is None:
        return Cell(node, None, reason="not_applicable", detail="the ratings have no order")
    if agreement.kappa is None:
        return Cell(node, None, reason="none", text="not defined", detail="all ratings are the same")
    return figure(node, agreement.kappa, 2)


def _agreement(found: tuple[FieldAgreement, ...]) -> Table:
    rows = tuple(
        Row(
            one.title,
            (
                figure(f"{one.field}.n", float(one.overall.n), 0),
                figure(f"{one.field}.agreed", float(one.overall.agreed), 0),
                share(f"{one.field}.raw", one.overall.raw, 1),
                _kappa(f"{one.field}.kappa", one.overall),
                _kappa(f"{one.field}.weighted", one.weighted),
            ),
        )
        for one in found
    )
    return Table(
        "agreement",
        "Ratings of the same output by two reviewers: equal ones, and agreement beyond chance.",
        "Judgement",
        ("Pairs of ratings", "Equal", "Raw agreement", "Kappa", "Kappa, ordered"),
        rows,
        local=True,
    )


def _by_condition(judgement: Judgement, found: tuple[FieldAgreement, ...]) -> Table:
    conditions = tuple(judgement.settings.conditions)
    rows = tuple(
        Row(
            one.title,
            tuple(
                share(f"{one.field}.raw.{n}", agreement.raw if agreement else None, 1)
                for n, agreement in enumerate(map(one.by_condition.get, conditions))
            ),
        )
        for one in found
    )
    return Table(
        "agreement-by-condition",
        "Raw agreement under each condition.",
        "Judgement",
        conditions,
        rows,
        local=True,
    )


def _method(found: tuple[FieldAgreement, ...]) -> str:
    if not found:
        return "No output was reviewed by two reviewers, so there is no agreement to tell."
    if any(one.overall.pairs > 1 for one in found):
        return "Reviewers are taken two by two; kappa is Light's, the mean of Cohen's over the pairs."
    return "Kappa is Cohen's."


def _differing(run: GateRun, one: Disagreement) -> Differing:
    title = one.criterion or FIELDS[one.field][0]
    case = next(case for case in run.pinned.suite.cases if case.id == one.case_id)
    return Differing(
        case=Link(case.title, run.case_address(one.case_id)),
        anchor=condition_anchor(one.condition),
        condition=one.condition,
        what=title,
        ratings=tuple((name, _rating(one.field, value)) for name, value in one.ratings),
    )


def _rating(field: str, value: bool | int | str) -> str:
    if isinstance(value, bool):
        words = ("not accepted", "accepted") if field == "acceptance" else ("not accurate", "accurate")
        return words[value]
    return str(value)
